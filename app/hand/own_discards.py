"""The discards of a hand's player as the browser draws them: the tiles, and a keyboard to tell more. Pure.

``app/web/waiting.js`` draws them. Each is a tile beside the hand (`vision.desk.discards`), so that a tap is a
step of the hand like any other.
"""

from yakulens.app import Json
from yakulens.app.hand import shown, tenpai_check
from yakulens.app.words.i18n import text
from yakulens.app.words.tiles import name
from yakulens.scorer.tile import KINDS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.discards import can_add, unmarked

_ROWS = tuple(KINDS[at : at + 9] for at in range(0, len(KINDS), 9))
"""The faces of the keyboard."""


def to_json(language: str, desk: Desk, rules: str) -> Json:
    """A player's own discards: a tap on one takes it back, a key tells one more.

    A key is off where all four of its tiles lie elsewhere; tiles that the rules leave out have none. Where
    the photo shows others beside the hand, one tap says that all are this player's.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.vision.desk.discards import AddDiscard
    >>> told = to_json("en", AddDiscard("9s").applied_to(typed.hand("2222m3334p")), "ema-2025")
    >>> [(each["name"], each["tap"]["events"]) for each in told["tiles"]]
    [('9 of bamboo', [{'do': 'remove', 'uid': 8}])]
    >>> [key["face"] for row in told["keys"] for key in row if key.get("off")]
    ['2m']
    """
    in_set = tenpai_check.in_set(rules)
    keys = [
        [
            shown.tile(language, face) | shown.given(off=not can_add(desk, face))
            for face in row
            if face in in_set
        ]
        for row in _ROWS
    ]
    return shown.given(
        label=text(language, "dispute.discards"),
        none=text(language, "pad.none"),
        tiles=[_discard(language, desk, uid) for uid in desk.own_discards],
        title=text(language, "pad.open"),
        keys=keys,
        marks=_marks(language, desk),
    )


def _discard(language: str, desk: Desk, uid: int) -> Json:
    """A discard, which a tap takes back: one on the photo lies there unmarked again, another one is gone."""
    face = desk.face(uid)
    on_photo = desk.tiles[uid].quad is not None
    event = {"do": "own", "uids": [uid], "own": False} if on_photo else {"do": "remove", "uid": uid}
    label = text(language, "check.take_back", tile=name(language, face))
    return shown.tile(language, face) | {"tap": {"label": label, "events": [event]}}


def _marks(language: str, desk: Desk) -> Json | None:
    """The button that makes all tiles beside the hand its player's discards, but possible indicators."""
    others = unmarked(desk)
    if not others:
        return None
    events = [{"do": "own", "uids": others, "own": True}]
    note, label = text(language, "check.on_photo_note"), text(language, "check.all_own")
    return {"note": note, "tap": {"label": label, "events": events}}
