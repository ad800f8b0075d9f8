"""A photo searched in a browser: Python asks questions, and the page's scripts answer.

The scripts cut crops and windows out of the photo and run the networks (`web/engine.js`), one question after
the other. The search and its decisions are the server's own (`vision.photo_search`).
"""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field, replace
from typing import Any, Final, Generic, NamedTuple, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from yakulens.app.hand.from_json import from_json
from yakulens.vision import missed
from yakulens.vision.asking import ask, relay
from yakulens.vision.finding.decode import Form, corners
from yakulens.vision.finding.merging import window_rectangles
from yakulens.vision.finding.selection import is_faint
from yakulens.vision.finding.windows import first_windows
from yakulens.vision.layout.answers import opinion_of
from yakulens.vision.layout.tokens import tokens
from yakulens.vision.models import FinderSettings, ModelError, ReaderSettings
from yakulens.vision.naming.levels import squares, stacked_logit
from yakulens.vision.naming.namer import Namer, NetworkOutputs, mismatch
from yakulens.vision.naming.tile_set import TileSet
from yakulens.vision.photo_search import Look, Search
from yakulens.vision.picture.color_transform import PLAIN, ColorTransform
from yakulens.vision.questions import Cut, Find, Lay, Level, Name, PhotoQuestion
from yakulens.vision.reading import ReadTile

T = TypeVar("T")

_BRIGHTEST: Final = 255
"""A pixel's highest colour value; scripts use 1."""


class Ask(NamedTuple):
    """A question to the scripts."""

    does: str  # the task: a key of ``ANSWERS`` in ``web/engine.js``, or ``show`` to redraw the hand
    of: Mapping[str, NDArray[np.floating[Any]] | Sequence[str]]  # its subject: flat numbers, or names
    how: ColorTransform = PLAIN  # how the photo is shown


Asking: TypeAlias = Generator[Ask, NetworkOutputs, T]
"""Work that questions the scripts."""


