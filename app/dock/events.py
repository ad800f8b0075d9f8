"""What the desk's component sends: taps as numbered events, foreign input until they are decoded.

A message is ``{"events": [{"n": 4, "do": "face", "uid": 3, "face": "5m"}]}``: every event that the page has
not yet said it heard, in order. Numbers only grow, so that an event which arrives twice is carried out once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, get_args

from yakulens.scorer.judge.possible import FLAGS
from yakulens.scorer.rules.load import BUILT_IN
from yakulens.scorer.vocabulary import BYS, FROMS, MELD_KINDS, RIICHIS, SEATS, MeldKind
from yakulens.vision.desk.edits import (
    AddFound,
    AddMeld,
    AddTile,
    Answer,
    BackToFirst,
    CallRow,
    Edit,
    MakeMeld,
    MoveTile,
    RemoveMeld,
    RemoveTile,
    SetFace,
    SetMeldKind,
    SetMeldOrigin,
    Sort,
    TakeMeldApart,
    TakeRow,
    TakeTiles,
    Undo,
)
from yakulens.vision.desk.meld_changes import new_meld
from yakulens.vision.desk.melds import origin_of_place
from yakulens.vision.desk.rows import tile_at, within
from yakulens.vision.labels import LABELS
from yakulens.vision.reading import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from yakulens.vision.desk import Desk, DeskPlace, DeskTile
    from yakulens.vision.missed import Box

Where = Literal["table", "photo"]
_PLACES: Final = ("concealed", "win", "indicators", "ura", "others")
_SIDES: Final = 4
_MOST_EVENTS: Final = 200
_MOST_TEXT: Final = 80
_FARTHEST: Final = 1e6
"""Greatest coordinate of a point on a photo: no photo has so many pixels in a row."""
_SAYABLE: Final[dict[str, tuple[object, ...]]] = {
    "by": BYS,
    "seat": SEATS,
    "round": SEATS,
    "discarder": (None, *SEATS),
    "liable": (None, *SEATS),
    "riichi": RIICHIS,
    "dora": ("none", "nor_ura"),
    "rules": tuple(BUILT_IN),
    "ura": ("none",),
    "win_apart": (True, False),
    **dict.fromkeys(FLAGS, (True, False)),
}
"""What can be said of how the hand was won. ``dora`` and ``ura`` say only that no indicator tells of any."""


class EventError(ValueError):
    """What was sent is no event; the message says where, what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Say:
    """Say something of how the hand was won."""

    field: str
    value: Any


@dataclass(frozen=True, slots=True)
class TapIn:
    """A tile tapped on the keyboard: in the hand, the one that makes it whole is the winning one."""

    face: str
    place: Literal["concealed", "win", "indicators", "ura", "others"]


@dataclass(frozen=True, slots=True)
class TapMeld:
    """A meld tapped on the keyboard by its kind and its lowest tile."""

    kind: MeldKind
    face: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Say that a tile of a meld lies turned, or that it does not."""

    uid: int
    turned: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer an open question by its place among the desk's questions; the choice None leaves the reading."""

    number: int
    code: str
    choice: str | None


@dataclass(frozen=True, slots=True)
class ReadBox:
    """Read the tile in a box that was drawn on the photo: left, top, right, bottom in its pixels.

    It is drawn as an indicator, where ``place`` says so.
    """

    box: tuple[float, float, float, float]
    place: Literal["indicators", "ura"] | None = None


@dataclass(frozen=True, slots=True)
class TakeHand:
    """Say that another of the hands in view is meant, by where its owner sits."""

    side: Side


@dataclass(frozen=True, slots=True)
class Go:
    """Go on elsewhere: to the table with the score, or to another photo."""

    where: Where


@dataclass(frozen=True, slots=True)
class OfHand:
    """Say, where the game has gone on, whether the hand is of then or of now; what was said goes by name."""

    when: Literal["now", "then"]


@dataclass(frozen=True, slots=True)
class Hold:
    """Keep the hand as it is shown while a tile's sheet is open, or no longer: a better reading waits."""

    on: bool


@dataclass(frozen=True, slots=True)
class Stop:
    """Look no closer at the photo: what was read stands."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Have the score drawn as a picture."""


@dataclass(frozen=True, slots=True)
class Own:
    """Say of a tile beside the hand that its owner discarded it, or did not."""

    uid: int
    own: bool


Event = (
    Edit
    | Say
    | TapIn
    | TapMeld
    | Turn
    | Reply
    | ReadBox
    | TakeHand
    | Go
    | OfHand
    | Hold
    | Stop
    | Own
    | Picture
)


