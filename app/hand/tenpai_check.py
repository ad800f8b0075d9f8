"""Whether a hand is tenpai: its waits, furiten, quads that riichi allows. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from yakulens.app import Json
from yakulens.app.hand import scoring
from yakulens.app.hand.situation import WinFacts
from yakulens.scorer.contract.waits_json import waits_json
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.tile import COPIES, parse
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import MoveTile
from yakulens.vision.desk.session import Session, apply
from yakulens.vision.labels import FACES, PLAIN, plain

_OF_THE_HAND: Final = (
    *("rules", "concealed", "melds", "seat", "round", "riichi"),
    *("dora_indicators", "north_dora", "bonus_hand"),
)
"""What is known of a hand before its win."""


def before_win(desk: Desk) -> Desk:
    """A hand before its win: without the winning tile, unless the hand is incomplete."""
    return replace(desk, win=None) if desk.missing() == 0 else desk


def lacking(desk: Desk) -> str | None:
    """The key of the sentence that says what a hand needs before it can be checked; None for nothing."""
    if desk.missing() in {0, 1}:
        return scoring.not_of_riichi(desk)
    return scoring.not_of_riichi(desk) or "check.say_tiles"


def check(desk: Desk, situation: WinFacts) -> Json:
    """What a hand of 13 waits for, or one of 14 after each discard (see ``waits_json``).

    The desk's ``own_discards`` may make it furiten. Whatever lies open counts as seen, every copy.

    In riichi only the drawn tile can be discarded, so a winning tile beside 13 others is the drawn one.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.vision.desk.discards import AddDiscard
    >>> answer = check(AddDiscard("5m").applied_to(typed.hand("2345678m234p555s")), WinFacts("ron"))
    >>> answer["tenpai"], answer["furiten"], [wait["tile"] for wait in answer["waits"]]
    (True, True, ['2m', '5m', '8m'])
    """
    return waits_json(question(desk, situation))


def has_drawn(desk: Desk, situation: WinFacts) -> bool:
    """Whether the tile apart was drawn in riichi, so that only it can be discarded."""
    return situation.riichi != "none" and desk.win is not None and desk.missing() == 0


def question(desk: Desk, situation: WinFacts) -> Json:
    """A hand before its win as ``waits_json`` takes it; for the arguments see `check`."""
    drawn = has_drawn(desk, situation)
    if desk.win is not None and not drawn:
        desk = apply(Session.begin(desk), MoveTile(desk.win, "concealed")).desk
    hand = scoring.hand(desk, situation)
    asked: Json = {key: hand[key] for key in _OF_THE_HAND if key in hand}
    if drawn:
        asked["drawn"] = hand["win"]
    indicators = hand["dora_indicators"]  # the scorer takes what it knows of for part of what is seen
    seen = [*indicators, *lying_open(desk, situation, (*desk.ura, *desk.others))]
    return asked | {"discards": lying_open(desk, situation, desk.own_discards), "seen": seen}


def lying_open(desk: Desk, situation: WinFacts, uids: Iterable[int]) -> list[str]:
    """The faces of tiles that lie open beside the hand, every copy.

    It leaves out tiles that the set does not have, and more of one than hand and dora indicators leave: these
    are misread (see `misread`), and must not keep a hand from being told. Nor must a red five: a five is a
    plain one here, until the set has no more of these.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.vision.desk.edits import AddTile
    >>> session = Session.begin(typed.hand("2345678m234p555s"))
    >>> for face in ("0s", "5s", "1z"):
    ...     session = apply(session, AddTile(face, "others"))
    >>> by = WinFacts(rules="ema-2025"), WinFacts(rules="tenhou")
    >>> [lying_open(session.desk, rules, session.desk.others) for rules in by]
    [['5s', '1z'], ['0s', '1z']]
    """
    known = scoring.in_rules(desk, situation.rules)
    held = known_faces(known, (*known.in_hand(), *known.indicators))
    left = Counter(dict.fromkeys(in_set(situation.rules), COPIES)) - Counter(map(plain, held))
    reds = zip(("5m", "5p", "5s"), load_rules(situation.rules).red_fives, strict=True)
    plain_fives = {five: COPIES - red - held.count(five) for five, red in reds}
    faces = []
    for face in map(plain, known_faces(desk, uids)):
        if left[face] > 0:
            left[face] -= 1
            faces.append(f"0{face[1]}" if plain_fives.get(face, 1) <= 0 else face)
            if face in plain_fives:
                plain_fives[face] -= 1
    return faces


def in_set(rules: str) -> tuple[str, ...]:
    """The faces that the tiles of a rule set have, without red fives.

    >>> len(in_set("ema-2025")), len(in_set("tenhou-3p"))
    (34, 27)
    """
    removed = {*parse(load_rules(rules).removed_tiles)}
    return tuple(face for face in PLAIN if face not in removed)


def misread(desk: Desk) -> list[str]:
    """The faces of which more than four lie on the photo, the hand among them."""
    counts = Counter(map(plain, known_faces(desk, desk.tiles)))
    return sorted(face for face, number in counts.items() if number > COPIES)


def known_faces(desk: Desk, uids: Iterable[int]) -> list[str]:
    """The faces of those tiles that riichi uses."""
    return [face for face in desk.faces(uids) if face in FACES]
