"""What happens to a bot that fails: it is reported, and the game goes on with a legal move."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Sequence
from time import monotonic
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from footplate.core.game import NATURE

if TYPE_CHECKING:
    from footplate.sim.run import Minds

LONGEST = 200
"""Characters of an error that are kept."""


class Fault(NamedTuple):
    """A bot that did not answer as it should: where to find it again, and what it did."""

    game: int
    seat: int
    bot: str
    seed: str
    """The seed of the game; the bot's chance is drawn from it."""
    step: int
    """The entry of the log, counted from 1, that is missing its answer."""
    kind: str
    """raised, overran or illegal."""
    what: str

    def __str__(self) -> str:
        at = f"Game {self.game} (seed {self.seed}), step {self.step}, seat {self.seat + 1}"
        return f"{at}: {self.bot} {self.what}"


class Overrun(BaseException):
    """The time is up; not an Exception, so that no bot mistakes it for one of its own."""


class Guard:
    """Asks the minds of one game and answers for those that fail."""

    def __init__(self, names: Sequence[str], seed: str, number: int, patience: float) -> None:
        self.names, self.seed, self.number, self.patience = names, seed, number, patience
        self.steps = self.decisions = 0
        self.faults: list[Fault] = []
        self._armed = False
        # Only the main thread of a process can be called back; elsewhere one is late when one has answered.
        self._rings = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._before: Any = None

    def __enter__(self) -> Self:
        if self._rings:
            self._before = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._rings:
            signal.signal(signal.SIGALRM, self._before)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._armed:
            raise Overrun

    def choose(self, minds: Minds, s: Any, seat: int) -> tuple[Any, Any]:
        """The position as it stands and what is done in it, whatever the bot does."""
        self.steps += 1
        if seat == NATURE:
            return s, minds.choose(s, seat)
        self.decisions += 1
        # Who fails may have left the position half changed.
        spare = s.copy()
        begun = monotonic()
        try:
            action = self._asked(minds, s, seat)
            refusal = minds.game.why_not(s, action)
        except Overrun:
            kind, what = "overran", f"had no answer after {self.patience:g} seconds"
        except (KeyboardInterrupt, SystemExit, MemoryError):
            raise
        except BaseException as problem:
            said = " ".join(str(problem).split())[:LONGEST]
            kind, what = "raised", f"raised {type(problem).__name__}" + (f": {said}" if said else "")
        else:
            if monotonic() - begun > self.patience:
                kind, what = "overran", f"answered only after {monotonic() - begun:.1f} seconds"
            elif refusal is not None:
                because = minds.game.explain(s, action, refusal)
                kind, what = "illegal", f"wanted “{minds.game.say(action)}”: {because}"[:LONGEST]
            else:
                return s, action
        self.faults.append(Fault(self.number, seat, self.names[seat], self.seed, self.steps, kind, what))
        chance = random.Random(f"{self.seed}/fault {self.steps}")
        return spare, chance.choice(minds.game.options(spare))

    def _asked(self, minds: Minds, s: Any, seat: int) -> Any:
        if not self._rings:
            return minds.choose(s, seat)
        signal.setitimer(signal.ITIMER_REAL, self.patience)
        self._armed = True
        try:
            return minds.choose(s, seat)
        finally:
            self._armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
