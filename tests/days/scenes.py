"""Positions of Days of Steam in which something is to be seen: for pictures, and to be clicked through."""

from __future__ import annotations

from footplate.days_of_steam.goods import COLOURS
from tests.days.desk import Desk

ADA, EMIL, CARL, DORA = range(4)


def table(players: int = 4) -> Desk:
    """Six towns, a hill, a tower, a bridge and junctions; Carl is asked, with five steam."""
    desk = Desk(players)
    desk.tiles(
        "N13 straight-1 E",
        "O13 hill E",
        "L13 switch-left W",
        "K13 straight-1 E",
        "L14 straight-2 N",
        "M15 water-tower E",
        "N15 straight-2 E",
        "O15 straight-1 E",
        "P15 wye S",
        "P14 straight-1 N",
        "Q15 straight-1 E",
        "M12 hill N",
        "M11 tee N",
        "N12 curve-2 N",
        "O12 straight-1 E",
        "P12 double-curve N",
        "Q13 bridge N",
        "J12 straight-1 N",
        "J11 curve-1 E",
        "K11 dead-end-straight W",
    )
    desk.town("P13", "blue", "red")
    desk.town("J13", "yellow", "blue")
    desk.town("L15", "green")
    desk.town("N11", "yellow")
    desk.town("R15", "red", "green", "blue")
    desk.good("M13", "yellow")
    s = desk.s
    seats = range(players)
    for seat, (place, steam, side) in zip(
        seats, (("M15", 2, "E"), ("M11", 3, "W"), ("M13", 5, ""), ("P13", 4, ""))
    ):
        desk.train(seat, place, side, steam)
    s.came[EMIL], s.came[ADA] = 1, 3
    desk.carry(EMIL, "green")
    desk.give(ADA, "green")
    desk.give(EMIL, "red")
    if players > CARL:
        desk.give(CARL, "red", "blue")
        s.circuits[CARL] = 1
    if players > DORA:
        s.circuits[DORA] = 1
    s.circuits[ADA] = 1
    turn(desk, min(CARL, players - 1))
    desk.hand(s.player, "straight-1", "switch-right-over", "double-curve")
    return desk


def turn(desk: Desk, seat: int) -> None:
    """Let it be somebody's turn."""
    s = desk.s
    s.player = seat
    s.agenda = [s.agenda[0]._replace(seat=seat)]
    s.memory = None


def moving() -> Desk:
    """Carl may deliver yellow to N11, past Emil, over a hill and a curve: five of six steam."""
    desk = table()
    desk.tile("L11", "straight-1", "E")
    desk.train(CARL, "M13", "", 6)
    desk.s.circuits[CARL] = 2
    return desk


def at_tower() -> Desk:
    """Ada stands at the water tower with two steam."""
    desk = table()
    turn(desk, ADA)
    return desk


def coal() -> Desk:
    """All towns are in play and everybody has coal."""
    desk = table()
    s = desk.s
    colours = [n for n, count in enumerate(s.town_deck) for _ in range(count)]
    for slot, town in enumerate(s.market):
        for good in town[1:]:
            s.bag[good] += 1
        s.market[slot] = ()
        colours.append(town[0])
    s.town_deck[:] = bytes(4)
    for place, colour in zip(("J16", "J18", "J20", "M18", "M20", "P18", "P20"), colours):
        s.town_deck[colour] += 1
        desk.town(place, COLOURS[colour])
    s.coal = [5] * s.seats
    s.steam[CARL] = 2
    return desk


def stuck() -> Desk:
    """Carl can do nothing: no steam, no place for any tile of the hand, and no town fits."""
    desk = Desk(3)
    desk.tiles(
        "M12 curve-1 S", "L12 curve-1 E", "L13 curve-1 N", "M14 curve-1 N", "N14 curve-1 W", "N13 curve-1 S"
    )
    desk.hand(CARL, "straight-1", "hill", "bridge")
    turn(desk, CARL)
    return desk


def full() -> Desk:
    """Carl has six steam already, so coal would be lost."""
    desk = table()
    desk.s.steam[CARL] = 6
    return desk


def last_point() -> Desk:
    """Two players; Emil needs one more point, which a circuit on L11 brings."""
    desk = table(2)
    desk.give(EMIL, "blue", "yellow", "yellow")
    desk.s.circuits[EMIL] = 1
    return desk


def founding() -> Desk:
    """Two straights lead to a place for a town; of the unseen ones only two are left."""
    desk = Desk(2)
    desk.tiles("N13 straight-1 E", "O13 straight-1 E")
    return desk


def goods() -> Desk:
    """Yellow lies in M13, and a yellow town is two straights away: no roll is due."""
    desk = Desk(2)
    desk.tiles("N13 straight-1 E", "O13 straight-1 E")
    desk.town("P13", "yellow")
    desk.good("M13", "yellow")
    desk.train(ADA, "M13", "", 4)
    return desk


def curves() -> Desk:
    """From M13 by curves and straights to a blue town: six steam, derails on 1 to 4."""
    desk = Desk(2)
    desk.tiles("N13 curve-1 S", "N14 curve-1 N", "O14 straight-1 E", "P14 straight-1 E", "Q14 straight-2 E")
    desk.town("R14", "blue")
    desk.good("M13", "blue")
    desk.train(ADA, "M13", "", 6)
    return desk


def short() -> Desk:
    """Two players and four tiles left to draw: a game that is soon over."""
    desk = Desk(2)
    desk.empty_deck(4)
    return desk


SCENES = {
    "table": table,
    "moving": moving,
    "at tower": at_tower,
    "coal": coal,
    "stuck": stuck,
    "full": full,
    "last point": last_point,
    "founding": founding,
    "goods": goods,
    "curves": curves,
    "short": short,
}
