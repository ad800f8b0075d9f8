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
from yakulens.vision.labels import FACES, plain

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


def check(desk: Desk, situation: WinFacts, discards: str) -> Json:
    """What a hand of 13 waits for, or one of 14 after each discard (see ``waits_json``).

    ``discards`` are the player's own as text, in addition to the desk's ``own_discards``. Whatever else lies
    open counts as seen, every copy.

    In riichi only the drawn tile can be discarded, so a winning tile beside 13 others is the drawn one.

    >>> from yakulens.vision.desk import typed
    >>> answer = check(typed.hand("2345678m234p555s"), WinFacts("ron"), "9s")
    >>> answer["tenpai"], answer["furiten"], [wait["tile"] for wait in answer["waits"]]
    (True, False, ['2m', '5m', '8m'])
    """
    return waits_json(question(desk, situation, discards))


def has_drawn(desk: Desk, situation: WinFacts) -> bool:
    """Whether the tile apart was drawn in riichi, so that only it can be discarded."""
    return situation.riichi != "none" and desk.win is not None and desk.missing() == 0


def question(desk: Desk, situation: WinFacts, discards: str = "") -> Json:
    """A hand before its win as ``waits_json`` takes it; for the arguments see `check`."""
    drawn = has_drawn(desk, situation)
    if desk.win is not None and not drawn:
        desk = apply(Session.begin(desk), MoveTile(desk.win, "concealed")).desk
    hand = scoring.hand(desk, situation)
    asked: Json = {key: hand[key] for key in _OF_THE_HAND if key in hand}
    if drawn:
        asked["drawn"] = hand["win"]
    # Blanks and commas in typed text mean nothing.
    typed = "".join(discards.replace(",", " ").split())
    mine = [plain(face) for face in known_faces(desk, desk.own_discards)]
    return asked | {"discards": [*mine, *([typed] if typed else [])], "seen": seen(desk, situation)}


def seen(desk: Desk, situation: WinFacts) -> list[str]:
    """The faces that lie open beside the hand, every copy; a five as the plain one.

    It leaves out tiles that the set does not have, and more of one than hand and dora indicators leave: these
    are misread (see `misread`), and must not keep a hand from being told.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.vision.desk.edits import AddTile
    >>> session = Session.begin(typed.hand("2345678m234p555s"))
    >>> for face in ("0s", "5s", "1z"):
    ...     session = apply(session, AddTile(face, "others"))
    >>> seen(session.desk, WinFacts())
    ['5s', '1z']
    """
    left = Counter(dict.fromkeys(map(plain, FACES), COPIES))
    left -= Counter(map(plain, parse(load_rules(situation.rules).removed_tiles) * COPIES))
    left -= Counter(map(plain, known_faces(desk, (*desk.in_hand(), *desk.indicators))))
    faces = []
    for face in map(plain, known_faces(desk, (*desk.ura, *desk.others))):
        if left[face] > 0:
            faces.append(face)
            left[face] -= 1
    return faces


def misread(desk: Desk) -> list[str]:
    """The faces of which more than four lie on the photo, the hand among them."""
    counts = Counter(map(plain, known_faces(desk, desk.tiles)))
    return sorted(face for face, number in counts.items() if number > COPIES)


def known_faces(desk: Desk, uids: Iterable[int]) -> list[str]:
    """The faces of those tiles that riichi uses."""
    return [face for face in desk.faces(uids) if face in FACES]
