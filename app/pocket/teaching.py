"""Teaching a tile set in the page without a server: its photos, the doubts, what came of it.

Pure; it runs in Pyodide. The scripts hold the photos and keep the sets' files; they call `Teacher` with plain
values and draw what it tells.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from yakulens.app import Json
from yakulens.app.hand.from_json import from_json
from yakulens.app.pocket.browser_search import Model, ScriptEngines, SearchTalk
from yakulens.app.sets import shown
from yakulens.app.table.pieces import buttons, note
from yakulens.app.words import i18n, tiles
from yakulens.models.teach.file import TileSetError, checked_name, from_bytes, to_bytes
from yakulens.models.teach.known_tiles import KnownTiles
from yakulens.models.teach.labelled_tiles import LabelledTiles
from yakulens.models.teach.order import OrderError, SurveyedPhoto, label_by_order
from yakulens.models.teach.teaching import Teaching
from yakulens.models.teach.tile_views import Alteration, Features, TileViews
from yakulens.vision.labels import LABELS
from yakulens.vision.model_card import ReaderSettings
from yakulens.vision.naming.tile_set import Layer, pooled
from yakulens.vision.picture.color_transform import ColorTransform

_BATCH: Final = 64
"""Crops whose features are asked for at once: the reader's maps of so many take 3 MB."""
_COPY: Final = "laid-copy"
"""The scripts' name for the altered copy, of which there is one at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidPhoto:
    """A layout photo that the scripts hold: its name to them, and its ``(height, width)`` there."""

    name: str
    size: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class ScriptViews(TileViews[LaidPhoto]):
    """A reader that the page's scripts run, used for its features.

    Attributes:
        model: whose networks the scripts run.
        layer: the reader's own last layer, calibrated.
        known: the reader's features of known sets.
        sha256: of the reader's file.
    """

    model: Model
    layer: Layer
    known: KnownTiles
    sha256: str

    def of_set(self, *, reds: bool) -> Self:
        """The same for a set with red fives, or without, where a five that looks red is plain."""
        return replace(self, layer=replace(self.layer, reds=reds))

    async def features(
        self, photo: LaidPhoto, quads: NDArray[np.float32], shown: ColorTransform, *, coloured: bool = False
    ) -> Features:
        """Features and maps of tiles of a photo so shown; ``coloured``: not in greys even so."""
        engines, how = self._engines(photo), replace(shown, grey=shown.grey and not coloured)
        batches = np.array_split(quads, range(_BATCH, len(quads), _BATCH))
        parts = [await engines.features(batch, how) for batch in batches]
        return np.concatenate([part[0] for part in parts]), np.concatenate(
            [pooled(part[1]) for part in parts]
        )

    async def cut(self, photo: LaidPhoto, quads: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Crops in the photo's own colours, ``(N, 96, 80, 3)`` uint8 RGB."""
        return await self._engines(photo).cut(quads, ColorTransform())

    async def altered(self, photo: LaidPhoto, how: Alteration) -> LaidPhoto:
        """An altered copy of a photo; the one before it is gone."""
        await self._engines(photo).alter(how, _COPY)
        return LaidPhoto(_COPY, how.size)

    def _engines(self, photo: LaidPhoto) -> ScriptEngines:
        return ScriptEngines(self.model, photo.size, photo.name)


