"""Whether a hand is tenpai: its waits, furiten, quads that riichi allows. Pure."""

from dataclasses import replace

from yakulens.app import Json
from yakulens.app.hand import scoring
from yakulens.app.hand.situation import Declared
from yakulens.scorer.contract.waits_json import waits_json
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import MoveTile
from yakulens.vision.desk.session import Session, apply
from yakulens.vision.labels import FACES


def before_win(desk: Desk) -> Desk:
    """A hand before its win: without the winning tile, unless the hand is incomplete."""
    return replace(desk, win=None) if desk.missing() == 0 else desk


def lacking(desk: Desk) -> str | None:
    """The key of the sentence that says what a hand needs before it can be checked; None for nothing."""
    if desk.missing() in {0, 1}:
        return scoring.not_of_riichi(desk)
    return scoring.not_of_riichi(desk) or "check.say_tiles"


def check(desk: Desk, situation: Declared, discards: str, *, own: frozenset[int] = frozenset()) -> Json:
    """What a hand of 13 waits for, or one of 14 after each discard (see ``waits_json``).

    ``discards`` are the player's own as text, in addition to the desk's tiles with uids in ``own``.

    In riichi only the drawn tile can be discarded, so a winning tile beside 13 others is the drawn one.

    >>> from yakulens.vision.desk import typed
    >>> answer = check(typed.hand("2345678m234p555s"), Declared("ron"), "9s")
    >>> answer["tenpai"], answer["furiten"], [wait["tile"] for wait in answer["waits"]]
    (True, False, ['2m', '5m', '8m'])
    """
    has_drawn = situation.riichi != "none" and desk.win is not None and desk.missing() == 0
    if desk.win is not None and not has_drawn:
        desk = apply(Session.begin(desk), MoveTile(desk.win, "concealed")).desk
    hand = scoring.hand(desk, situation)
    keys = ("rules", "concealed", "melds", "seat", "round", "riichi")
    question = {key: hand[key] for key in keys if key in hand}
    if has_drawn:
        question["drawn"] = hand["win"]
    # Blanks and commas in typed text mean nothing.
    typed = "".join(discards.replace(",", " ").split())
    beside = [desk.face(uid) for uid in desk.others if uid in own and desk.face(uid) in FACES]
    return waits_json(question | {"discards": [*beside, *([typed] if typed else [])]})
