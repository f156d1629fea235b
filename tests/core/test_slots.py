"""Records: copying, saving, loading, comparing."""

from __future__ import annotations

from typing import Any

import pytest

from footplate.core.game import Due, State
from footplate.core.slots import Slots
from tests.core.toy import Heap


class Shelf(Slots):
    __slots__ = ("label", "full", "pair", "counts", "bytes_", "worth", "owner")
    derived = ("worth",)
    passing = ("owner",)
    label: str
    full: bool
    pair: tuple[int, ...]
    counts: list[int]
    bytes_: bytearray
    worth: int | None
    owner: list[str] | None

    def __init__(self) -> None:
        super().__init__()
        self.label, self.full, self.pair = "top", False, (1, 2)
        self.counts, self.bytes_ = [3, 4], bytearray(b"\x05\x06")


class Cupboard(Shelf):
    """A record that adds fields to another's."""

    __slots__ = ("doors",)
    doors: list[tuple[int, int]]

    def __init__(self) -> None:
        super().__init__()
        self.doors = [(7, 8)]


SAVED = {"label": "top", "full": False, "pair": [1, 2], "counts": [3, 4], "bytes_": "0506"}


def test_the_fields_are_those_of_all_ancestors_without_derived_and_passing_slots() -> None:
    assert Shelf.fields == ("label", "full", "pair", "counts", "bytes_")
    assert Cupboard.fields == ("label", "full", "pair", "counts", "bytes_", "doors")
    assert Cupboard.derived == ("worth",) and Cupboard.passing == ("owner",)
    assert State.fields == ("seats", "phase", "agenda", "over")


def test_derived_and_passing_slots_start_as_none() -> None:
    shelf = Shelf()
    assert shelf.worth is None and shelf.owner is None


def test_a_copy_is_equal_and_changing_it_leaves_the_original() -> None:
    old = Cupboard()
    new = old.copy()
    assert type(new) is Cupboard and new == old
    new.counts.append(9)
    new.bytes_[0] = 99
    new.doors[0] = (0, 0)
    new.label, new.full, new.pair = "bottom", True, (5,)
    assert (old.counts, old.bytes_, old.doors) == ([3, 4], bytearray(b"\x05\x06"), [(7, 8)])
    assert (old.label, old.full, old.pair) == ("top", False, (1, 2))


def test_changing_the_original_leaves_the_copy() -> None:
    old = Shelf()
    new = old.copy()
    old.counts[0], old.bytes_[1] = 77, 78
    assert new.counts == [3, 4] and new.bytes_ == bytearray(b"\x05\x06")


def test_a_copy_shares_what_is_derived_and_forgets_what_is_passing() -> None:
    old = Shelf()
    old.worth, old.owner = 12, ["Ada"]
    new = old.copy()
    assert new.worth == 12
    assert new.owner is None and old.owner == ["Ada"]


def test_derived_and_passing_slots_are_neither_compared_nor_saved() -> None:
    one, other = Shelf(), Shelf()
    one.worth, one.owner = 12, ["Ada"]
    assert one == other
    assert one.to_json() == SAVED == other.to_json()


@pytest.mark.parametrize(
    ("name", "value"),
    [("label", "x"), ("full", True), ("pair", (2, 1)), ("counts", [3]), ("bytes_", bytearray(2))],
)
def test_every_field_is_compared(name: str, value: Any) -> None:
    one, other = Shelf(), Shelf()
    setattr(other, name, value)
    assert one != other
    assert one.differences(other) == [f"{name}: {getattr(one, name)!r} / {value!r}"]


def test_records_of_other_classes_are_never_equal_and_none_is_hashable() -> None:
    assert Shelf() != Cupboard()
    assert Shelf() != SAVED
    with pytest.raises(TypeError):
        hash(Shelf())


def test_equal_records_have_no_differences() -> None:
    assert Shelf().differences(Shelf()) == []


def test_loading_what_was_saved_gives_an_equal_record_of_the_same_types() -> None:
    old = Cupboard()
    new = Cupboard.from_json(old.to_json())
    assert new == old and type(new) is Cupboard
    assert isinstance(new.bytes_, bytearray) and isinstance(new.pair, tuple)
    assert isinstance(new.doors, list) and isinstance(new.doors[0], tuple)
    assert new.worth is None and new.owner is None