@dataclass(slots=True)
class Teacher:
    """One visitor's teaching.

    Attributes:
        model: reads photos of any set.
        views: its reader.
        language: of all texts.
        teaching: how far it has come.
        surveyed: the photos whose tiles were found, until they are labelled.
        trouble: a sentence that says what is wrong with name or photos; empty if nothing is.
    """

    model: Model
    views: ScriptViews
    language: str = i18n.DEFAULT
    teaching: Teaching[LaidPhoto] = field(default_factory=Teaching)
    surveyed: tuple[SurveyedPhoto[LaidPhoto], ...] = ()
    trouble: str = ""

    @classmethod
    def of(cls, card: str, known: Any) -> Self:  # noqa: ANN401 - a buffer
        """A teacher by a model's card as JSON and the file of its reader's features of known sets.

        Raises:
            ValueError: it is no such file.
        """
        reader = from_json(ReaderSettings, json.loads(card)["reader"])
        tiles_known, model = KnownTiles.of_file(bytes(known)), Model.of(card)
        layer = tiles_known.layer(reader.face_temperature)
        return cls(model, ScriptViews(model, layer, tiles_known, reader.sha256))

    def begin(self, name: str, reds: bool | None) -> str:  # noqa: FBT001 - an answer
        """Begin to teach a set anew; returns a sentence if it cannot have this name."""
        self.surveyed, self.trouble, self.teaching = (), "", Teaching()
        try:
            self.teaching = Teaching(checked_name(name), reds=reds)
        except TileSetError:
            key = "sets.bad_name" if name.strip() else "sets.need_name"
            return i18n.text(self.language, key, name=name.strip())
        return ""

    def survey(self, picture: str, file: str, height: int, width: int) -> SearchTalk[None]:
        """Start to find the tiles on the next layout photo.

        The scripts name it ``picture`` and hold it at ``height`` by ``width`` pixels; ``file`` tells its file
        from others.
        """
        begun = self.teaching

        async def surveyed() -> None:
            size = (height, width)
            found = (await self.model.surveyed(picture, size)).unfiltered
            if self.teaching is not begun:  # another teaching has begun meanwhile
                return
            name = i18n.text(self.language, "sets.photo_number", number=len(self.surveyed) + 1)
            self.surveyed = (*self.surveyed, SurveyedPhoto(name, file, LaidPhoto(picture, size), found))

        return SearchTalk(surveyed())

    def label(self) -> None:
        """Label the tiles of the photos by their order; if they do not lie so, ``trouble`` says it."""
        try:
            ordered = label_by_order(self.surveyed, self.model.search.finder.firm_score)
        except OrderError as error:
            key, values = shown.problem(self.language, error)
            self.trouble = i18n.text(self.language, key, **values)
            return
        self.teaching = replace(self.teaching, ordered=ordered)
        if self.teaching.denies_its_reds:
            self.teaching = replace(self.teaching, ordered=None)
            self.trouble = i18n.text(self.language, "sets.reds_shown")

    def tap(self, told: Mapping[str, Any]) -> None:
        """Carry out an answer to the first doubt, or take the last one back; anything else is ignored."""
        teaching = self.teaching
        doubts = () if teaching.ordered is None or teaching.result else teaching.ordered.doubts
        match told:
            case {"do": "settle", "value": str(face)} if doubts and face in {doubts[0].laid, doubts[0].looks}:
                self.teaching = teaching.settled(doubts[0], face)
            case {"do": "skip"} if doubts:
                self.teaching = teaching.settled(doubts[0], None)
            case {"do": "back"} if teaching.earlier is not None:
                self.teaching = teaching.earlier

    def learn(self, made: str, progress: Callable[[float], object]) -> SearchTalk[None]:
        """Start to learn the set, once nothing is open; ``made`` is ISO 8601."""

        async def learnt() -> None:
            firm_score = self.model.search.finder.firm_score
            self.teaching = await self.teaching.learnt(self.views, firm_score, made, progress)

        return SearchTalk(learnt())

    @property
    def is_ready(self) -> bool:
        """Whether the set can be learnt."""
        return self.teaching.is_ready

    def order(self) -> str:
        """How the tiles are laid out, as JSON."""
        return json.dumps(shown.order(self.language))

    def shown(self, kept: bool) -> str:  # noqa: FBT001 - a fact
        """What the page shows of the teaching, as JSON; ``kept``: whether a set of its name is there."""
        teaching, parts = self.teaching, list[Json]()
        if teaching.result is not None:
            parts = self._result(kept=kept)
        elif teaching.ordered is not None and teaching.ordered.doubts:
            parts = self._doubt()
        return json.dumps({"parts": parts, "trouble": self.trouble, "name": teaching.name})

    def _doubt(self) -> list[Json]:
        ordered = self.teaching.ordered
        if ordered is None:
            return []
        asked = ordered.doubts[0]
        options = [
            self._button("doubt_laid", "settle", value=face, tile=tiles.name(self.language, face))
            for face in (asked.laid, asked.looks)
        ]
        crop = self._crop(ordered.photos[asked.photo], asked.tile, tiles.name(self.language, asked.looks))
        left = note(i18n.text(self.language, "sets.doubts_left", count=len(ordered.doubts)))
        return [
            *shown.doubt(self.language, ordered, asked),
            crop,
            buttons(*options, self._button("doubt_skip", "skip")),
            left,
            buttons(*self._back(), self._button("doubts_leave", "leave")),
        ]

    def _result(self, *, kept: bool) -> list[Json]:
        teaching, result, say = self.teaching, self.teaching.result, self.language
        if result is None:
            return []
        parts = [*shown.figures(say, teaching, result), *shown.changes(say, result)]
        if result.mistakes:
            parts.append(note(i18n.text(say, "sets.still")))
        for mistake in result.mistakes:
            part = teaching.tiles[mistake.photo]
            true, read = (tiles.name(say, face) for face in (LABELS[part.faces[mistake.tile]], mistake.read))
            caption = i18n.text(say, "sets.still_one", tile=true, read=read)
            parts.append(self._crop(part, mistake.tile, caption))
        parts += shown.verdict(say, result)
        if kept:
            parts.append(note(i18n.text(say, "sets.replaces")))
        key = "keep" if result.gains else "keep_worse"
        keep = self._button(key, "keep", strong=result.gains, name=teaching.name)
        return [*parts, buttons(keep, *self._back(), self._button("discard", "leave"))]

    def _back(self) -> list[Json]:
        return [] if self.teaching.earlier is None else [self._button("doubt_back", "back")]

    def _button(self, key: str, do: str, *, value: str = "", strong: bool = False, **values: str) -> Json:
        label = i18n.text(self.language, f"sets.{key}", **values)
        return {"label": label, "tap": {"do": do, "value": value}, "strong": strong}

    def _crop(self, part: LabelledTiles[LaidPhoto], tile: int, says: str) -> Json:
        """A tile's picture, for the scripts to cut out of the photo."""
        quad = part.quads[tile].ravel().tolist()
        return {"part": "crop", "picture": part.photo.name, "quad": quad, "says": says}

    def file(self) -> bytes:
        """The learnt set's file; empty without one."""
        return b"" if self.teaching.result is None else to_bytes(self.teaching.result.tile_set)

    def described(self, data: Any, file: str) -> str:  # noqa: ANN401 - a buffer
        """What a kept set's file holds, as JSON: a sentence, and whether photos can be read with it here."""
        try:
            tile_set = from_bytes(bytes(data), file)
        except TileSetError as error:
            told = i18n.text(self.language, "sets.problem_file", what=str(error))
            return json.dumps({"told": told, "usable": False})
        told, usable = shown.measured(self.language, tile_set), tile_set.reader == self.views.sha256
        if not usable:
            told += " " + i18n.text(self.language, "sets.other_reader", reader=tile_set.reader[:8])
        return json.dumps({"told": told, "usable": usable})
