"""A photo searched in a browser: Python asks questions, and the page's scripts answer.

The scripts cut crops and windows out of the photo and run the networks (`web/engine.js`), one question after
the other: a worker passes each on as a message, so a coroutine waits for its answer here without an event
loop. The search and its decisions are the server's own (`vision.photo_search`).
"""

import json
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field, replace
from typing import Any, Final, Generic, NamedTuple, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from yakulens.app.hand.from_json import from_json
from yakulens.models.teach.tile_views import Alteration
from yakulens.vision import missed
from yakulens.vision.detections import Detections
from yakulens.vision.engines import Engines
from yakulens.vision.finding.decode import Form, Rectangles
from yakulens.vision.finding.merging import window_rectangles
from yakulens.vision.finding.windows import Window
from yakulens.vision.layout.answers import opinion_of
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.read import LogOdds
from yakulens.vision.layout.tokens import tokens
from yakulens.vision.model_card import FinderSettings, ModelError, ReaderSettings
from yakulens.vision.naming.crop_answers import ReaderResult
from yakulens.vision.naming.levels import squares, stacked_logit
from yakulens.vision.naming.namer import FEATURES, MAPS, Crops, Namer, NetworkOutputs, mismatch
from yakulens.vision.naming.tile_set import TileSet
from yakulens.vision.photo_search import PhotoSearch, Recognition, Search, SearchStep
from yakulens.vision.picture.color_transform import PLAIN, ColorTransform
from yakulens.vision.reading import Reading, ReadTile
from yakulens.vision.together.aiming import Aim, Viewfinder, aim, look_at_still
from yakulens.vision.together.combine import combined

T = TypeVar("T")

_BRIGHTEST: Final = 255
"""A pixel's highest colour value; scripts use 1."""


class EngineRequest(NamedTuple):
    """A question to the scripts."""

    does: str  # the task: a key of ``ANSWERS`` in ``web/engine.js``, or ``show`` to redraw the hand
    of: Mapping[str, NDArray[np.floating[Any]] | Sequence[str]]  # its subject: flat numbers, or names
    how: ColorTransform = PLAIN  # how the picture is shown
    picture: str = ""  # which picture; empty: the hand's photo


Asking: TypeAlias = Coroutine[EngineRequest, NetworkOutputs | None, T]
"""Work that questions the scripts."""


class _Asked(NamedTuple):
    """A question whose answer can be awaited."""

    ask: EngineRequest

    def __await__(self) -> Generator[EngineRequest, NetworkOutputs, NetworkOutputs]:
        return (yield self.ask)


@dataclass(slots=True)
class SearchTalk(Generic[T]):
    """Running work that asks the scripts questions."""

    work: Asking[T]  # yields its questions
    # The open question; None if there is none any more.
    asked: EngineRequest | None = field(init=False, default=None)
    # The work's result, once nothing more is asked.
    result: T | None = field(init=False, default=None)
    left: bool = field(init=False, default=False)  # whether it was cancelled

    def __post_init__(self) -> None:
        """Begin."""
        self._on(None)

    def asks(self) -> dict[str, Any] | None:
        """The open question: its task, its picture and how that is shown, its numbers or names."""
        if self.asked is None:
            return None
        asked = self.asked
        return {"does": asked.does, "how": asdict(asked.how), "picture": asked.picture, **asked.of}

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
            asked = self.work.send(answer)
        except StopIteration as end:
            asked, self.result = None, end.value
        self.asked = None if self.left else asked


@dataclass(frozen=True, slots=True, eq=False)
class SeenPhoto:
    """A picture of the hand that was searched: the last look at it, its name to the scripts, its size."""

    look: SearchStep
    picture: str
    size: tuple[int, int]