def decode(message: object) -> list[tuple[int, Event]]:
    """The events of a message, each with its number.

    Raises:
        EventError: something in it is no event.

    >>> decode({"events": [{"n": 1, "do": "face", "uid": 3, "face": "5m"}]})
    [(1, SetFace(uid=3, face='5m'))]
    >>> decode({"events": [{"n": 1, "do": "face", "uid": 3, "face": "x"}]})
    Traceback (most recent call last):
    ...
    yakulens.app.dock.events.EventError: events[0].face: a tile is wanted, not 'x'
    """
    events = message.get("events") if isinstance(message, dict) else None
    if not isinstance(events, list) or len(events) > _MOST_EVENTS:
        raise EventError(_wanted("events", f"a list of at most {_MOST_EVENTS} events", events))
    return [_decoded(_Fields(each, f"events[{at}]")) for at, each in enumerate(events)]


def last_number(message: object) -> int:
    """The greatest number of a message's events, whatever else is wrong with it; 0 where it has none.

    >>> last_number({"events": [{"n": 4, "do": "fly"}]})
    4
    """
    events = message.get("events") if isinstance(message, dict) else None
    held = [each.get("n") for each in events if isinstance(each, dict)] if isinstance(events, list) else []
    return max((number for number in held if type(number) is int), default=0)


class Ears(Protocol):
    """What remembers the number of the last tap that was heard."""

    heard: int


def unheard(message: object, ears: Ears) -> Iterator[Event]:
    """The events of a message that were not heard before; each counts as heard from here on.

    Raises:
        EventError: something in it is no event; then all of it counts as heard.
    """
    try:
        found = decode(message)
    except EventError:
        ears.heard = max(ears.heard, last_number(message))
        raise
    for number, event in found:
        if number > ears.heard:
            ears.heard = number
            yield event


def edit_of(desk: Desk, event: Event, read: Callable[[Box], DeskTile | None] | None = None) -> Edit | None:
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
            return AddTile(face, "win" if whole else place)
        case TapMeld(kind, face):
            made = new_meld(kind, face)
            return None if made is None else AddMeld(*made)
        case Turn(uid, turned):
            return _turn(desk, uid, turned=turned)
        case Reply(number, code, choice):
            known = number < len(desk.questions) and desk.questions[number].code == code
            return Answer(desk.questions[number], choice) if known else None
        case ReadBox():
            return None if read is None else _boxed(desk, event, read)
        case _:
            return event if isinstance(event, Edit) else None


def _boxed(desk: Desk, drawn: ReadBox, read: Callable[[Box], DeskTile | None]) -> Edit | None:
    """The tile in a box is what it was drawn as, completes the hand, or lies beside a whole one.

    One that was found already is taken from where it lies. A box about many that were found says that these
    are the hand, one about a few beside it that these are a called set.
    """
    row = () if drawn.place else within(desk, drawn.box)
    if row:
        return TakeTiles(row)
    place: DeskPlace = drawn.place or ("concealed" if desk.missing() > 0 else "others")
    there = tile_at(desk, drawn.box)
    if there is not None:
        return MoveTile(there, place) if there in desk.others else None
    tile = read(drawn.box)
    return None if tile is None else AddFound(tile, place)


def _turn(desk: Desk, uid: int, *, turned: bool) -> SetMeldOrigin | None:
    """A called tile lies turned on the side of the player who discarded it."""
    number = desk.place_of(uid)
    if not isinstance(number, int):
        return None
    if not turned:
        return SetMeldOrigin(number, None)
    meld = desk.melds[number]
    return SetMeldOrigin(number, origin_of_place(meld, meld.tiles.index(uid)))


