"""A hand as a short text for an address or a QR code: tiles, own discards, how it was won; no photo.

Both the page in a browser and the page of a server can open it.
"""

import base64
import json
import zlib
from collections import Counter
from dataclasses import asdict, dataclass, replace
from typing import Final

from yakulens.app.hand.from_json import FormError, from_json
from yakulens.app.hand.situation import WinFacts
from yakulens.scorer.meld import can_be
from yakulens.scorer.tile import COPIES
from yakulens.scorer.vocabulary import From, MeldKind
from yakulens.vision.desk import Desk
from yakulens.vision.desk.discards import AddDiscard
from yakulens.vision.desk.typed import desk_of_faces
from yakulens.vision.labels import FACES, plain

LINKED: Final = "laid"
"""A link's key in the query of a server's page."""
MAX_LETTERS: Final = 2_000
"""Letters of a link, at most: four times those of a hand with all its facts."""
_MAX_BYTES: Final = 20_000
"""Bytes of its content after decompression, at most."""
_MAX_TILES: Final = 18
"""Tiles of a hand, at most: fourteen, and one more for each of four quads."""
_MAX_INDICATORS: Final = 5
_MAX_DISCARDS: Final = 34
"""Discards of one player, at most: more than half of all draws."""
_MAX_RULES_LETTERS: Final = 100
"""Letters of a rule set's name, at most: a page without that set shows the name."""
_NO_HAND: Final = "this link contains no hand: part of it may be missing"


class LinkError(ValueError):
    """A text is not a hand's link; the message is one line."""


@dataclass(frozen=True, slots=True)
class _Meld:
    """A meld: its kind, its faces from left to right, and who discarded the called tile, if known."""

    kind: MeldKind
    tiles: tuple[str, ...]
    origin: From | None = None


@dataclass(frozen=True, slots=True)
class _Linked:
    """A link's content: faces by place, and the facts that differ from the defaults."""

    concealed: tuple[str, ...] = ()
    win: str | None = None
    melds: tuple[_Meld, ...] = ()
    indicators: tuple[str, ...] = ()
    ura: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    calls_in_order: bool = False
    facts: WinFacts = WinFacts()  # noqa: RUF009 - frozen


def to_link(desk: Desk, facts: WinFacts) -> str:
    """A hand as a text of letters, digits, ``-`` and ``_``, without its tiles' quads and doubts.

    >>> from yakulens.vision.desk import typed
    >>> link = to_link(typed.hand("345678m44p67s +5s [234p]"), WinFacts("ron", "south"))
    >>> len(link) < 300, from_link(link)[1].seat
    (True, 'south')
    """
    linked = _Linked(
        tuple(desk.faces(desk.concealed)),
        None if desk.win is None else desk.face(desk.win),
        tuple(_Meld(meld.kind, tuple(desk.faces(meld.tiles)), meld.origin) for meld in desk.melds),
        tuple(desk.faces(desk.indicators)),
        tuple(desk.faces(desk.ura)),
        tuple(desk.faces(desk.own_discards)),
        desk.calls_in_order,
    )
    defaults = asdict(WinFacts())
    declared = {key: value for key, value in asdict(facts).items() if value != defaults[key]}
    content = json.dumps(asdict(linked) | {"facts": declared}, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


def from_link(text: str) -> tuple[Desk, WinFacts]:
    """The hand that `to_link` was given; its rules may not be available here.

    Raises:
        LinkError: the text is not a link, or its content is not a hand.
    """
    try:
        linked = from_json(_Linked, json.loads(_content(text)), "hand")
    except (FormError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise LinkError(_NO_HAND) from error
    _check(linked)
    melds = [(meld.kind, meld.tiles, meld.origin) for meld in linked.melds]
    desk = desk_of_faces(linked.concealed, linked.win, melds, linked.indicators, linked.ura)
    for face in linked.discards:
        desk = AddDiscard(face).applied_to(desk)
    return replace(desk, calls_in_order=linked.calls_in_order), linked.facts


def _content(text: str) -> bytes:
    """A link's content as bytes; a `LinkError` where the text is not a link, or far too long."""
    if len(text) > MAX_LETTERS:
        raise LinkError(_NO_HAND)
    decompressor, padding = zlib.decompressobj(), "=" * (-len(text) % 4)
    try:
        content = decompressor.decompress(base64.urlsafe_b64decode(text + padding), _MAX_BYTES)
    except (ValueError, zlib.error) as error:
        raise LinkError(_NO_HAND) from error
    if not decompressor.eof:
        raise LinkError(_NO_HAND)
    return content


def _check(linked: _Linked) -> None:
    """Refuse impossible faces, melds, numbers of tiles or rule set names with a `LinkError`."""
    won = [] if linked.win is None else [linked.win]
    in_hand = [*linked.concealed, *won, *(face for meld in linked.melds for face in meld.tiles)]
    faces = [*in_hand, *linked.indicators, *linked.ura]
    valid = (
        {*faces, *linked.discards} <= {*FACES}
        and max(Counter(map(plain, faces)).values(), default=0) <= COPIES
        and 0 < len(in_hand) <= _MAX_TILES
        and max(len(linked.indicators), len(linked.ura)) <= _MAX_INDICATORS
        and len(linked.discards) <= _MAX_DISCARDS
        and all(can_be(meld.kind, meld.tiles) for meld in linked.melds)
        and len(linked.facts.rules) <= _MAX_RULES_LETTERS
    )
    if not valid:
        raise LinkError(_NO_HAND)
