"""Decodes what the desk's component sends: taps as numbered events, which are untrusted input.

A message is ``{"events": [{"n": 4, "do": "face", "uid": 3, "face": "5m"}]}``: every event that the page has
not yet acknowledged, in order. Numbers only grow, so the page carries out a repeated event once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from yakulens.app.hand.dora import NOR_URA
from yakulens.app.hand.from_json import FormError, amiss, from_json, one_of, parsed
from yakulens.app.hand.situation import MOST_OF, RIICHI_WAYS
from yakulens.scorer.judge.possible import FLAGS
from yakulens.scorer.rules.offered import rule_sets
from yakulens.scorer.vocabulary import BYS, SEATS, MeldKind
from yakulens.vision.desk import QUAD_SIZE, Desk, DeskPlace, discards, edits
from yakulens.vision.desk.melds import new_meld, origin_of_place
from yakulens.vision.desk.pointed import tiles_in_box
from yakulens.vision.desk.rows import tile_in_box
from yakulens.vision.labels import LABELS
from yakulens.vision.reading import Side

Where = Literal["table", "photo", "again"]
_MAX_EVENTS: Final = 200
_MAX_TEXT: Final = 80
_MAX_COORDINATE: Final = 1e6
"""Pixels; no photo is this wide or high."""
_FACT_VALUES: Final[dict[str, tuple[object, ...]]] = {
    "by": BYS,
    "seat": SEATS,
    "round": SEATS,
    "discarder": (None, *SEATS),
    "liable": (None, *SEATS),
    "riichi": tuple(RIICHI_WAYS),
    "dora": ("none", NOR_URA),
    "ura": ("none",),
    "win_apart": (True, False),
    **dict.fromkeys(FLAGS, (True, False)),
}
"""The values of each fact of how the hand was won; ``rules`` also takes any offered rule set.

For ``dora`` and ``ura`` an event only says that there are none; indicators are tiles of the desk.
"""


class Tap:
    """A tap that is not itself a correction of the hand."""


@dataclass(frozen=True)
class SetFact(Tap):
    """Set a fact about the win."""

    field: str
    value: Any


@dataclass(frozen=True)
class TapIn(Tap):
    """A tile tapped on the keyboard; the one that completes the hand is the winning tile."""

    face: str
    place: DeskPlace


@dataclass(frozen=True)
class TapMeld(Tap):
    """A meld tapped on the keyboard by its kind and its lowest tile."""

    kind: MeldKind
    face: str


@dataclass(frozen=True)
class Turn(Tap):
    """Say whether a tile of a meld lies rotated."""

    uid: int
    turned: bool


@dataclass(frozen=True)
class Reply(Tap):
    """Answer an open question by its index on the desk; the choice None keeps the reading."""

    number: int
    code: str
    choice: str | None


@dataclass(frozen=True)
class ReadBox(Tap):
    """Read the tile in a box drawn on the photo; ``place`` makes it an indicator.

    The box is left, top, right, bottom in pixels of the photo.
    """

    box: tuple[float, float, float, float]
    place: Literal["indicators", "ura"] | None = None


@dataclass(frozen=True)
class TakeHand(Tap):
    """Choose another hand on the photo, by where its owner sits."""

    side: Side


@dataclass(frozen=True)
class Go(Tap):
    """Go to the table with the score, to the next hand's photo, or to another one of this hand."""

    where: Where


@dataclass(frozen=True)
class SayWhichHand(Tap):
    """After the game has moved on, say whether the hand belongs to its former or current hand."""

    when: Literal["now", "then"]


@dataclass(frozen=True)
class Hold(Tap):
    """Defer better readings while a tile's sheet is open, or stop deferring them."""

    on: bool


@dataclass(frozen=True)
class Stop(Tap):
    """Stop looking for a better reading of the photo."""


@dataclass(frozen=True)
class Picture(Tap):
    """Have the score drawn as a picture."""


@dataclass(frozen=True)
class Compare(Tap):
    """Compare the score with that under another rule set; None ends the comparison."""

    rules: str | None


Event = edits.Edit | Tap


def decode(message: object) -> list[tuple[int, Event]]:
    """The events of a message, each with its number.

    Raises:
        FormError: something in it is no event.

    >>> decode({"events": [{"n": 1, "do": "face", "uid": 3, "face": "5m"}]})
    [(1, SetFace(uid=3, face='5m'))]
    >>> decode({"events": [{"n": 1, "do": "face", "uid": 3, "face": "x"}]})
    Traceback (most recent call last):
    ...
    yakulens.app.hand.from_json.FormError: events[0].face: a tile is wanted, not 'x'
    """
    events = message.get("events") if isinstance(message, dict) else None
    if not isinstance(events, list) or len(events) > _MAX_EVENTS:
        raise amiss(events, "events", f"a list of at most {_MAX_EVENTS} events")
    return [_decode_event(event, f"events[{index}]") for index, event in enumerate(events)]


def last_number(message: object) -> int:
    """The highest event number in a message, whatever else is wrong with it; 0 without any."""
    events = message.get("events") if isinstance(message, dict) else None
    numbers = (
        [event.get("n") for event in events if isinstance(event, dict)] if isinstance(events, list) else []
    )
    return max((number for number in numbers if type(number) is int), default=0)


class Acknowledged(Protocol):
    """Remembers the number of the last event that was carried out."""

    heard: int


def new_events(message: object, acknowledged: Acknowledged) -> Iterator[Event]:
    """The events of a message that were not carried out yet; each counts as carried out once yielded.

    Raises:
        FormError: something in it is no event; then the whole message counts as carried out.
    """
    try:
        numbered_events = decode(message)
    except FormError:
        acknowledged.heard = max(acknowledged.heard, last_number(message))
        raise
    for number, event in numbered_events:
        if number > acknowledged.heard:
            acknowledged.heard = number
            yield event