def frame_name(number: int) -> str:
    """The name of a viewfinder's frame to the scripts."""
    return f"frame-{number}"


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

    async def looked(
        self,
        size: tuple[int, int],
        take: Callable[[SearchStep, Reading], None],
        beside: Sequence[SeenPhoto] = (),
    ) -> SearchStep:
        """Search the hand's photo of this ``(height, width)``, pixels; the result is the last look.

        Before each longer stage, and at the end, ``take`` receives the current look, and what it gives
        together with looks at other pictures of the hand; then the page shows it.
        """

        async def show(look: SearchStep) -> None:
            take(look, await self.fused([SeenPhoto(look, "", size), *beside]))
            await _Asked(EngineRequest("show", {}))

        return await self._search_of(size).looks(show)

    async def fused(self, seen: Sequence[SeenPhoto], *, further: bool = False) -> Reading:
        """What several pictures of one hand give together, on the first; see `Combined.reading_on_first`."""
        if len(seen) == 1:
            return seen[0].look.layout.reading
        engines = [ScriptEngines(self, each.size, each.picture) for each in seen]
        both = await combined([each.look for each in seen], engines, levels=self.search.levels)
        return both.reading_on_first(further=further)

    async def seen(self, picture: str, size: tuple[int, int]) -> SeenPhoto:
        """Search another picture to its end."""

        async def show(_: SearchStep) -> None:
            """Show nothing: it is shown with the hand's photo."""

        return SeenPhoto(await self._search_of(size, picture).looks(show), picture, size)

    async def surveyed(self, picture: str, size: tuple[int, int]) -> Recognition:
        """Every tile on a picture, wherever it lies."""
        return await self._search_of(size, picture).survey()

    async def aimed(
        self, finder: Viewfinder, number: int, sizes: Mapping[int, tuple[int, int]]
    ) -> tuple[Viewfinder, Aim]:
        """What the viewfinder says of its next frame; ``sizes`` are those of all frames by their numbers."""

        def engines_of(frame: int) -> ScriptEngines:
            return ScriptEngines(self, sizes[frame], frame_name(frame))

        return await aim(finder, number, self._search_of(sizes[number], frame_name(number)), engines_of)

    async def passes(self, finder: Viewfinder, picture: str, size: tuple[int, int]) -> bool:
        """Whether a still that the viewfinder takes by itself is as good as its frames."""
        return await look_at_still(finder, self._search_of(size, picture)) is not None

    async def boxed(self, sides: Sequence[float], size: tuple[int, int]) -> ReadTile:
        """What a box shows (left, top, right, bottom) on a photo of this ``(height, width)``, pixels."""
        left, top, right, bottom = sides
        return await missed.read_box(self._search_of(size), (left, top, right, bottom))

    def _search_of(self, size: tuple[int, int], picture: str = "") -> PhotoSearch:
        return PhotoSearch(self.search, ScriptEngines(self, size, picture), size)


@dataclass(frozen=True, slots=True, eq=False)
class ScriptEngines(Engines):
    """The page's scripts as the engines of a search.

    Attributes:
        model: whose networks the scripts run.
        size: ``(height, width)`` of the picture that they have, pixels.
        picture: its name to them; empty: the hand's photo.
    """

    model: Model
    size: tuple[int, int]
    picture: str = ""

    def _ask(
        self,
        does: str,
        of: Mapping[str, NDArray[np.floating[Any]] | Sequence[str]],
        how: ColorTransform = PLAIN,
    ) -> _Asked:
        return _Asked(EngineRequest(does, of, how, self.picture))

    async def find(self, window: Window, color_transform: ColorTransform) -> Rectangles:
        """Where the finder sees tiles in a window."""
        answer = await self._ask("find", {"window": np.array(astuple(window))}, color_transform)
        x, y = answer["scale"].tolist()
        finder = self.model.search.finder
        return window_rectangles(answer["found"], self.model.form, window, (x, y), self.size, finder)

    async def name(self, crops: Crops, color_transform: ColorTransform) -> ReaderResult:
        """What crops show, by one run of the reader."""
        namer = self.model.search.namer
        shown = replace(color_transform, grey=color_transform.grey and not crops.coloured)

        async def outputs(quads: NDArray[np.float32]) -> NetworkOutputs:
            return await self._ask("name", {"quads": quads.ravel(), "wanted": namer.output_names}, shown)

        return await namer.read_once(crops.quads, outputs, coloured=crops.coloured, upright=crops.upright)

    async def cut(self, quads: NDArray[np.float32], color_transform: ColorTransform) -> NDArray[np.uint8]:
        """Crops of quads in colour."""
        shown = replace(color_transform, grey=False)
        answer = await self._ask("cut", {"quads": quads.ravel()}, shown)
        planes = (answer["crops"] * _BRIGHTEST).round()
        return np.asarray(planes, np.uint8).transpose(0, 2, 3, 1)

    async def features(
        self, quads: NDArray[np.float32], color_transform: ColorTransform
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The reader's features of crops ``(N, K)``, and its maps ``(N, C, H, W)``."""
        wanted = (FEATURES, MAPS)
        answer = await self._ask("name", {"quads": quads.ravel(), "wanted": wanted}, color_transform)
        return np.asarray(answer[FEATURES], np.float32), np.asarray(answer[MAPS], np.float32)

    async def alter(self, how: Alteration, name: str) -> None:
        """Make an altered copy of the picture, under a name."""
        size, noise = np.array(how.size, np.float32), how.noise.ravel()
        await self._ask("alter", {"size": size, "light": how.light, "noise": noise, "copy": (name,)})

    async def lay_out(self, tiles: Detections) -> Opinion:
        """What each detection is, by the layout network."""
        told = tokens(tiles)
        answer = await self._ask("lay", {"tiles": told.tiles.ravel(), "pairs": told.pairs.ravel()})
        return opinion_of(answer, self.model.temperatures)

    async def stack(self, quads: NDArray[np.float32]) -> LogOdds:
        """The log odds that tiles lie on others, by the leveller; even where the model has none."""
        if self.model.level is None:
            return np.zeros(len(quads), np.float32)
        answer = await self._ask("level", {"quads": squares(quads).ravel()})
        return stacked_logit(answer["raised"], self.model.level)
