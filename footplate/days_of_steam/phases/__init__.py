"""The chapters of the rulebook: set-up, and the turn of a player."""

from __future__ import annotations

from footplate.core.game import Decision, Phase
from footplate.days_of_steam.phases.die import DieRoll
from footplate.days_of_steam.phases.draw import BlindTurn, HandDraw, MarketGoods, MarketTurn, TownGoods
from footplate.days_of_steam.phases.setup import FirstPlayer, StartTown
from footplate.days_of_steam.phases.town import PlaceTown
from footplate.days_of_steam.phases.turn import Turn, TurnDecision
from footplate.days_of_steam.rules import Rules
from footplate.days_of_steam.state import DaysState


def phases() -> tuple[Phase[Rules, DaysState], ...]:
    """The one phase that follows itself: the next player's turn."""
    return (Turn(),)


def decisions() -> dict[str, Decision[Rules, DaysState]]:
    """Every question that is ever asked."""
    return {
        "start": StartTown(),
        "first": FirstPlayer(),
        "market": MarketTurn(),
        "market-goods": MarketGoods(),
        "draw": HandDraw(),
        "turn": TurnDecision(),
        "blind": BlindTurn(),
        "place": PlaceTown(),
        "town-goods": TownGoods(),
        "die": DieRoll(),
    }
