"""A ruling on one hand as data: everything that its picture shows, in words. Pure.

A card has a language and names its rule set; ``made`` is the time on it.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

from yakulens.app import Json
from yakulens.app.hand.case import situation_line
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.words import i18n, phrases, rule_phrases, seating
from yakulens.scorer.near_misses import Miss
from yakulens.scorer.transfers import DISCARDER
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.melds import orientations
from yakulens.vision.labels import BACK

MAX_MISSED: Final = 4
"""Missed yaku on the card of a win; without a win, all are shown."""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """One tile as it lies."""

    face: str
    rotated: bool = False
    stacked: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class SeatChange:
    """One player's change of points; the name is empty if unknown."""

    wind: str
    name: str
    change: int
    wins: bool


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A line with its number and section; a fu line has tiles before its number."""

    text: str
    number: str
    cite: str
    tiles: tuple[str, ...] = ()
    strong: bool = False


@dataclass(frozen=True, slots=True)
class RulingPart:
    """Lines under a heading."""

    heading: str
    lines: tuple[RulingLine, ...]


@dataclass(frozen=True, slots=True)
class RulingGrid:
    """A column for each player; the first row is their names."""

    rows: tuple[tuple[str, ...], ...]  # the cells of each row, the first one its heading
    sums: int  # how many rows at the end are sums
    sign: str  # the text under each player's signature line
    small: frozenset[int]  # the numbers of rows in small letters, each with the one above it


@dataclass(frozen=True, slots=True)
class RulingCard:
    """The picture's content, from top to bottom."""

    heading: str  # the card's title
    rules: str  # the rule set's full name
    made: str  # when it was made
    photo: bytes | None = None  # the photo as JPEG, None for a typed hand
    photo_name: str = ""  # the photo's fingerprint
    hand: tuple[tuple[LaidTile, ...], ...] = ()  # the tiles in groups: concealed, the winning tile, each meld
    # The heading of the dora indicators and their faces; the ura indicators follow.
    indicators: tuple[tuple[str, tuple[str, ...]], ...] = ()
    headline: str = ""  # the points, or the statement that there is no win
    worth: str = ""  # han, fu and limit, or why there is no win
    situation: str = ""  # how the hand was won
    pays: str = ""  # the heading of the payments
    seats: tuple[SeatChange, ...] = ()  # the change of each player
    parts: tuple[RulingPart, ...] = ()  # the tables of yaku, fu, chips and what was missed
    grid: RulingGrid | None = None  # a table with a column for each player; None for none


def compose(
    language: str,
    hand: Scored,
    *,
    names: seating.Names | None = None,
    photo: tuple[bytes, str] | None = None,
    made: str = "",
) -> RulingCard:
    """The card of a scored hand.

    Names are by wind, if a game is running; the photo is the JPEG to show and the file's sha256.

    Raises:
        ValueError: something is lacking for a score.

    >>> from yakulens.vision.desk import typed
    >>> hand = Scored.of(typed.hand("234m456p7s +7s [777z] (1111z)"), WinFacts("ron", "south"))
    >>> card = compose("en", hand, made="2026-11-21 12:00")
    >>> card.headline, card.worth
    ('3,900 points', '2 han · 60 fu')
    """
    desk, situation, score, names = hand.desk, hand.situation, hand.score, names or {}
    say = partial(i18n.text, language)
    if score is None:
        message = f"a hand without a score has no ruling: {hand.lacking}"
        raise ValueError(message)
    won, worth = score["outcome"] == "win", phrases.worth(language, score)
    in_chips = phrases.in_chips(language, score, situation.seat or "east")
    worth_or_problems = " · ".join(filter(None, (worth, in_chips)))
    if not won:
        worth_or_problems = " ".join(phrases.problems(language, score))
    return RulingCard(
        heading=say("card.heading"),
        rules=rule_phrases.title(language, situation.rules),
        made=say("card.made", date=made),
        photo=None if photo is None else photo[0],
        photo_name="" if photo is None else say("card.photo", sha=photo[1][:12]),
        hand=tuple(_groups(desk)),
        indicators=tuple(
            (say(f"hand.{key}"), tuple(desk.faces(uids)))
            for key, uids in (("indicators", desk.indicators), ("ura", desk.ura))
            if uids
        ),
        headline=f"{score['value']:,} {say('result.points')}" if won else worth,
        worth=worth_or_problems,
        situation=situation_line(language, situation, names),
        pays=say("result.pays") if won else "",
        seats=tuple(_seats(language, score, situation, names)),
        parts=tuple(part for part in _parts(language, score, hand.missed, won=won) if part.lines),
    )


