"""Candidates: the answers worth thinking of, with what each may lead to."""

from __future__ import annotations

from typing import NamedTuple

from footplate.age_of_steam.bots.outlook import Plan
from footplate.core.game import Action


class Candidate(NamedTuple):
    """An answer with the final score it may lead to."""

    action: Action
    points: float
    steps: tuple[Action, ...] = ()
    """What would be built in this turn if it is given, the answer itself first where it is a build."""
    plan: Plan | None = None
    """The plan of which the steps are."""
