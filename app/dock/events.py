"""What the desk's component sends: taps as numbered events, foreign input until they are decoded.

A message is ``{"events": [{"n": 4, "do": "face", "uid": 3, "face": "5m"}]}``: every event that the page has
not yet said it heard, in order. Numbers only grow, so that an event which arrives twice is carried out once.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from yakulens.app.dock.dora import NOR_URA
from yakulens.app.from_json import FormError, amiss, from_json, one_of
from yakulens.app.scoring import rule_sets
from yakulens.app.situation import RIICHI_WAYS
from yakulens.scorer.judge.possible import FLAGS
from yakulens.scorer.vocabulary import BYS, SEATS, MeldKind
from yakulens.vision.desk import QUAD_SIZE, Desk, DeskPlace, DeskTile, edits
from yakulens.vision.desk.meld_changes import new_meld
from yakulens.vision.desk.melds import origin_of_place
from yakulens.vision.desk.rows import tile_in_box, tiles_in_box
from yakulens.vision.labels import LABELS
from yakulens.vision.missed import Box
from yakulens.vision.reading import Side

Where = Literal["table", "photo"]
_MOST_EVENTS: Final = 200
_MOST_TEXT: Final = 80
_FAR: Final = 1e6
"""Greatest coordinate of a point on a photo: no photo has so many pixels in a row."""
_SAYABLE: Final[dict[str, tuple[object, ...]]] = {
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
"""What can be said of how the hand was won, beside the rules that are offered.

``dora`` and ``ura`` say only that no indicator tells of any."""


class Tap:
    """What was tapped where that is no correction by itself."""


@dataclass(frozen=True)
class Say(Tap):
    """Say something of how the hand was won."""

    field: str
    value: Any


@dataclass(frozen=True)
class TapIn(Tap):
    """A tile tapped on the keyboard: in the hand, the one that makes it whole is the winning one."""

    face: str
    place: DeskPlace


@dataclass(frozen=True)
class TapMeld(Tap):
    """A meld tapped on the keyboard by its kind and its lowest tile."""

    kind: MeldKind
    face: str


@dataclass(frozen=True)
class Turn(Tap):
    """Say that a tile of a meld lies turned, or that it does not."""

    uid: int
    turned: bool


@dataclass(frozen=True)
class Reply(Tap):
    """Answer an open question by its place among the desk's questions; the choice None leaves the reading."""

    number: int
    code: str
    choice: str | None


@dataclass(frozen=True)
class ReadBox(Tap):
    """Read the tile in a box that was drawn on the photo: left, top, right, bottom in its pixels.

    It is drawn as an indicator, where ``place`` says so.
    """

    box: tuple[float, float, float, float]
    place: Literal["indicators", "ura"] | None = None


@dataclass(frozen=True)
class TakeHand(Tap):
    """Say that another of the hands in view is meant, by where its owner sits."""

    side: Side


@dataclass(frozen=True)
class Go(Tap):
    """Go on elsewhere: to the table with the score, or to another photo."""

    where: Where


@dataclass(frozen=True)
class OfHand(Tap):
    """Say, where the game has gone on, whether the hand is of then or of now; what was said goes by name."""

    when: Literal["now", "then"]


@dataclass(frozen=True)
class Hold(Tap):
    """Keep the hand as it is shown while a tile's sheet is open, or no longer: a better reading waits."""

    on: bool


@dataclass(frozen=True)
class Stop(Tap):
    """Look no closer at the photo: what was read stands."""


@dataclass(frozen=True)
class Picture(Tap):
    """Have the score drawn as a picture."""


@dataclass(frozen=True)
class Own(Tap):
    """Say of a tile beside the hand that its owner discarded it, or did not."""

    uid: int
    own: bool


@dataclass(frozen=True, slots=True)
class _Numbered:
    n: int


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
    yakulens.app.from_json.FormError: events[0].face: a tile is wanted, not 'x'
    """
    events = message.get("events") if isinstance(message, dict) else None
    if not isinstance(events, list) or len(events) > _MOST_EVENTS:
        raise amiss(events, "events", f"a list of at most {_MOST_EVENTS} events")
    return [_decoded(each, f"events[{at}]") for at, each in enumerate(events)]


def last_number(message: object) -> int:
    """The greatest number of a message's events, whatever else is wrong with it; 0 where it has none."""
    events = message.get("events") if isinstance(message, dict) else None
    held = [each.get("n") for each in events if isinstance(each, dict)] if isinstance(events, list) else []
    return max((number for number in held if type(number) is int), default=0)


class Ears(Protocol):
    """What remembers the number of the last tap that was heard."""

    heard: int


def unheard(message: object, ears: Ears) -> Iterator[Event]:
    """The events of a message that were not heard before; each counts as heard from here on.

    Raises:
        FormError: something in it is no event; then all of it counts as heard.
    """
    try:
        found = decode(message)
    except FormError:
        ears.heard = max(ears.heard, last_number(message))
        raise
    for number, event in found:
        if number > ears.heard:
            ears.heard = number
            yield event