def summary(card: RulingCard) -> str:
    """A hand's card in one line, for those who cannot see the picture."""
    seats = ((seat.wind, seat.name, phrases.signed(seat.change)) for seat in card.seats)
    lines = (card.headline, card.worth, card.situation, *(" ".join(filter(None, seat)) for seat in seats))
    return " · ".join(filter(None, lines))


def _groups(desk: Desk) -> list[tuple[LaidTile, ...]]:
    groups = [tuple(LaidTile(face) for face in desk.faces(desk.concealed))]
    if desk.win is not None:
        groups.append((LaidTile(desk.face(desk.win), won=True),))
    for meld in desk.melds:
        faces = zip(desk.faces(meld.tiles), orientations(meld), strict=True)
        groups.append(
            tuple(
                LaidTile(BACK if lie == "face_down" else face, lie == "rotated", lie == "stacked")
                for face, lie in faces
            )
        )
    return [group for group in groups if group]


def _seats(language: str, score: Json, situation: WinFacts, names: seating.Names) -> list[SeatChange]:
    payments: dict[str, int] = score["payments"]
    return [
        SeatChange(seating.wind(language, seat), names.get(seat, ""), payments[seat], seat == situation.seat)
        for seat in (*SEATS, DISCARDER)
        if seat in payments
    ]


def _parts(language: str, score: Json, missed: tuple[Miss, ...], *, won: bool) -> list[RulingPart]:
    say = partial(i18n.text, language)

    def line(text: str, number: str, cite: str, tiles: tuple[str, ...] = ()) -> RulingLine:
        return RulingLine(text, number, rule_phrases.cite(language, cite), tiles)

    yaku = [
        line(say(f"yaku.{row['id']}"), rule_phrases.counted(language, row), row["cite"])
        for row in score["yaku"]
        if won
    ]
    yaku += [
        line(say(f"dora.{row['id']}"), say("result.han", han=row["han"]), row["cite"])
        for row in score["dora"]
    ]
    fu = [
        line(say(f"fu.{row['id']}"), str(row["fu"]), row["cite"], tuple(row["tiles"]))
        for row in score["fu_rows"]
        if won
    ]
    if fu:
        total, exact = say("result.total"), sum(row["fu"] for row in score["fu_rows"])
        if exact != score["fu"]:
            total = f"{total} {exact} · {say('result.rounded')}"
        fu.append(RulingLine(total, str(score["fu"]), "", strong=True))
    chips = [
        RulingLine(reason, str(number), rule_phrases.cite(language, cite), strong=not cite)
        for reason, number, cite in phrases.each_in_chips(language, score)
    ]
    colon = say("language.colon")
    missed_lines = [
        line(
            phrases.missed(language, miss.id) + colon + phrases.because(language, miss.reasons), "", miss.cite
        )
        for miss in (missed[:MAX_MISSED] if won else missed)
    ]
    return [
        RulingPart(say("result.yaku"), tuple(yaku)),
        RulingPart(say("result.fu_rows"), tuple(fu)),
        RulingPart(say("result.chips"), tuple(chips)),
        RulingPart(say("card.missed"), tuple(missed_lines)),
    ]
