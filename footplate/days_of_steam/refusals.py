"""Every way to be wrong, in one sentence each, with the rule that says so."""

from __future__ import annotations

from footplate.core.game import Refusal

OVER = Refusal("days.turn.one", "The game is over.")
NOT_ASKED = Refusal("days.turn.one", "That is no answer to what is asked now.")
NO_SUCH_PLACE = Refusal("days.setup.start", "There is no place of that number.")
NO_SUCH_TILE = Refusal("days.setup.tiles", "There is no tile of that number.")
NO_SUCH_TURN = Refusal("days.setup.tiles", "A tile has four rotations: its top points N, E, S or W.")
NO_SUCH_GOOD = Refusal("days.setup.tiles", "There is no good of that number.")

NOT_IN_HAND = Refusal("days.setup.hand", "You have no {tile} in your hand: {hand}.")
CANNOT_COVER = Refusal("days.tile.over", "A tile lies on {place}, and {tile} cannot cover it.")
COVERS_TOWN = Refusal("days.tile.over", "A town cannot be covered.")
COVERS_HILL = Refusal("days.tile.over", "A hill cannot be covered.")
COVERS_BRIDGE = Refusal("days.tile.over", "A bridge cannot be covered.")
COVERS_TRAIN = Refusal("days.tile.over", "{other} stands on {place}. A tile with a train cannot be covered.")
ALONE = Refusal("days.tile.path", "{place} lies beside no tile.")
EDGES = Refusal("days.tile.edges", "{place} needs {edges}.")
NO_PATH = Refusal("days.tile.path", "No way from {place} leads to a town.")
DEAD_END_ONLY = Refusal("days.tile.path", "Only the dead end would reach a town.")
TOO_FAR = Refusal("days.tile.fifth", "This would be the {ordinal} tile from a town; the fifth is the last.")

NO_TOWN = Refusal("days.town.market-empty", "No town lies face up there.")
TOWNS_GONE = Refusal("days.town.market-empty", "No town is left face down.")
TOWN_ALONE = Refusal("days.tile.town-connected", "No way from {place} leads to another town.")
TOWN_NEAR = Refusal("days.tile.town-distance", "A town needs two segments to {town}; here is {segments}.")

NO_STEP = Refusal("days.move.cost-town", "A move enters at least one tile.")
NOT_BESIDE = Refusal("days.move.cost", "{there} does not lie beside {here}.")
NO_TRACK = Refusal("days.move.direction", "No track leads from {here} to {there}.")
OTHER_SEGMENT = Refusal("days.bridge", "The way to {there} is on the other track of {here}.")
REVERSES = Refusal(
    "days.junction", "On {here} going on to {there} is reversing; stop there and go on next turn."
)
DEAD_END_STOPS = Refusal("days.move.dead-end", "The dead end on {here} ends the move.")
NO_STEAM = Refusal("days.move.steam", "That takes {cost} steam and you have {steam}.")
NOT_FREE = Refusal("days.move.no-share", "{other} stands on {there}. You may pass, not stop.")
LOADED = Refusal("days.goods.pickup", "The train carries {load} already; it carries one good at a time.")
NO_GOOD_THERE = Refusal("days.goods.pickup", "There is no {good} to take on {here}.")
NO_WAY = Refusal("days.move.steam", "No move with {steam} steam ends on {there}.")

NO_TOWER = Refusal("days.water", "Your train does not stand at a water tower.")
WATER_ALONE = Refusal(
    "days.water-alone", "Coal has been burnt this turn; a turn at the water tower is spent there alone."
)
NO_COAL = Refusal("days.coal.use", "You have {coal} coal.")
BURN_ONE = Refusal("days.coal.use", "One burns at least one coal.")
STEAM_FULL = Refusal("days.coal.use", "Steam is at most 6; you have {steam}.")
NOT_STUCK = Refusal(
    "days.turn.stuck", "A tile is exchanged only by who can lay nothing, move nowhere and take no water."
)

WRONG_TOWN = Refusal("days.town.blind", "The towns left face down are: {towns}.")
WRONG_GOODS = Refusal("days.setup.tiles", "{count} drawn that the bag holds: {bag}.")
WRONG_TILES = Refusal("days.turn.draw", "{count} drawn that the deck holds.")
WRONG_SEAT = Refusal("days.setup.first", "There are {seats} seats.")
WRONG_OWNER = Refusal("days.turn.draw", "The tiles are drawn for seat {seat}.")
WRONG_ROLL = Refusal("days.speed", "The die shows 1 to 6.")