def edit_of(
    desk: Desk, event: Event, read: Callable[[Box], DeskTile | None] | None = None
) -> edits.Edit | None:
    """The correction that an event means on a desk; None where it means none there.

    Args:
        desk: the hand.
        event: what was tapped.
        read: reads the tile in a box that was drawn on the photo; None where there is no photo.

    >>> from yakulens.vision.desk import typed
    >>> edit_of(typed.hand("123m"), TapIn("5m", "concealed"))
    AddTile(face='5m', place='concealed')
    >>> edit_of(typed.hand("1234567m11222s1z"), TapIn("1z", "concealed"))
    AddTile(face='1z', place='win')
    """
    match event:
        case TapIn(face, place):
            whole = place == "concealed" and desk.missing() == 1 and desk.win is None
            return edits.AddTile(face, "win" if whole else place)
        case TapMeld(kind, face):
            made = new_meld(kind, face)
            return None if made is None else edits.AddMeld(*made)
        case Turn(uid, turned):
            return _turn(desk, uid, turned=turned)
        case Reply(number, code, choice):
            known = number < len(desk.questions) and desk.questions[number].code == code
            return edits.Answer(desk.questions[number], choice) if known else None
        case ReadBox():
            return None if read is None else _boxed(desk, event, read)
        case _:
            return event if isinstance(event, edits.Edit) else None


def _boxed(desk: Desk, drawn: ReadBox, read: Callable[[Box], DeskTile | None]) -> edits.Edit | None:
    """The tile in a box is what it was drawn as, completes the hand, or lies beside a whole one.

    One that was found already is taken from where it lies. A box about many that were found says that these
    are the hand, one about a few beside it that these are a called set.
    """
    row = () if drawn.place else tiles_in_box(desk, drawn.box)
    if row:
        return edits.TakeTiles(row)
    place: DeskPlace = drawn.place or ("concealed" if desk.missing() > 0 else "others")
    there = tile_in_box(desk, drawn.box)
    if there is not None:
        return edits.MoveTile(there, place) if there in desk.others else None
    tile = read(drawn.box)
    return None if tile is None else edits.AddFound(tile, place)


def drawn_again(desk: Desk, event: Event) -> int | None:
    """The tile of the hand about which a box was drawn, which then means nothing; else None."""
    if not isinstance(event, ReadBox) or (not event.place and tiles_in_box(desk, event.box)):
        return None
    there = tile_in_box(desk, event.box)
    return there if there in {*desk.in_hand()} else None


def _turn(desk: Desk, uid: int, *, turned: bool) -> edits.SetMeldOrigin | None:
    """A called tile lies turned on the side of the player who discarded it."""
    number = desk.place_of(uid)
    if not isinstance(number, int):
        return None
    if not turned:
        return edits.SetMeldOrigin(number, None)
    meld = desk.melds[number]
    return edits.SetMeldOrigin(number, origin_of_place(meld, meld.tiles.index(uid)))


_KINDS: Final[dict[str, type[Event]]] = {
    "face": edits.SetFace, "move": edits.MoveTile, "remove": edits.RemoveTile, "row": edits.TakeRow,
    "call": edits.CallRow, "turn": Turn, "make_meld": edits.MakeMeld, "meld_kind": edits.SetMeldKind,
    "meld_from": edits.SetMeldOrigin, "meld_apart": edits.TakeMeldApart, "meld_remove": edits.RemoveMeld,
    "tap": TapIn, "tap_meld": TapMeld, "reply": Reply, "say": Say, "box": ReadBox, "sort": edits.Sort,
    "undo": edits.Undo, "first": edits.BackToFirst, "hold": Hold, "stop": Stop, "of": OfHand, "own": Own,
    "picture": Picture, "hand": TakeHand, "go": Go,
}  # fmt: skip
"""What an event that the component sends is, by the word that says so."""


def _decoded(held: object, at: str) -> tuple[int, Event]:
    if not isinstance(held, dict):
        raise amiss(held, at, "an object")
    event = from_json(_KINDS[one_of(tuple(_KINDS), held.get("do"), f"{at}.do")], held, at)
    match event:
        case edits.SetFace(face=face) | TapIn(face=face) | TapMeld(face=face) if face not in LABELS:
            raise amiss(face, f"{at}.face", "a tile")
        case edits.MakeMeld(uids=uids) if len(uids) > QUAD_SIZE:
            raise amiss(uids, f"{at}.uids", f"a list of at most {QUAD_SIZE} tiles")
        case Reply(code=code, choice=choice) if max(len(code), len(choice or "")) > _MOST_TEXT:
            raise amiss(choice, f"{at}.choice", f"a text of at most {_MOST_TEXT} letters")
        case ReadBox(box) if not (box[0] < box[2] and box[1] < box[3] and all(-_FAR < x < _FAR for x in box)):
            raise amiss(box, f"{at}.box", "left, top, right and bottom in pixels")
        case Say(field, value):
            sayable = _SAYABLE | {"rules": rule_sets()}
            one_of(sayable[one_of(tuple(sayable), field, f"{at}.field")], value, f"{at}.value")
    return from_json(_Numbered, held, at).n, event
