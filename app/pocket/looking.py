"""A photo searched in a browser: Python says what it wants to know of it, the page's scripts answer.

The scripts cut crops and windows out of the photo and run the networks (`web/answers.js`), one question after
the other; what is decided by the answers is the server's own. A photo is searched as `vision.tile_search` and
`vision.tile_filter` do it.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.asking import passed_on
from yakulens.vision.closer_look import (
    Extent,
    goes_on,
    hands_to_search,
    known_already,
    next_windows,
    of_hands,
    quads_of,
    windows_about,
)
from yakulens.vision.detections import Detections
from yakulens.vision.finding.decode import Form, Rectangles, corners
from yakulens.vision.finding.each_once import each_once, seen_in
from yakulens.vision.finding.selection import OUTSHONE, chosen
from yakulens.vision.finding.windows import Window, first_windows
from yakulens.vision.labels import LABELS
from yakulens.vision.layout.answers import opinion_of
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.read import Question, ask, ask_called, called_tiles, decide
from yakulens.vision.layout.report.reading import no_tiles
from yakulens.vision.layout.result import LayoutResult
from yakulens.vision.layout.tokens import tokens
from yakulens.vision.models import FinderSettings, ModelError, ReaderSettings
from yakulens.vision.naming import levels, mirrored, reds
from yakulens.vision.naming.crop_answers import ReaderResult
from yakulens.vision.naming.namer import Answers, Crops, Learnt, Namer, Naming
from yakulens.vision.picture.color_transform import MIRRORED, PLAIN, ColorTransform

if TYPE_CHECKING:
    from yakulens.vision.naming.tile_set import TileSet

T = TypeVar("T")

_BRIGHTEST: Final = 255
"""Of a colour of a pixel; scripts give it as 1."""


class Ask(NamedTuple):
    """What the scripts are asked.

    Attributes:
        does: what they are to do, a key of ``ANSWERS`` in ``web/answers.js``.
        of: about what: numbers in a row, or names.
        how: how the photo is shown.
    """

    does: str
    of: Mapping[str, NDArray[np.floating[Any]] | Sequence[str]]
    how: ColorTransform = PLAIN


Asking: TypeAlias = Generator[Ask, Answers, T]
"""Work that asks the scripts."""


@dataclass(slots=True)
class Talk(Generic[T]):
    """Work under way that asks the scripts.

    Attributes:
        work: yields its questions.
        asked: the question that is open; None where there is none any more.
        result: what came of the work, once nothing is asked any more.
    """

    work: Asking[T]
    asked: Ask | None = field(init=False, default=None)
    result: T | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Begin."""
        self._on(None)

    def asks(self) -> dict[str, Any] | None:
        """The open question: what is to be done, how the photo is shown, and of what numbers or names."""
        if self.asked is None:
            return None
        how = {name: getattr(self.asked.how, name) for name in ("negative", "mirrored", "grey")}
        return {"does": self.asked.does, "how": how, **self.asked.of}

    def heard(self, answer: Mapping[str, tuple[Any, Sequence[int]]]) -> None:
        """Take up the answer to it: by name numbers in a row, and the shape that they have."""
        self._on({name: np.asarray(row).reshape(shape) for name, (row, shape) in answer.items()})

    def _on(self, answer: Answers | None) -> None:
        try:
            self.asked = next(self.work) if answer is None else self.work.send(answer)
        except StopIteration as end:
            self.asked, self.result = None, end.value