@dataclass(slots=True)
class Talk(Generic[T]):
    """Running work that asks the scripts questions."""

    work: Asking[T]  # yields its questions
    # The open question; None if there is none any more.
    asked: Ask | None = field(init=False, default=None)
    # The work's result, once nothing more is asked.
    result: T | None = field(init=False, default=None)
    left: bool = field(init=False, default=False)  # whether it was cancelled

    def __post_init__(self) -> None:
        """Begin."""
        self._on(None)

    def asks(self) -> dict[str, Any] | None:
        """The open question: its task, how the photo is shown, and its numbers or names."""
        if self.asked is None:
            return None
        return {"does": self.asked.does, "how": asdict(self.asked.how), **self.asked.of}

    def heard(self, answer: Mapping[str, tuple[Any, Sequence[int]]]) -> None:
        """Take the answer to it: by name, flat numbers and their shape."""
        self._on({name: np.asarray(row).reshape(shape) for name, (row, shape) in answer.items()})

    def leave(self) -> None:
        """Ask nothing more and ignore any late answer. The work itself may call this."""
        self.asked, self.left = None, True

    def _on(self, answer: NetworkOutputs | None) -> None:
        if self.left:
            return
        try:
            asked = next(self.work) if answer is None else self.work.send(answer)
        except StopIteration as end:
            asked, self.result = None, end.value
        self.asked = None if self.left else asked


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """How a model's networks are asked, and what their answers mean."""

    search: Search  # how photos are searched
    form: Form  # of the finder's output
    temperatures: Mapping[str, float]  # of the layout network's outputs
    level: float | None = None  # the leveller's temperature; None if the model has none

    @classmethod
    def of(cls, card: str, tile_set: TileSet | None = None) -> Self:
        """A model from its card (JSON of `app.pocket.build.told`), with a taught set or without.

        Raises:
            ModelError: the set was learnt with another reader, or of features that the model does not give.
        """
        told: dict[str, Any] = json.loads(card)
        finder, reader = from_json(FinderSettings, told["finder"]), from_json(ReaderSettings, told["reader"])
        level = told["leveller"]["temperature"] if "leveller" in told else None
        search = Search(finder, Namer(reader), levels=level is not None)
        if tile_set is not None:
            tile_set.refuse_other_reader(reader)
            if reason := mismatch(tile_set, told["gives"]):
                message = f"tile set {tile_set.name}: {reason}"
                raise ModelError(message)
            search = replace(
                search,
                finder=tile_set.finder(finder),
                namer=Namer(reader, tile_set),
                color_transform=tile_set.color_transform,
            )
        return cls(search, told["form"], told["temperatures"], level)

    def looked(self, size: tuple[int, int], take: Callable[[Look], None]) -> Asking[Look]:
        """Search a photo of this ``(height, width)``, pixels; the result is the last look.

        Before each longer stage, and at the end, ``take`` receives the current look, and the page shows it.
        """
        return relay(self.search.looks(size), self._through(size, take))

    def counted(self, size: tuple[int, int]) -> Asking[list[list[float]]]:
        """The quads of what the finder takes for tiles at a first look, eight numbers each.

        The picture has this ``(height, width)`` and is shown as it is. No tile is read, and detections far
        less certain than others are dropped.
        """
        finder = self.search.finder
        windows = first_windows(size, replace(finder, long_side=max(size)))
        found = yield from relay(self.search.detect(windows, PLAIN), self._through(size))
        firm = found[found.scores >= finder.firm_score]
        sure = firm[~is_faint(firm.scores)]
        return [[float(number) for number in quad] for quad in corners(sure.boxes).reshape(-1, 8)]

    def boxed(self, sides: Sequence[float], size: tuple[int, int]) -> Asking[ReadTile]:
        """What a box shows (left, top, right, bottom) on a photo of this ``(height, width)``, pixels."""
        left, top, right, bottom = sides
        reading = missed.read_box(self.search, size, (left, top, right, bottom))
        return relay(reading, self._through(size))

    def _through(
        self, size: tuple[int, int], take: Callable[[Look], None] | None = None
    ) -> Callable[[PhotoQuestion | Look], Asking[Any]]:
        """How the scripts are asked about a photo of this size; after a look they redraw the hand."""

        def answer_by_scripts(question: PhotoQuestion | Look) -> Asking[Any]:
            match question:
                case Find(window, how):
                    answer = yield Ask("find", {"window": np.array(astuple(window))}, how)
                    x, y = answer["scale"].tolist()
                    return window_rectangles(
                        answer["found"], self.form, window, (x, y), size, self.search.finder
                    )
                case Name(crops, how):
                    naming = self.search.namer.read_once(crops.quads, coloured=crops.coloured)
                    shown = replace(how, grey=how.grey and not crops.coloured)
                    wanted = self.search.namer.output_names
                    return (
                        yield from relay(
                            naming,
                            lambda quads: ask(Ask("name", {"quads": quads.ravel(), "wanted": wanted}, shown)),
                        )
                    )
                case Cut(quads, how):
                    answer = yield Ask("cut", {"quads": quads.ravel()}, replace(how, grey=False))
                    planes = (answer["crops"] * _BRIGHTEST).round()
                    return np.asarray(planes, np.uint8).transpose(0, 2, 3, 1)
                case Lay(tiles):
                    told = tokens(tiles)
                    answer = yield Ask("lay", {"tiles": told.tiles.ravel(), "pairs": told.pairs.ravel()})
                    return opinion_of(answer, self.temperatures)
                case Level(quads) if self.level is not None:
                    answer = yield Ask("level", {"quads": squares(quads).ravel()})
                    return stacked_logit(answer["raised"], self.level)
                case Look() if take is not None:
                    take(question)
                    yield Ask("show", {})
            return None

        return answer_by_scripts
