"""The chapters of the rulebook, in order."""

from __future__ import annotations

from typing import Any

from footplate.age_of_steam.phases.auction import BidDecision, DeterminePlayerOrder
from footplate.age_of_steam.phases.build_track import BuildDecision, BuildTrack
from footplate.age_of_steam.phases.goods_growth import (
    AdvanceTurn,
    ExtraCube,
    GoodsGrowth,
    GrowthRoll,
    ProduceDecision,
    ProductionDraw,
    StockDecision,
)
from footplate.age_of_steam.phases.income import CollectIncome, PayExpenses, ReduceIncome
from footplate.age_of_steam.phases.issue_shares import IssueDecision, IssueShares
from footplate.age_of_steam.phases.move_goods import MoveDecision, MoveGoods
from footplate.age_of_steam.phases.select_actions import SelectActions, TakeDecision
from footplate.age_of_steam.phases.setup import FillCities, FillDisplay, OrderRoll
from footplate.core.game import Decision, Phase

SEQUENCE: tuple[Phase[Any, Any], ...] = (
    IssueShares(),
    DeterminePlayerOrder(),
    SelectActions(),
    BuildTrack(),
    MoveGoods(),
    CollectIncome(),
    PayExpenses(),
    ReduceIncome(),
    GoodsGrowth(),
    AdvanceTurn(),
)
"""The ten phases of a turn. [base.sequence]"""

DECISIONS: dict[str, Decision[Any, Any]] = {
    "order": OrderRoll(),
    "fill-display": FillDisplay(),
    "fill-cities": FillCities(),
    "issue": IssueDecision(),
    "bid": BidDecision(),
    "take": TakeDecision(),
    "build": BuildDecision(),
    "move": MoveDecision(),
    "produce": ProduceDecision(),
    "production": ProductionDraw(),
    "stock": StockDecision(),
    "extra-cube": ExtraCube(),
    "grow": GrowthRoll(),
}
"""Every kind of question the base game asks."""