def edit_of(desk: Desk, event: Event) -> edits.Edit | None:
    """The correction that an event means on a desk, or None; for a box on the photo see `edit_of_box`.

    >>> from yakulens.vision.desk import typed
    >>> edit_of(typed.hand("123m"), TapIn("5m", "concealed"))
    AddTile(face='5m', place='concealed')
    >>> edit_of(typed.hand("1234567m11222s1z"), TapIn("1z", "concealed"))
    AddTile(face='1z', place='win')
    """
    match event:
        case TapIn(face, place):
            wins = place == "concealed" and desk.missing() == 1 and desk.win is None
            return edits.AddTile(face, "win" if wins else place)
        case TapMeld(kind, face):
            meld = new_meld(kind, face)
            return None if meld is None else edits.AddMeld(*meld)
        case Turn(uid, turned):
            return _origin_by_rotation(desk, uid, rotated=turned)
        case Reply(number, code, choice):
            is_open = number < len(desk.questions) and desk.questions[number].code == code
            return edits.Answer(desk.questions[number], choice) if is_open else None
        case _:
            return event if isinstance(event, edits.Edit) else None


def edit_of_box(desk: Desk, drawn: ReadBox) -> edits.Edit | DeskPlace | None:
    """The correction that a box drawn on the photo means, or the place for the tile that it shows.

    The tile goes to the box's place, into an incomplete hand, or beside a complete one. A tile detected
    beside the hand moves from where it lies; one of the hand stays. A box around many detected tiles makes
    them the hand; a box around a few beside the hand makes them a called set.
    """
    row = () if drawn.place else tiles_in_box(desk, drawn.box)
    if row:
        return edits.TakeTiles(row)
    place: DeskPlace = drawn.place or ("concealed" if desk.missing() > 0 else "others")
    uid = tile_in_box(desk, drawn.box)
    if uid is None:
        return place
    return edits.MoveTile(uid, place) if uid in desk.others else None


def redrawn_tile(desk: Desk, event: Event) -> int | None:
    """The uid of the hand's tile in a drawn box, which is then no correction; else None."""
    if not isinstance(event, ReadBox) or (not event.place and tiles_in_box(desk, event.box)):
        return None
    uid = tile_in_box(desk, event.box)
    return uid if uid in {*desk.in_hand()} else None


def _origin_by_rotation(desk: Desk, uid: int, *, rotated: bool) -> edits.SetMeldOrigin | None:
    """A called tile lies rotated on the side of the player who discarded it."""
    number = desk.place_of(uid)
    if not isinstance(number, int):
        return None
    meld = desk.melds[number]
    origin = origin_of_place(meld, meld.tiles.index(uid)) if rotated else None
    return edits.SetMeldOrigin(number, origin)


_EVENT_CLASSES: Final[dict[str, type[Event]]] = {
    "face": edits.SetFace, "move": edits.MoveTile, "remove": edits.RemoveTile, "row": edits.TakeRow,
    "call": edits.CallRow, "turn": Turn, "make_meld": edits.MakeMeld, "meld_kind": edits.SetMeldKind,
    "meld_from": edits.SetMeldOrigin, "meld_apart": edits.TakeMeldApart, "meld_remove": edits.RemoveMeld,
    "tap": TapIn, "tap_meld": TapMeld, "reply": Reply, "say": SetFact, "box": ReadBox, "sort": edits.Sort,
    "undo": edits.Undo, "first": edits.BackToFirst, "hold": Hold, "stop": Stop, "of": SayWhichHand,
    "own": discards.MarkDiscards, "discard": discards.DiscardTile, "add_discard": discards.AddDiscard,
    "picture": Picture, "hand": TakeHand, "go": Go, "compare": Compare,
}  # fmt: skip
"""The class of an event, by its ``do``."""


def _decode_event(data: object, path: str) -> tuple[int, Event]:
    if not isinstance(data, dict):
        raise amiss(data, path, "an object")
    kind = one_of(tuple(_EVENT_CLASSES), data.get("do"), f"{path}.do")
    event = from_json(_EVENT_CLASSES[kind], data, path)
    match event:
        case (edits.SetFace() | TapIn() | TapMeld() | discards.AddDiscard()) as tap if tap.face not in LABELS:
            raise amiss(tap.face, f"{path}.face", "a tile")
        case edits.MakeMeld(uids=uids) if len(uids) > QUAD_SIZE:
            raise amiss(uids, f"{path}.uids", f"a list of at most {QUAD_SIZE} tiles")
        case Reply(code=code, choice=choice) if max(len(code), len(choice or "")) > _MAX_TEXT:
            raise amiss(choice, f"{path}.choice", f"a text of at most {_MAX_TEXT} letters")
        case ReadBox((left, top, right, bottom) as box) if not (
            left < right and top < bottom and max(map(abs, box)) < _MAX_COORDINATE
        ):
            raise amiss(box, f"{path}.box", "left, top, right and bottom in pixels")
        case SetFact(field, value) if field in MOST_OF:
            if type(value) is not int or not 0 <= value <= MOST_OF[field]:
                raise amiss(value, f"{path}.value", f"a whole number from 0 to {MOST_OF[field]}")
        case SetFact(field, value):
            values = _FACT_VALUES | {"rules": rule_sets()}
            one_of(values[one_of(tuple(values), field, f"{path}.field")], value, f"{path}.value")
        case Compare(rules):
            one_of((None, *rule_sets()), rules, f"{path}.rules")
    number: int = parsed(int, data.get("n"), f"{path}.n")
    return number, event
