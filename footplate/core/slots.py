"""Values in named slots; copying, saving, loading and comparing follow from the names."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from footplate.core.native import mypyc_attr

Json = Any


@mypyc_attr(allow_interpreted_subclasses=True)
class Slots:
    """Plain values in slots: numbers, strings, tuples, and lists or bytearrays of them.

    Every slot is annotated. A slot whose annotation begins with ``list`` or ``bytearray`` is copied,
    every other value is shared, because it cannot change. Slots named in ``derived`` are worked out
    from the fields: copies share them, they are neither saved nor compared, and they start as None.
    Slots named in ``passing`` belong to one object alone: they are None in a copy.

    A compiled class forgets its annotations: it says its slots again in ``kinds``, and writes out ``fill``.
    """

    __slots__ = ()
    derived: ClassVar[tuple[str, ...]] = ()
    passing: ClassVar[tuple[str, ...]] = ()
    fields: ClassVar[tuple[str, ...]] = ()
    kinds: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls) -> None:
        kinds: dict[str, str] = {}
        derived: list[str] = []
        passing: list[str] = []
        for base in reversed(cls.__mro__):
            own = vars(base)
            derived += own.get("derived", ())
            passing += own.get("passing", ())
            kinds |= own["kinds"] if "kinds" in own else _annotated(own)
        cls.derived, cls.passing, cls.kinds = tuple(derived), tuple(passing), kinds
        cls.fields = tuple([name for name in kinds if name not in derived and name not in passing])
        own = vars(cls)
        if "fill" not in own and (annotated := _annotated(own)):
            cls.fill = _filler(cls, annotated)  # type: ignore[method-assign]

    def __init__(self) -> None:
        for name in (*self.derived, *self.passing):
            setattr(self, name, None)

    def copy(self) -> Self:
        """An independent copy."""
        cls = type(self)
        new = cls.__new__(cls)
        self.fill(new)
        return new

    def fill(self, new: Any) -> None:
        """Put all values into a new object; where a class does not write it out, it is made once for it."""

    def to_json(self) -> Json:
        """The fields as JSON can hold them; a bytearray becomes text of hexadecimal digits."""
        return {name: _saved(getattr(self, name)) for name in self.fields}

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """The values that `to_json` described; ValueError says what does not fit."""
        data = cls.renewed(data)
        if not isinstance(data, dict):
            raise ValueError("a saved state is a table of fields")
        if missing := [name for name in cls.fields if name not in data]:
            raise ValueError(f"the saved state lacks {', '.join(missing)}")
        if unknown := [name for name in data if name not in cls.fields]:
            raise ValueError(f"the saved state has unknown fields: {', '.join(unknown)}")
        new = cls.__new__(cls)
        Slots.__init__(new)
        for name in cls.fields:
            setattr(new, name, _loaded(name, cls.kinds[name], data[name]))
        new.restore()
        return new

    @classmethod
    def renewed(cls, data: Json) -> Json:
        """What was saved in an earlier form, as it is saved now."""
        return data

    def restore(self) -> None:
        """Make of what was loaded what JSON could not hold; ValueError says what does not fit."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.fields)

    __hash__ = None  # type: ignore[assignment]

    def differences(self, other: Self) -> list[str]:
        """The fields in which two records differ, for people."""
        return [
            f"{name}: {getattr(self, name)!r} / {getattr(other, name)!r}"
            for name in self.fields
            if getattr(self, name) != getattr(other, name)
        ]


def _annotated(own: Any) -> dict[str, str]:
    """The slots that a class adds, each with its annotation."""
    return {slot: str(own["__annotations__"][slot]) for slot in own.get("__slots__", ())}


def _filler(cls: type[Slots], kinds: dict[str, str]) -> Any:
    """Straight-line code that fills the slots a class adds, after those of its base."""
    lines = ["def fill(old, new):", "    base(old, new)"]
    for name, kind in kinds.items():
        if name in cls.passing:
            lines.append(f"    new.{name} = None")
        elif kind.startswith(("list", "bytearray")) and name not in cls.derived:
            lines.append(f"    new.{name} = old.{name}[:]")
        else:
            lines.append(f"    new.{name} = old.{name}")
    base: type[Any] = cls.__mro__[1]
    scope: dict[str, Any] = {"base": base.fill}
    exec("\n".join(lines), scope)
    return scope["fill"]


def _saved(value: Any) -> Json:
    if isinstance(value, bytearray):
        return value.hex()
    if isinstance(value, (list, tuple)):
        return [_saved(part) for part in value]
    return value


def require(holds: bool, what: str) -> None:
    """Refuse a loaded record in which something cannot be, with a sentence that says what."""
    if not holds:
        raise ValueError(f"the saved state cannot be: {what}")


def _frozen(value: Json, depth: int = 2) -> Any:
    """Lists as tuples; what no field holds, and what lies too deep, is no value of a record."""
    if isinstance(value, list) and depth:
        return tuple(_frozen(part, depth - 1) for part in value)
    if type(value) not in (int, str):
        raise TypeError
    return value


def _numbers(value: Json) -> list[int]:
    if not isinstance(value, list) or any(type(part) is not int for part in value):
        raise TypeError
    return value[:]


def _loaded(name: str, kind: str, value: Json) -> Any:
    try:
        if kind == "bytearray":
            return bytearray.fromhex(value)
        if kind == "list[int]":
            return _numbers(value)
        if kind == "tuple[int, ...]":
            return tuple(_numbers(value))
        if kind.startswith(("list", "tuple")):
            if not isinstance(value, list):
                raise TypeError
            frozen = _frozen(value)
            return list(frozen) if kind.startswith("list") else frozen
        if kind in ("int", "bool", "str") and type(value).__name__ != kind:
            raise TypeError
        return value
    except (TypeError, ValueError):
        raise ValueError(f"the field {name} of the saved state is not a {kind}") from None