def test_what_is_saved_shares_nothing_with_the_record() -> None:
    old = Shelf()
    saved = old.to_json()
    saved["counts"].append(9)
    assert old.counts == [3, 4]
    new = Shelf.from_json(saved)
    saved["counts"].append(10)
    assert new.counts == [3, 4, 9]


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ([], "a saved state is a table of fields"),
        ("text", "a saved state is a table of fields"),
        ({key: value for key, value in SAVED.items() if key != "pair"}, "the saved state lacks pair"),
        ({}, "the saved state lacks label, full, pair, counts, bytes_"),
        ({**SAVED, "worth": 12}, "the saved state has unknown fields: worth"),
        ({**SAVED, "bytes_": "0g"}, "the field bytes_ of the saved state is not a bytearray"),
        ({**SAVED, "bytes_": [5, 6]}, "the field bytes_ of the saved state is not a bytearray"),
        ({**SAVED, "counts": 3}, "the field counts of the saved state is not a list[int]"),
        ({**SAVED, "counts": "34"}, "the field counts of the saved state is not a list[int]"),
        ({**SAVED, "pair": 1}, "the field pair of the saved state is not a tuple[int, ...]"),
        ({**SAVED, "full": "no"}, "the field full of the saved state is not a bool"),
    ],
)
def test_damaged_data_is_refused_with_what_is_wrong(damage: Any, says: str) -> None:
    with pytest.raises(ValueError) as problem:
        Shelf.from_json(damage)
    assert str(problem.value) == says


# The agenda ---------------------------------------------------------------------------------------------


def test_a_new_state_has_begun_nothing() -> None:
    s = Heap(3)
    assert (s.seats, s.phase, s.agenda, s.over, s.news) == (3, -1, [], False, None)


def test_ask_puts_a_decision_last_and_ask_first_puts_it_first() -> None:
    s = Heap(3)
    s.ask("take", 1)
    s.ask("take", 2, 5, 6)
    s.ask_first("refill", -1, 4)
    assert s.agenda == [Due("refill", -1, 4, 0), Due("take", 1, 0, 0), Due("take", 2, 5, 6)]


def test_amend_changes_the_numbers_of_the_current_decision_only() -> None:
    s = Heap(3)
    s.ask("take", 1, 2, 2)
    s.ask("take", 2, 2, 2)
    s.amend(1)
    assert s.agenda == [Due("take", 1, 1, 0), Due("take", 2, 2, 2)]
    s.amend(7, 8)
    assert s.agenda[0] == Due("take", 1, 7, 8)


def test_settle_removes_the_current_decision() -> None:
    s = Heap(3)
    s.ask("take", 1)
    s.ask("take", 2)
    s.settle()
    assert s.agenda == [Due("take", 2)]


def test_excuse_removes_all_that_is_due_from_a_seat() -> None:
    s = Heap(3)
    for seat in (0, 1, -1, 0, 2):
        s.ask("take", seat)
    s.excuse(0)
    assert [due.seat for due in s.agenda] == [1, -1, 2]


def test_news_are_told_only_where_somebody_listens() -> None:
    s = Heap(3)
    s.tell("took", 1, 5)
    assert s.news is None
    s.news = []
    s.tell("took", 1, 5)
    s.tell("ended")
    assert [tuple(fact) for fact in s.news] == [("took", 1, (5,)), ("ended", -2, ())]
    assert s.copy().news is None


def test_a_state_is_loaded_with_its_agenda_as_decisions() -> None:
    s = Heap(2)
    s.ask("take", 1, 2)
    s.rounds = (3, 1)
    loaded = Heap.from_json(s.to_json())
    assert loaded == s
    assert isinstance(loaded.agenda[0], Due) and loaded.agenda[0].kind == "take"


@pytest.mark.parametrize("agenda", [[1], [["take"]], [["take", 0, 0, 0, 0]]])
def test_a_damaged_agenda_is_refused(agenda: Any) -> None:
    saved = {**Heap(2).to_json(), "agenda": agenda}
    with pytest.raises(ValueError, match="the field agenda of the saved state is not a list of decisions"):
        Heap.from_json(saved)
