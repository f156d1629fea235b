"""Every way to be wrong, in one sentence each, with the rule that says so."""

from __future__ import annotations

from footplate.core.game import Refusal

OVER = Refusal("base.sequence", "The game is over.")
NOT_ASKED = Refusal("base.sequence", "That is no answer to what is asked now.")

NO_SUCH_HEX = Refusal("base.build.off-board", "There is no hex of that number on this board.")
NO_SUCH_TRACKS = Refusal("base.setup.tiles", "There are no tracks of that number on any tile.")
NO_SUCH_LINK = Refusal("base.build.direct-link", "This board sells no direct link of that number.")
NO_SUCH_CITY = Refusal("base.urban.supply", "There is no New City of that number.")
NO_SUCH_ACTION = Refusal("base.action.order", "There is no action of that number on this board.")
NO_SUCH_COLOUR = Refusal("base.setup.bag", "There is no colour of that number.")
NO_SUCH_SIDE = Refusal("base.move.links", "There is no side of that number on this board.")
NO_SUCH_BOX = Refusal("base.setup.display", "The goods display has no box of that number.")
NO_SUCH_SEAT = Refusal("base.setup.order", "There is no seat of that number.")
NO_SHARES = Refusal("base.issue.optional", "One issues shares or none, but not fewer.")
NO_STOPS = Refusal("base.move.links", "A way has one link at least, and a stop at the end of each.")

SHARES_MAX = Refusal("base.issue.max", "Nobody may go beyond {max} issued shares; you have {shares}.")

BID_TOO_LOW = Refusal("base.auction.raise", "A bid must be at least ${least}.")
BID_TOO_HIGH = Refusal("base.auction.afford", "You bid ${amount} and have ${cash}.")
NO_PASS = Refusal(
    "base.auction.pass", "Only the player who took Turn Order last turn may pass, and only once."
)

ACTION_TAKEN = Refusal("base.action.order", "{holder} has taken {action}.")
NOT_OFFERED = Refusal("base.action.order", "{action} is not on offer this turn.")
ACTION_TOO_DEAR = Refusal("base.action.order", "{action} costs ${price} and you have ${cash}.")

NO_BUILDS_LEFT = Refusal("base.build.limit", "All {limit} tiles of this build are used.")
HEX_BUILT = Refusal("base.build.once-a-hex", "You have built on {hex} in this build; a hex is built on once.")
IN_CITY = Refusal("base.build.not-in-city", "{hex} is a city. No tile goes on a city.")
NOT_BUILDABLE = Refusal("base.build.off-board", "{hex} is {terrain}. No tile can lie there.")
TOWN_TILE_ONLY = Refusal(
    "base.build.town-tiles-only",
    "{hex} is a town: every track leads into it. Name the exits: {example}.",
)
NO_TOWN_HERE = Refusal("base.build.town-tiles-only", "{hex} is no town; town tiles go on towns only.")
OFF_BOARD = Refusal("base.build.off-board", "Track cannot leave {hex} by {side}: nothing can be built there.")
KEEP_TRACK = Refusal("base.replace.keep", "The tile must keep the track that lies on {hex}: {old}.")
REDIRECT_OTHERS = Refusal(
    "base.redirect.own", "Only your own or nobody’s track may be redirected; {old} on {hex} is {owner}’s."
)
REDIRECT_ANCHOR = Refusal(
    "base.redirect.end", "Redirected track keeps the side towards its city, town or earlier tiles."
)
REDIRECT_TOWN = Refusal("base.redirect.not-town", "Track in a town may not be redirected: keep {old}.")
NOTHING_NEW = Refusal("base.replace.purpose", "That tile adds or changes no track on {hex}.")
FOREIGN_JOIN = Refusal(
    "base.build.no-foreign-join", "This would join {other}’s track directly; meet in a town or city."
)
FOREIGN_WAITING = Refusal(
    "base.build.town-open", "{other}’s track waits at that side of {hex}; only {other} can bring it in."
)
LOOP = Refusal("base.build.no-loop", "The link would begin and end in {place}.")
NOT_CONNECTED = Refusal("base.build.connected", "New track must extend from a city or from your own track.")
EACH_TRACK = Refusal(
    "base.build.each-track", "Each track of the tile must touch a city or your own track by itself."
)
LOOSE_TRACK = Refusal(
    "base.build.unowned-anchor",
    "That unowned track leads to a town where you own nothing; join it from a city or your own track.",
)
FIRST_TILE = Refusal("base.build.first-tile", "Your first tile must touch a city with one end of its track.")
OUT_OF_TILES = Refusal("base.setup.supply-limit", "All {tile} tiles are on the board.")
OUT_OF_DISKS = Refusal("base.setup.supply-limit", "All {count} town disks are on the board.")
CANNOT_AFFORD = Refusal("base.cost.afford", "That costs ${cost} and you have ${cash}.")
LINK_SOLD = Refusal("base.build.direct-link", "The direct link {link} has been built.")

NO_URBANIZATION = Refusal(
    "base.action.urbanization", "Only the player who took Urbanization places a New City, and only one."
)
URBANIZE_FIRST = Refusal(
    "base.action.urbanization", "The New City is placed before the first tile; now it is too late."
)
NOT_A_TOWN = Refusal("base.urban.place", "{hex} is no town; New Cities go on towns.")
ALREADY_CITY = Refusal("base.urban.once", "{hex} is a city already.")
CITY_PLACED = Refusal("base.urban.supply", "New City {letter} stands in {place}.")
EQUAL_CITY = Refusal("base.urban.supply", "Of equal New Cities the first that is left is placed.")

NO_CUBE = Refusal("base.move.links", "There is no {colour} cube on {hex}.")
NOT_MOVABLE = Refusal("base.move.links", "That {colour} cube on {hex} cannot be moved now.")
NO_LINK = Refusal("base.move.links", "No completed link leads from {here} to {there} that way.")
WHICH_LINK = Refusal(
    "base.move.parallel", "Several links join {here} and {there}; say by which side: {sides}."
)
NO_WAY = Refusal("base.move.links", "There is no way for that cube to {there} within your engine.")
VISITED = Refusal("base.move.visit-once", "The cube would visit {place} twice.")
MUST_STOP = Refusal("base.move.stop", "A {colour} cube must stop in {place}.")
NO_PASSING = Refusal("base.move.stop", "Goods do not pass through {place}.")
WRONG_CITY = Refusal("base.move.links", "{place} does not take {colour} cubes.")
ENGINE_SHORT = Refusal("base.move.engine", "Your engine reaches {engine} links; this way has {links}.")
ENGINE_FULL = Refusal("base.move.engine-up", "Your engine has reached {max}, the most there is.")
ENGINE_RAISED = Refusal("base.move.engine-up", "You have raised your engine this turn; once is the limit.")

NOT_REWARDED = Refusal("base.move.income", "The bonus goes to one of: {choices}.")

NOT_DRAWN = Refusal("base.action.production-seen", "You have drawn no {colour} cube.")
BOX_FULL = Refusal("base.action.production", "That box of {column} holds a cube.")

WRONG_ORDER = Refusal("base.setup.order", "The order names each of the {seats} seats once.")
WRONG_DRAW = Refusal("base.setup.bag", "{count} cubes are drawn that the bag holds: {bag}.")
WRONG_DICE = Refusal("base.growth.dice", "{count} dice are rolled, each from 1 to 6.")