class _Fields:
    """The fields of one event, each checked as it is taken."""

    def __init__(self, event: object, at: str) -> None:
        """Refuse what is no object.

        Raises:
            EventError: it is none.
        """
        if not isinstance(event, dict):
            raise EventError(_wanted(at, "an object", event))
        self._held: Mapping[str, object] = event
        self._at = at

    def _refused(self, name: str, wanted: str) -> EventError:
        return EventError(_wanted(f"{self._at}.{name}", wanted, self._held.get(name)))

    def one_of(self, name: str, allowed: Sequence[object], wanted: str = "") -> Any:  # noqa: ANN401 - one of them
        value = self._held.get(name)
        # True is 1 to a comparison, and neither may stand for the other here.
        found = [each for each in allowed if each == value and type(each) is type(value)]
        if not found:
            raise self._refused(name, wanted or f"one of {', '.join(map(repr, allowed))}")
        return found[0]

    def number(self, name: str) -> int:
        value = self._held.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._refused(name, "a whole number from 0")
        return value

    def numbers(self, name: str) -> tuple[int, ...]:
        value = self._held.get(name)
        whole = isinstance(value, list) and all(type(each) is int and each >= 0 for each in value)
        if not isinstance(value, list) or not whole or len(value) > _SIDES:
            raise self._refused(name, f"at most {_SIDES} whole numbers")
        return tuple(value)

    def face(self) -> str:
        return str(self.one_of("face", LABELS, "a tile is wanted"))

    def text(self, name: str) -> str:
        value = self._held.get(name)
        if not isinstance(value, str) or len(value) > _MOST_TEXT:
            raise self._refused(name, f"a text of at most {_MOST_TEXT} letters")
        return value

    def text_or_none(self, name: str) -> str | None:
        return None if self._held.get(name) is None else self.text(name)

    def place(self, *, meld: bool = False) -> Any:  # noqa: ANN401 - a place's name, or a meld's number
        if meld and isinstance(self._held.get("place"), int):
            return self.number("place")
        return self.one_of("place", _PLACES)

    def box(self) -> tuple[float, float, float, float]:
        value = self._held.get("box")
        if (
            not isinstance(value, list)
            or len(value) != _SIDES
            or not all(type(side) in {int, float} and abs(side) < _FARTHEST for side in value)
            or value[0] >= value[2]
            or value[1] >= value[3]
        ):
            name, wanted = "box", "left, top, right and bottom in pixels"
            raise self._refused(name, wanted)
        left, top, right, bottom = map(float, value)
        return left, top, right, bottom


def _said(event: _Fields) -> Say:
    field = event.one_of("field", tuple(_SAYABLE))
    return Say(field, event.one_of("value", _SAYABLE[field]))


_KINDS: Final[dict[str, Callable[[_Fields], Event]]] = {
    "face": lambda e: SetFace(e.number("uid"), e.face()),
    "move": lambda e: MoveTile(e.number("uid"), e.place(meld=True)),
    "remove": lambda e: RemoveTile(e.number("uid")),
    "row": lambda e: TakeRow(e.number("uid")),
    "call": lambda e: CallRow(e.number("uid"), e.one_of("origin", FROMS)),
    "turn": lambda e: Turn(e.number("uid"), e.one_of("turned", (True, False))),
    "make_meld": lambda e: MakeMeld(e.one_of("kind", MELD_KINDS), e.numbers("uids")),
    "meld_kind": lambda e: SetMeldKind(e.number("number"), e.one_of("kind", MELD_KINDS)),
    "meld_from": lambda e: SetMeldOrigin(e.number("number"), e.one_of("origin", (None, *FROMS))),
    "meld_apart": lambda e: TakeMeldApart(e.number("number")),
    "meld_remove": lambda e: RemoveMeld(e.number("number")),
    "tap": lambda e: TapIn(e.face(), e.place()),
    "tap_meld": lambda e: TapMeld(e.one_of("kind", MELD_KINDS), e.face()),
    "reply": lambda e: Reply(e.number("number"), e.text("code"), e.text_or_none("choice")),
    "say": _said,
    "box": lambda e: ReadBox(e.box(), e.one_of("place", (None, "indicators", "ura"))),
    "sort": lambda _: Sort(),
    "undo": lambda _: Undo(),
    "first": lambda _: BackToFirst(),
    "hold": lambda e: Hold(e.one_of("on", (True, False))),
    "stop": lambda _: Stop(),
    "of": lambda e: OfHand(e.one_of("when", ("now", "then"))),
    "picture": lambda _: Picture(),
    "own": lambda e: Own(e.number("uid"), e.one_of("own", (True, False))),
    "hand": lambda e: TakeHand(e.one_of("side", get_args(Side))),
    "go": lambda e: Go(e.one_of("where", ("table", "photo"))),
}


def _decoded(event: _Fields) -> tuple[int, Event]:
    kind = event.one_of("do", tuple(_KINDS))
    return event.number("n"), _KINDS[kind](event)


def _wanted(at: str, wanted: str, came: object) -> str:
    shown = repr(came)
    shown = shown if len(shown) <= _MOST_TEXT else f"{shown[:_MOST_TEXT]}..."
    said = wanted if "wanted" in wanted else f"{wanted} is wanted"
    return f"{at}: {said}, not {shown}"