class Seen(NamedTuple):
    """What was detected on a photo.

    Attributes:
        tiles: what was detected, duplicates still in, where it lies as the photo was shown.
        how: how the photo was shown.
        extent: how far it was searched more closely than at first.
    """

    tiles: Detections
    how: ColorTransform
    extent: Extent


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """How a model's networks are asked, and what their answers say.

    Attributes:
        finder: settings.
        namer: names tiles by the reader's answers.
        form: of the finder's output.
        temperatures: of the layout network's outputs.
        level: the leveller's temperature; None where the model has none.
        color_transform: how photos of a taught set are shown; None for any set, where that is found out.
    """

    finder: FinderSettings
    namer: Namer
    form: Form
    temperatures: Mapping[str, float]
    level: float | None = None
    color_transform: ColorTransform | None = None

    @classmethod
    def of(cls, card: str, tile_set: TileSet | None = None) -> Model:
        """A model as its card tells it.

        Args:
            card: JSON as `app.pocket.build.told` gives it.
            tile_set: whose photos are read; None for any.

        Raises:
            ModelError: the set was learnt with another reader, or of other features than it gives.
        """
        told: dict[str, Any] = json.loads(card)
        lists = {name: tuple(value) for name, value in told["finder"].items() if isinstance(value, list)}
        finder, reader = FinderSettings(**(told["finder"] | lists)), ReaderSettings(**told["reader"])
        level = told["leveller"]["temperature"] if "leveller" in told else None
        model = cls(finder, Namer(reader), told["form"], told["temperatures"], level)
        if tile_set is None:
            return model
        tile_set.refuse_other_reader(reader)
        learnt = Learnt.of(tile_set)
        what = learnt.unlike(told["gives"])
        if what:
            message = f"tile set {tile_set.name}: {what}"
            raise ModelError(message)
        return replace(
            model,
            finder=tile_set.finder(finder),
            namer=Namer(reader, learnt),
            color_transform=tile_set.color_transform,
        )

    def laid(self, size: tuple[int, int], shrink: float) -> Asking[LayoutResult]:
        """Search a photo: what lies on it.

        Args:
            size: ``(height, width)`` as it is searched, pixels.
            shrink: pixels of the photo for each of these.

        Returns:
            In pixels of the photo.
        """
        seen = yield from self._searched(size, self.color_transform or PLAIN)
        if self.color_transform is None:
            doubted = seen.tiles[mirrored.asked(seen.tiles, self.finder.firm_score)]
            if len(doubted):
                named = yield from self._once(PLAIN, Crops(MIRRORED.crops(doubted.quads)))
                if mirrored.gained(named.faces, doubted.faces):
                    laid = yield from self._enough(seen, shrink)
                    if laid is not None:
                        return laid
                    seen = yield from self._searched(size, MIRRORED)
        return (yield from self._lying(seen, shrink, final=True))

    def counted(self, size: tuple[int, int]) -> Asking[list[list[float]]]:
        """The quads of what the finder takes for tiles at a first look, eight numbers each.

        None is read: what is far less sure than the others counts as none.

        Args:
            size: ``(height, width)`` of a picture, which is shown as it is.
        """
        finder = replace(self.finder, long_side=max(size))
        found = yield from self._found(first_windows(size, finder), size, PLAIN)
        firm = found[found.scores >= finder.firm_score]
        sure = firm[firm.scores >= OUTSHONE * np.median(firm.scores)] if len(firm) else firm
        return [[float(number) for number in quad] for quad in corners(sure.boxes).reshape(-1, 8)]

    def boxed(self, sides: Sequence[float], size: tuple[int, int]) -> Asking[ReaderResult]:
        """What a box that was drawn on a photo shows.

        Args:
            sides: left, top, right and bottom, pixels.
            size: ``(height, width)`` of the photo, the same pixels.
        """
        left, top, right, bottom = sides
        quad = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
        how = self.color_transform or PLAIN
        read = yield from self._naming(how, self.namer.read(how.where(quad, size[1]), greys=how.grey))
        return replace(read, quads=how.where(read.quads, size[1]))

    def _searched(self, size: tuple[int, int], how: ColorTransform) -> Asking[Seen]:
        """Search a photo under a colour transform, more closely where its tiles are small."""
        seen = Seen(Detections.empty(size), how, Extent())
        windows = first_windows(size, self.finder)
        while True:
            if windows:
                seen = seen._replace(tiles=(yield from self._detected(windows, seen)))
            if not goes_on(seen.tiles, self.finder, seen.extent):
                return seen
            laid = yield from self._lying(seen, 1.0, final=False)
            hands = hands_to_search(laid, closest=seen.extent.larger > 1)
            at = None if hands is None else how.where(hands, size[1])
            windows, extent = next_windows(seen.tiles, self.finder, at, seen.extent)
            seen = seen._replace(extent=extent)

    def _detected(self, windows: Sequence[Window], seen: Seen) -> Asking[Detections]:
        """What was detected before and in these windows; what is known for sure is not read again."""
        known, how = seen.tiles, seen.how
        found = yield from self._found(windows, known.size, how)
        quads = corners(found.boxes)
        known_at = known_already(quads, known)
        new, again = known_at < 0, known_at >= 0
        named = yield from self._naming(how, self.namer.read(quads[new], greys=how.grey))
        tiles = Detections.seen(named.quads, found.scores[new], named.faces, named.top_edge_probs, known.size)
        sure = replace(known[known_at[again]], objectness=found.scores[again])
        return Detections.merge(known, Detections.merge(tiles, sure))

    def _found(
        self, windows: Sequence[Window], size: tuple[int, int], how: ColorTransform
    ) -> Asking[Rectangles]:
        looks = []
        for window in windows:
            answer = yield Ask("find", {"window": np.array(astuple(window))}, how)
            x, y = answer["scale"].tolist()
            looks.append(seen_in(answer["found"], self.form, window, (x, y), size, self.finder))
        return each_once(looks, self.finder)

    def _enough(self, seen: Seen, shrink: float) -> Asking[LayoutResult | None]:
        """What lies on a photo that need not be shown mirrored, as its hand is known without; else None."""
        laid = yield from self._lying(seen, 1.0, final=False)
        hand = quads_of(laid.reading, of_hands(laid))
        if laid.beyond_doubt and not windows_about(seen.tiles, self.finder, hand, seen.extent.larger):
            laid = yield from self._lying(seen, shrink, final=True)
            if laid.beyond_doubt:
                return laid
        return None

    def _lying(self, seen: Seen, shrink: float, *, final: bool) -> Asking[LayoutResult]:
        """What lies on the table; the networks are asked again of doubtful faces and called tiles at last."""
        every, how = seen.tiles, seen.how
        tiles = every[chosen(every.quads, every.objectness, every.faces, self.finder.firm_score)]
        if final:
            averaged = self.namer.averaged(tiles.quads, tiles.faces, greys=how.grey)
            tiles = replace(tiles, faces=(yield from self._naming(how, averaged)))
        compared = reds.compared(tiles.quads, tiles.faces, tiles.top_edge_probs)
        tiles = replace(tiles, faces=(yield from passed_on(compared, lambda quads: _cut(how, quads))))
        if final and self.level is not None:
            tiles = yield from self._levelled(tiles, how, self.level)
        tiles, every = (_larger(how.exchanged(one), shrink) for one in (tiles, every))
        about = ask(tiles, every)
        return decide(about, (yield from self._opinion(about))) if len(about.seen) else no_tiles()

    def _levelled(self, tiles: Detections, how: ColorTransform, temperature: float) -> Asking[Detections]:
        about = ask_called(tiles)
        if not len(about.seen):
            return tiles
        called = called_tiles(tiles, about, (yield from self._opinion(about)))
        if not len(called):
            return tiles
        answer = yield Ask("level", {"quads": levels.squares(tiles.quads[called]).ravel()}, how)
        stacked_logit = tiles.stacked_logit.copy()
        stacked_logit[called] = levels.stacked_logit(answer["raised"], temperature)
        return replace(tiles, stacked_logit=stacked_logit)

    def _opinion(self, about: Question) -> Asking[Opinion]:
        told = tokens(about.detections)
        answers = yield Ask("lay", {"tiles": told.tiles.ravel(), "pairs": told.pairs.ravel()})
        return opinion_of(answers, self.temperatures)

    def _naming(self, how: ColorTransform, work: Naming[T]) -> Asking[T]:
        return passed_on(work, lambda crops: self._once(how, crops))

    def _once(self, how: ColorTransform, crops: Crops) -> Asking[ReaderResult]:
        """What crops show by the reader's answers."""
        if not len(crops.quads):
            return ReaderResult(
                np.zeros((0, len(LABELS)), np.float32), np.zeros((0, 4), np.float32), crops.quads
            )
        shown = replace(how, grey=how.grey and not crops.coloured)

        def run(quads: NDArray[np.float32]) -> Asking[Answers]:
            return (yield Ask("name", {"quads": quads.ravel(), "wanted": self.namer.wanted}, shown))

        return (yield from passed_on(self.namer.once(crops.quads, coloured=crops.coloured), run))


def _cut(how: ColorTransform, quads: NDArray[np.float32]) -> Asking[NDArray[np.uint8]]:
    """Crops in colours, ``(N, 96, 80, 3)`` uint8."""
    answer = yield Ask("cut", {"quads": quads.ravel()}, replace(how, grey=False))
    return np.asarray((answer["crops"] * _BRIGHTEST).round(), np.uint8).transpose(0, 2, 3, 1)


def _larger(seen: Detections, times: float) -> Detections:
    """Detections on a photo that is so many times larger."""
    size = round(seen.size[0] * times), round(seen.size[1] * times)
    return replace(seen, quads=seen.quads * np.float32(times), size=size)
