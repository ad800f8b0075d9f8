"""What the page remembers of one visitor between two taps, as data."""

from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from yakulens.app.game.seated import Seated
from yakulens.app.game.session import GameSession
from yakulens.app.hand.claim import Claim
from yakulens.app.hand.place import Place
from yakulens.app.hand.practice import Practice
from yakulens.app.hand.situation import WinFacts
from yakulens.app.page.address import Address
from yakulens.app.page.inputs import Check, DrawInput, HandInput
from yakulens.app.page.set_adaptation import SetAdaptation
from yakulens.app.readers.jobs import PhotoStatus
from yakulens.vision.desk import Desk


@dataclass(frozen=True, slots=True)
class Mark:
    """The history's reading of the hand on the desk, as last saved there."""

    number: int  # the reading's number
    file: str  # the photo's name
    version: int  # counts the changes of the reading in the history
    desk: Desk  # the hand as last saved
    situation: WinFacts  # how it was won, as last saved
    place: Place | None  # which hand of a game it is, as last saved


@dataclass(frozen=True, slots=True)
class Listing:
    """The shown part of the history."""

    page: int = 0  # which page of the results, from 0
    to_delete: int | str | None = None  # deleted once confirmed: a number, ``all`` or ``photos``
    tiles: str = ""  # the tiles that a hand must hold to be listed, in the usual notation


@dataclass(frozen=True, slots=True)
class KeptSets:
    """What is being done with the tile sets that are kept."""

    renamed: str | None = None  # the set for which a new name is requested
    brought: int = 0  # how many sets were imported from files, so that the uploader is empty after each
    # The last change of a set's file: its confirmation, key and values, and when it was made, in seconds.
    changed: tuple[str, dict[str, str], float] = ("", {}, -inf)


class Drawn(NamedTuple):
    """A picture of a score."""

    key: tuple[object, ...]  # everything that it was drawn from
    png: bytes  # the picture
    alt: str  # its content in one line


@dataclass
class Memory(HandInput):
    """Everything of one visitor."""

    address: Address | None = None  # the moment that the browser's address named when the page was last drawn
    on_other_page: bool = True  # whether another page than the hand's was drawn last
    mark: Mark | None = None  # its entry in the history
    listing: Listing = field(default_factory=Listing)  # which part of the history is shown
    next_page: str | None = None  # the page that the next run switches to
    arrivals: int = 0  # counts the taps that led from one page to another
    at_start: bool = True  # whether the start is shown although there is a hand
    language: str | None = None  # chosen by the visitor
    tile_set: str | None = None  # the learnt tile set that photos are read with; None for any
    not_shown: tuple[str, ...] = ()  # the learnt sets that the visitor's photos do not show, as they said
    kept_sets: KeptSets = field(default_factory=KeptSets)  # what is being done with the learnt sets
    adaptation: SetAdaptation = field(default_factory=SetAdaptation)  # the set that is being learnt
    game: int | None = None  # the number of the running game
    # That game, loaded in every run of the page, and what was said here about its hands.
    playing: GameSession = field(default_factory=GameSession)
    former_game: Seated | None = None  # another game, of which the hand on the desk is one, in this run
    # What others have changed since a hand was entered: the key of a sentence, its values.
    elsewhere: tuple[str, dict[str, str]] | None = None
    elsewhere_told: bool = False  # whether this has been drawn
    draw: DrawInput = field(default_factory=DrawInput)  # the photo of a draw that comes in
    game_to_delete: int | None = None  # the game that is deleted once confirmed
    logs_brought: int = (
        0  # counts the logs of others that were kept, so that the uploader is empty after each
    )
    shows_statistics: bool = False  # whether statistics over the games are shown
    practice: Practice | None = None  # the current practice, if any
    sheet: int | None = None  # the game whose score sheet is shown
    seen_status: PhotoStatus | None = None  # the photo's status that the page processed last
    # Sentences about what went wrong, shown once at the page's next drawing: keys and values.
    warnings: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    # Sentences that confirm what was done, shown in the same way: keys and values.
    confirmations: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    check: Check = field(default_factory=Check)  # the hand that is checked for tenpai on its own
    claim: Claim = field(default_factory=Claim)  # another player's claim about the hand on the desk
    card: str | None = None  # when the ruling card was requested; None while it is not shown
    drawn: Drawn | None = None  # the ruling card as last drawn
