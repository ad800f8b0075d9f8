"""A hand that claims to be tenpai: what it waits for, furiten, and which quads riichi allows. Pure."""

from dataclasses import replace

from yakulens.app import scoring
from yakulens.app.contract import Json
from yakulens.app.situation import Declared
from yakulens.scorer.contract.waits_json import waits_json
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import MoveTile
from yakulens.vision.desk.session import Session, apply
from yakulens.vision.labels import FACES


def before_win(desk: Desk) -> Desk:
    """A won hand as it waited: without its winning tile, where that is one more than a hand waits with."""
    return replace(desk, win=None) if desk.missing() == 0 else desk


def _all_in_hand(desk: Desk) -> Desk:
    if desk.win is None:
        return desk
    return apply(Session.begin(desk), MoveTile(desk.win, "concealed")).desk


def lacking(desk: Desk) -> str | None:
    """The key of the sentence that says what must be done before a hand can be checked; None for nothing."""
    unknown = scoring.not_of_riichi(desk)
    if unknown is None and desk.missing() not in {0, 1}:
        return "check.say_tiles"
    return unknown


def check(desk: Desk, situation: Declared, discards: str, *, own: frozenset[int] = frozenset()) -> Json:
    """What a hand of 13 waits for, or one of 14 after each discard (see ``waits_json``).

    In riichi nothing but the drawn tile is discarded, so a tile that lies apart from 13 others is that tile.

    Args:
        desk: the hand.
        situation: its rules, seat, round and riichi.
        discards: the player's own discards as text, beside those on the desk.
        own: tiles beside the hand that somebody has said are the player's discards.

    >>> from yakulens.vision.desk import typed
    >>> found = check(typed.hand("2345678m234p555s"), Declared("ron"), "9s")
    >>> found["tenpai"], found["furiten"], [each["tile"] for each in found["waits"]]
    (True, False, ['2m', '5m', '8m'])
    """
    drawn = situation.riichi != "none" and desk.win is not None and desk.missing() == 0
    hand = scoring.hand(desk if drawn else _all_in_hand(desk), situation)
    wanted = ("rules", "concealed", "melds", "seat", "round", "riichi")
    asked = {key: hand[key] for key in wanted if key in hand}
    if drawn:
        asked["drawn"] = hand["win"]
    # Blanks and commas mean nothing in what a person types.
    thrown = "".join(discards.replace(",", " ").split())
    beside = [desk.face(uid) for uid in desk.others if uid in own and desk.face(uid) in FACES]
    return waits_json(asked | {"discards": [*beside, thrown]})
