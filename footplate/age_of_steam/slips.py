"""Choices that are legal and probably not meant: what is asked before they are made.

Each slip is one small function over a `Moment`; the first that has something to ask, asks. They ask the rules
and the phases of the board what a turn costs and what it leads to, never which board it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from footplate.age_of_steam.actions import (
    DONE,
    DROP,
    PASS,
    Bid,
    Build,
    Connect,
    Deliver,
    Done,
    Drop,
    Improve,
    Issue,
    Pass,
    Take,
)
from footplate.age_of_steam.board import owner_of
from footplate.age_of_steam.game import AgeOfSteam
from footplate.age_of_steam.phases.auction import highest
from footplate.age_of_steam.phases.build_track import BuildDecision
from footplate.age_of_steam.prospects import (
    NOTHING,
    Course,
    Gain,
    TurnEnd,
    best_end,
    cheapest_tile,
    courses,
    deliveries,
    hope,
    is_ruined,
    minus,
    moves_left,
    prospect,
    truth,
    turn_end,
)
from footplate.age_of_steam.state import SteamState
from footplate.age_of_steam.track import open_ends, section
from footplate.age_of_steam.words import plural, signed
from footplate.core.game import NATURE, Due
from footplate.core.host import Prospect, Safe, Slip

TRIED = 24
"""Tiles that are tried for what they would finish."""
Prospects = tuple[Prospect, ...]

EACH_MISSING = "Each missing $1 takes 1 income, and below 0 you are out."


@dataclass
class Moment:
    """A legal action about to be chosen in a position."""

    game: AgeOfSteam
    s: SteamState
    action: Any
    listed: Sequence[Any] | None = None

    @property
    def due(self) -> Due:
        """The question that is open."""
        return self.s.agenda[0]

    @property
    def seat(self) -> int:
        """Who is asked."""
        return self.s.agenda[0].seat

    @property
    def control(self) -> str:
        """How it is asked: issue, bid, take, build, move."""
        return self.game.decision(self.s).control

    @property
    def last_turn(self) -> bool:
        """Whether nothing comes after this turn."""
        return self.s.turn >= self.game.rules.turns(self.s.seats)

    @cached_property
    def options(self) -> Sequence[Any]:
        """Every legal answer."""
        return self.game.options(self.s) if self.listed is None else self.listed

    def legal(self, action: Any) -> bool:
        """Whether another answer would do too."""
        return self.game.why_not(self.s, action) is None

    def after(self, action: Any = None) -> SteamState:
        """The position after this or another answer, before anything that follows of itself."""
        trial = self.s.copy()
        self.game.do(trial, self.action if action is None else action)
        return trial

    def say(self, action: Any) -> str:
        """The sentence of an action."""
        return self.game.say(action)


def slip(game: AgeOfSteam, s: SteamState, action: Any, options: Sequence[Any] | None = None) -> Slip | None:
    """What to ask before a legal action, or None; whoever has listed the options brings them along."""
    moment = Moment(game, s, action, options)
    for asks in SLIPS.get(type(action), ()):
        if asked := asks(moment):
            return asked
    return None


# Being eliminated ------------------------------------------------------------------------------------


def ends_game(end: TurnEnd) -> str:
    """The consequence of expenses that cannot be met."""
    return f"This ends your game: you cannot pay ${end.due}."


def hopeless(moment: Moment, after: SteamState) -> str:
    """Why somebody would be out, and what hope there is."""
    return f"{EACH_MISSING} {truth(moment.game, after, moment.seat)}"


def two_ways(moment: Moment, chosen: str, after: SteamState, safe: str, kept: SteamState) -> Prospects:
    """How the turn ends after the choice and after the safe way, each with its best deliveries."""
    out = []
    for title, s, good in ((chosen, after, False), (safe, kept, True)):
        gain = hope(moment.game, s, moment.seat, moves_left(moment.game, s, moment.seat))
        if (end := turn_end(moment.game, s, moment.seat, gain)) is None:
            return ()
        out.append(prospect(title, end, gain, good=good and not end.out))
    return tuple(out)


def too_few_shares(moment: Moment) -> Slip | None:
    """Too few shares to pay the expenses of the turn, even with the best deliveries."""
    game, seat, chosen = moment.game, moment.seat, moment.action.shares
    after = moment.after()
    end = turn_end(game, after, seat)
    if end is None or not end.short:
        return None
    ways = courses(game, after, seat)
    end = best_end(game, after, seat, ways)
    if end is None or not end.short or (shares := _enough(moment, end, ways)) is None:
        return None
    question = f"Issue {plural(shares, 'share')} instead?"
    enough = moment.after(Issue(shares))
    safe = Safe(f"Issue {shares} for ${enough.cash[seat] - moment.s.cash[seat]}", moment.say(Issue(shares)))
    title = f"Issue {chosen or 'nothing'}"
    prospects = _issued(moment, title, after, f"Issue {plural(shares, 'share')}", enough, ways[0].gain)
    if end.out:
        return Slip("ruin", ends_game(end), question, safe, title, hopeless(moment, after), prospects)
    best = ways[0].gain.income
    even = f", even with your best deliveries, {signed(best)}" if best else ""
    says = f"This costs you {end.short} income: you cannot pay ${end.due}{even}."
    lost = "1 income is $1 every turn and 3 points at the end; so is a share."
    return Slip("short", says, question, safe, title, lost, prospects)


def _issued(
    moment: Moment, title: str, after: SteamState, instead: str, enough: SteamState, gain: Gain
) -> Prospects:
    """The two ways of issuing shares; the second also says what the shares cost in the end."""
    game, seat = moment.game, moment.seat
    ends = turn_end(game, after, seat, gain), turn_end(game, enough, seat, gain)
    if ends[0] is None or ends[1] is None:
        return ()
    less = (game.rules.score(after, seat) or 0) - (game.rules.score(enough, seat) or 0)
    safe = prospect(instead, ends[1], gain, good=True)
    if less > 0:
        safe = replace(safe, ends=f"{safe.ends} Costs {plural(less, 'point')} at the end.")
    return prospect(title, ends[0], gain), safe


def _enough(moment: Moment, end: TurnEnd, ways: Sequence[Course]) -> int | None:
    """The fewest shares with which the expenses can be met, if these cost less than what is lost."""
    saved: int | None = None
    # A share costs as much as an income; in the last turn it brings nothing else.
    worth = moment.game.rules.shares_max if end.out else end.short - moment.last_turn
    for shares in range(moment.action.shares + 1, moment.action.shares + worth + 1):
        if not moment.legal(Issue(shares)):
            break
        then = best_end(moment.game, moment.after(Issue(shares)), moment.seat, ways)
        assert then is not None
        if not then.short:
            return shares
        if end.out and not then.out and saved is None:
            saved = shares
    return saved


def too_high_a_bid(moment: Moment) -> Slip | None:
    """A bid after which something cannot be paid any more, if it is the last one.

    Whoever has bid as much in this auction already was asked then.
    """
    game, s, seat, amount = moment.game, moment.s, moment.seat, moment.action.amount
    won, kept = _won(moment, amount), _won(moment, 0)
    if (end := is_ruined(game, won, seat)) is not None and is_ruined(game, kept, seat) is None:
        says = f"If nobody bids more, this ends your game: you cannot pay ${end.due}."
        return _bid_less(moment, "ruin", says, hopeless(moment, won))
    paid, unpaid = best_end(game, kept, seat), best_end(game, won, seat)
    if paid is not None and unpaid is not None and unpaid.short > paid.short:
        lost = unpaid.short - paid.short
        if (before := best_end(game, _won(moment, s.bids[seat]), seat)) is None or not before.short:
            says = f"If nobody bids more, this costs you {lost} income: you cannot pay ${unpaid.due}."
            return _bid_less(moment, "short", says, EACH_MISSING)
    tile = cheapest_tile(game)
    was = _won(moment, s.bids[seat]).cash[seat]
    if moment.last_turn or won.cash[seat] >= tile or was < tile:
        return None
    says = f"After this bid you cannot pay for any tile: ${won.cash[seat]} left."
    return _bid_less(moment, "bid", says, f"The cheapest tile costs ${tile}.")


def _won(moment: Moment, amount: int) -> SteamState:
    """The position after winning the auction with a bid."""
    trial = moment.s.copy()
    trial.bids[moment.seat] = amount
    trial.cash[moment.seat] -= moment.game.rules.order_payment(trial, moment.seat, 1)
    return trial


def _bid_less(moment: Moment, kind: str, says: str, more: str) -> Slip:
    """Ask to bid less, or to drop out where that was the least one could bid."""
    game, s, amount = moment.game, moment.s, moment.action.amount
    title = f"Bid ${amount}"
    least = amount <= highest(s) + 1 and moment.legal(DROP)
    safe = Safe("Drop out", moment.say(DROP)) if least else Safe("Bid less")
    instead = _won(moment, 0 if least else highest(s) + 1)
    if least:
        instead.cash[moment.seat] -= game.rules.order_payment(s, moment.seat, len(s.bidders))
    words = "Drop out" if least else f"Bid ${highest(s) + 1}"
    prospects = two_ways(moment, title, _won(moment, amount), words, instead)
    return Slip(kind, says, f"{title}?", safe, title, more, prospects)


def ruin_by_action(moment: Moment) -> Slip | None:
    """An action that costs more every turn than can be paid."""
    game, seat, after = moment.game, moment.seat, moment.after()
    if (end := is_ruined(game, after, seat)) is None or is_ruined(game, moment.s, seat) is not None:
        return None
    prospects = two_ways(moment, "Take it", after, "Without it", moment.s)
    more = hopeless(moment, after)
    again = Safe("Choose again")
    return Slip("ruin", ends_game(end), "Take another action?", again, "Take it", more, prospects)


def ruin_by_build(moment: Moment) -> Slip | None:
    """A tile after which the expenses cannot be paid."""
    game, seat, after = moment.game, moment.seat, moment.after()
    if (end := is_ruined(game, after, seat)) is None:
        return None
    if (kept := best_end(game, moment.s, seat)) is None or kept.out:
        return None
    paid = moment.s.cash[seat] - after.cash[seat]
    prospects = two_ways(moment, f"Build for ${paid}", after, "Do not build", moment.s)
    return Slip(
        "ruin",
        ends_game(end),
        f"Keep the ${paid} instead?",
        Safe("Do not build"),
        f"Build for ${paid}",
        hopeless(moment, after),
        prospects,
    )


def ruin_by_move(moment: Moment) -> Slip | None:
    """A move after which the expenses cannot be paid, where another move would do."""
    game, s, seat = moment.game, moment.s, moment.seat
    if moment.control != "move":
        return None
    end = turn_end(game, s, seat)
    raised = isinstance(moment.action, Improve) and turn_end(game, moment.after(), seat)
    if not (raised and raised.out) and (end is None or not end.out):
        return None
    after = moment.after()
    if (end := is_ruined(game, after, seat)) is None:
        return None
    word = _move_word(moment)
    if (best := _better(moment)) and is_ruined(game, moment.after(best.first), seat) is None:
        prospects = two_ways(moment, word, after, "Deliver", moment.after(best.first))
        return _deliver_instead(moment, "ruin", ends_game(end), best, hopeless(moment, after), prospects)
    if not isinstance(moment.action, Pass) and is_ruined(game, moment.after(PASS), seat) is None:
        prospects = two_ways(moment, word, after, "Pass", moment.after(PASS))
        safe = Safe("Pass", moment.say(PASS))
        more = hopeless(moment, after)
        return Slip("ruin", ends_game(end), "Pass instead?", safe, word, more, prospects)
    return None


def lost_alone(moment: Moment) -> Slip | None:
    """A choice in the last turn of a game alone, with which it is lost where it could be won."""
    if moment.s.seats > 1 or not moment.last_turn or moment.control not in ("move", "build"):
        return None
    if _wins(moment, moment.action):
        return None
    says = "This loses the game, with the deliveries you have now."
    if isinstance(moment.action, (Build, Connect)):
        if not (moment.legal(DONE) and _wins(moment, DONE)):
            return None
        word = "Build"
        return Slip("lost", says, "Keep the money instead?", Safe("Do not build"), word)
    best = _better(moment)
    if best is None or not _wins(moment, best.first):
        if isinstance(moment.action, Pass) or not _wins(moment, PASS):
            return None
        return Slip("lost", says, "Pass instead?", Safe("Pass", moment.say(PASS)), _move_word(moment))
    return _deliver_instead(moment, "lost", says, best)


def best_delivery(moment: Moment) -> Gain | None:
    """The delivery that would bring most now, if there is one."""
    return next(iter(deliveries(moment.game, moment.s, moment.due)), None)


def _better(moment: Moment) -> Gain | None:
    """The best delivery, unless it is the one that was chosen."""
    best = best_delivery(moment)
    return None if best is None or best.first == moment.action else best


def _deliver_instead(
    moment: Moment, kind: str, says: str, best: Gain, more: str = "", prospects: Prospects = ()
) -> Slip:
    question = f"Deliver for {signed(best.income)} instead?"
    safe = Safe("Show it", show=moment.say(best.first))
    return Slip(kind, says, question, safe, _move_word(moment), more, prospects)


def _wins(moment: Moment, action: Any) -> bool:
    """Whether a game is won with this in its last turn; the cubes that still grow count for nothing.

    What is left to move is moved as it brings most now, and nothing more is built.
    """
    game, trial = moment.game, moment.s.copy()
    game.apply(trial, action)
    while not trial.over:
        due = trial.agenda[0]
        if game.actor(trial) == NATURE:
            game.apply(trial, next(game.odds(trial))[0])
        elif game.decision(trial).control == "move":
            best = next(iter(deliveries(game, trial, due)), NOTHING).first
            game.apply(trial, best or PASS)
        else:
            ends = game.why_not(trial, DONE) is None if game.decision(trial).control == "build" else False
            game.apply(trial, DONE if ends else game.options(trial)[0])
    return bool(game.winners(trial))


def _move_word(moment: Moment) -> str:
    """The button that moves all the same."""
    words: dict[type[Any], str] = {Pass: "Pass", Improve: "Raise the engine"}
    return words.get(type(moment.action), "Deliver it")


# Giving something away -------------------------------------------------------------------------------


def passed_income(moment: Moment) -> Slip | None:
    """Passing, or an engine that nothing moves any more, where a delivery would bring income."""
    game, s, seat = moment.game, moment.s, moment.seat
    if moment.control != "move":
        return None
    idle = isinstance(moment.action, Improve)
    if idle and not (moment.last_turn and moves_left(game, s, seat) == 1):
        return None
    # What helps another as much is no income one is sorry to have passed.
    if (best := best_delivery(moment)) is None or best.income <= best.others:
        return None
    if _kept(game, s, seat, best.income) <= _kept(game, s, seat, 0):
        return None
    safe = Safe("Show it", show=moment.say(best.first))
    word = _move_word(moment)
    prospects = _with_and_without(moment, word, best)
    if idle:
        says = f"The game ends with this turn, and you could deliver for {signed(best.income)}."
        return Slip("income", says, "Raise the engine?", safe, word, "", prospects)
    return Slip("income", f"You could deliver for {signed(best.income)}.", "Pass?", safe, word, "", prospects)


def _with_and_without(moment: Moment, word: str, best: Gain) -> Prospects:
    """What is left of the income without a delivery and with it."""
    game, s, seat = moment.game, moment.s, moment.seat
    now = s.income[seat]
    without, kept = _kept(game, s, seat, 0), _kept(game, s, seat, best.income)
    assert best.first is not None
    to = game.board.place(best.first.hex)
    points = (game.rules.score(moment.after(best.first), seat) or 0) - (game.rules.score(s, seat) or 0)
    gained = f"${kept - without} more every turn" if not moment.last_turn else "More money at the end"
    if points > 0:
        gained += f", {plural(points, 'point')} at the end"
    figures = [
        [("Income", minus(now))],
        [("Income", f"{minus(now)} + {best.income} = {minus(now + best.income)}")],
    ]
    if without < now or kept < now + best.income:
        figures[0].append(("After reduction", minus(without)))
        figures[1].append(("After reduction", minus(kept)))
    return (
        Prospect(word, tuple(figures[0]), "Nothing gained."),
        Prospect(f"Deliver from {to}", tuple(figures[1]), f"{gained}.", True),
    )


def _kept(game: AgeOfSteam, s: SteamState, seat: int, gain: int) -> int:
    """The income that is left of a gain after the income reduction of this turn."""
    trial = s.copy()
    trial.income[seat] += gain
    return trial.income[seat] - game.rules.reduction(trial, seat)


def lost_track(moment: Moment) -> Slip | None:
    """Ending a build, or laying the last tile elsewhere, so that own track is left to nobody.

    Asked only where another tile would keep it.
    """
    game, s = moment.game, moment.s
    ends = isinstance(moment.action, Done)
    if not moment.due.a or (not ends and moment.due.a > 1) or not _abandoned(moment, s):
        return None
    lost = _abandoned(moment, s if ends else moment.after())
    if not lost:
        return None
    if (build := _keeps(moment, lost)) is None:
        return None
    hexes = list(dict.fromkeys(game.board.place(side // 6) for side in lost))
    says = f"{_and(hexes)} will belong to nobody after this turn."
    more = f"A tile on {game.board.place(build.hex)} keeps {'it' if len(hexes) == 1 else 'some of it'} yours."
    if ends:
        safe = Safe("Keep building", show=moment.say(build))
        return Slip("track", says, "End building?", safe, "End building", more)
    safe = Safe("Show it", show=moment.say(build))
    return Slip("track", says, "Use your last tile elsewhere?", safe, "Build here", more)


def _keeps(moment: Moment, lost: Sequence[int]) -> Build | None:
    """The tile with which least is left to nobody, less than what would be lost."""
    across = moment.game.board.across
    near = {side // 6 for side in lost} | {across[side] // 6 for side in lost}
    found: tuple[int, Build | None] = (len(lost), None)
    ruinous = -1  # With so much cash left one is ruined; with less too.
    for build in moment.options:
        if not isinstance(build, Build) or build.hex not in near:
            continue
        after = moment.after(build)
        cash, left = after.cash[moment.seat], len(_abandons(moment, after))
        if left >= found[0] or cash <= ruinous:
            continue
        if _ruins(moment, build):
            ruinous = cash
        else:
            found = (left, build)
            if not left:
                break
    return found[1]


def _abandoned(moment: Moment, s: SteamState) -> list[int]:
    """The sides of own track that a build ended now would leave to nobody."""
    return _abandons(moment, s.copy())


def _abandons(moment: Moment, trial: SteamState) -> list[int]:
    """End the build of a position that nobody needs any more, and say what it leaves to nobody."""
    return list(moment.game.rules.do_done(trial, moment.seat))


def unused_city(moment: Moment) -> Slip | None:
    """Ending a build, or beginning with a tile, while a New City waits to be placed."""
    game, s = moment.game, moment.s
    if not isinstance(game.decision(s), BuildDecision) or not moment.due.b:
        return None
    if not isinstance(moment.action, Done) and s.built:
        return None
    if not isinstance(moment.action, Done) and game.rules.urbanize_after_building():
        return None
    # Asked one by one, for the list would also look at every tile.
    towns = game.board.urbanizations.values()
    if not any(moment.legal(city) for cities in towns for city in cities):
        return None
    safe = Safe("Place it")
    if isinstance(moment.action, Done):
        return Slip("city", "You have an unused New City.", "End building?", safe, "End building")
    return Slip("city", "Building first gives up your New City.", "Build anyway?", safe, "Build")


def unbuilt(moment: Moment) -> Slip | None:
    """Ending a build with money and tiles left, where a tile would leave enough for the expenses."""
    game, s, seat = moment.game, moment.s, moment.seat
    if not moment.due.a:
        return None
    have = f"You have ${s.cash[seat]} and {plural(moment.due.a, 'tile')} left"
    for build, why in _useful(moment):
        after = moment.after(build)
        # What only passes the time is not worth an income that is still to be made.
        end = best_end(game, after, seat) if why else turn_end(game, after, seat)
        if end is not None and not end.short:
            safe = Safe("Keep building", show=moment.say(build) if why else None)
            tile = f"A tile on {game.board.place(build.hex)}" if why else "One more tile"
            prospects = _ended_or_built(moment, after, tile)
            return Slip("build", f"{have}.", "End building?", safe, "End building", why, prospects)
    return None


def _ended_or_built(moment: Moment, after: SteamState, tile: str) -> Prospects:
    """The money left without another tile, and with it."""
    game, s, seat = moment.game, moment.s, moment.seat
    end, built = turn_end(game, s, seat), turn_end(game, after, seat)
    if end is None or built is None:
        return ()
    return prospect("End building", end), prospect(tile, built, good=True)


def _useful(moment: Moment) -> Iterator[tuple[Build, str]]:
    """Builds that somebody may be sorry to have left out, the most useful first, and why."""
    game, s, board = moment.game, moment.s, moment.game.board
    decision, owner = game.decision(s), owner_of(moment.seat)
    if not isinstance(decision, BuildDecision):
        return
    builds = [a for a in moment.options if isinstance(a, Build)]
    builds.sort(key=lambda a: decision.charge(game.rules, s, a))
    if not s.begun[moment.seat]:
        yield from ((build, "You have no track yet.") for build in builds[:1])
        return
    ends = {board.across[side] // 6 for side in open_ends(board, s, owner)}
    for build in [a for a in builds if a.hex in ends][:TRIED]:
        # The cheapest tile of a hex speaks for all that finish a link there.
        if build.hex not in ends:
            continue
        after = moment.after(build)
        new = [side for side in after.laid if side not in s.laid]
        if any(section(board, after, side).complete for side in new):
            ends.remove(build.hex)
            yield build, f"A tile on {board.place(build.hex)} finishes a link."
    # In the last turn only finished links count.
    if not moment.last_turn:
        yield from ((build, "") for build in builds[:1])


def _ruins(moment: Moment, build: Build) -> bool:
    """Whether a tile would leave too little for the expenses."""
    after = moment.after(build)
    end = turn_end(moment.game, after, moment.seat)
    return end is not None and end.out


def unused_pass(moment: Moment) -> Slip | None:
    """Dropping out with the pass of Turn Order unused."""
    if moment.s.passer != moment.seat:
        return None
    says = "You hold Turn Order and have not passed yet."
    return Slip("pass", says, "Drop out?", Safe("Pass", moment.say(PASS)), "Drop out")


def _and(words: Sequence[str]) -> str:
    """Words in a row: C4, D5 and D6."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


SLIPS: dict[type[Any], tuple[Callable[[Moment], Slip | None], ...]] = {
    Issue: (too_few_shares,),
    Bid: (too_high_a_bid,),
    Drop: (unused_pass,),
    Take: (ruin_by_action,),
    Build: (ruin_by_build, lost_alone, unused_city, lost_track),
    Connect: (ruin_by_build, lost_alone, unused_city),
    Done: (unused_city, lost_track, unbuilt),
    Pass: (ruin_by_move, lost_alone, passed_income),
    Improve: (ruin_by_move, lost_alone, passed_income),
    Deliver: (ruin_by_move, lost_alone),
}
"""What may be asked before each kind of action, the gravest first."""
