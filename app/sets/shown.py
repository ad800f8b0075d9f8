"""The parts that a page shows of a tile set that is taught, as JSON in the visitor's language. Pure."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from yakulens.app import Json
from yakulens.app.hand import shown
from yakulens.app.table.pieces import note, tables
from yakulens.app.words import i18n, tiles
from yakulens.app.words.i18n import text
from yakulens.models.teach.adaptation import AdaptationResult
from yakulens.models.teach.order import ORDER, OrderedExamples, OrderError
from yakulens.models.teach.row_looks import Doubt
from yakulens.models.teach.teaching import Teaching
from yakulens.vision.labels import RED_FIVES
from yakulens.vision.naming.tile_set import TileSet


def order(language: str) -> list[Json]:
    """The rows in which the tiles are laid out."""
    rows = (*ORDER[:4], sum(ORDER[4:], ()))
    return [{"part": "tiles", "tiles": shown.row_of_tiles(language, row)} for row in rows]


def problem(language: str, error: OrderError) -> tuple[str, dict[str, object]]:
    """What is wrong with layout photos: the key of a sentence and its values.

    >>> problem("en", OrderError("...", "row", photo="a.jpg", row=2, first="1p"))
    ('sets.problem_row', {'photo': 'a.jpg', 'row': 2, 'first': '1 of circles'})
    """
    values = {
        key: tiles.name(language, str(value)) if key in {"first", "last"} else value
        for key, value in error.values.items()
    }
    return f"sets.problem_{error.code}", values


def measured(language: str, tile_set: TileSet) -> str:
    """How much a kept set was learnt from, and what it gained."""
    counts, held_out = tile_set.examples.counts(), tile_set.held_out
    figures = {"of": held_out.of, "before": held_out.before, "after": held_out.after}
    key = "sets.measured" if held_out.of else "sets.unmeasured"
    return text(language, key, tiles=sum(counts.values()), faces=len(counts), **figures)


def doubt(language: str, ordered: OrderedExamples[Any], asked: Doubt) -> list[Json]:
    """A doubt: whether the rows may lie in another order, and which tile to check."""
    parts = []
    for row in ordered.misplaced[:1]:
        first, last = (tiles.name(language, face) for face in row.looks)
        words = text(language, "sets.another_order", photo=row.photo, row=row.row, first=first, last=last)
        parts.append(note(words, asks=True))
    laid, looks = (tiles.name(language, face) for face in (asked.laid, asked.looks))
    values = {
        "place": asked.tile + 1,
        "photo": ordered.photos[asked.photo].name,
        "laid": laid,
        "looks": looks,
    }
    return [*parts, note(text(language, "sets.doubt", **values))]


def figures(language: str, teaching: Teaching[Any], result: AdaptationResult) -> list[Json]:
    """What was measured, and which tiles are read as on any set."""
    held_out, told = result.tile_set.held_out, []
    if held_out.of:
        values = {"of": held_out.of, "before": held_out.before, "after": held_out.after}
        told.append(text(language, "sets.result", **values))
    if result.copied:
        of, before, after = np.sum([(h.of, h.before, h.after) for h in result.copied.values()], axis=0)
        values = {"of": int(of), "before": int(before), "after": int(after)}
        told.append(text(language, "sets.result_copies", **values))
    if result.better and not result.gains:
        told.append(text(language, "sets.needless"))
    reds = result.tile_set.layer.reds
    if not reds:
        told.append(text(language, "sets.plain_fives" if teaching.reds is None else "sets.no_reds"))
    missing = [
        face
        for face in (teaching.ordered.missing if teaching.ordered else ())
        if reds or face not in RED_FIVES
    ]
    if missing:
        told.append(text(language, "sets.missing", tiles=_listed(language, missing)))
    return [note(words) for words in told]


def changes(language: str, result: AdaptationResult) -> list[Json]:
    """Each face of which not all held-out tiles were read right before and now."""
    rows = [
        shown.row(
            shown.cell(tiles=[shown.tile(language, face)], words=tiles.name(language, face)),
            *(shown.cell(str(count), "num") for count in (held.before, held.after, held.of)),
        )
        for face, held in result.by_face.items()
        if {held.before, held.after} != {held.of}
    ]
    columns = ("", *(text(language, f"sets.{key}") for key in ("before", "after", "of")))
    return tables(shown.table(rows, columns=columns))


def verdict(language: str, result: AdaptationResult) -> list[Json]:
    """Which faces are read as before, and what is read worse."""
    parts = []
    if result.tile_set.unchanged:
        unchanged = _listed(language, result.tile_set.unchanged)
        parts.append(note(text(language, "sets.unchanged", tiles=unchanged)))
    if not result.better:
        worse = _listed(language, result.worse)
        words = text(language, "sets.worse" if worse else "sets.worse_all", tiles=worse)
        parts.append(note(words, asks=True))
    return parts


def _listed(language: str, faces: Iterable[str]) -> str:
    return i18n.listed(language, (tiles.name(language, face) for face in faces))
