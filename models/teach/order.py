"""Labels the tiles of a set that is laid out in a known order, by their positions on the photo."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final, Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.labelled_tiles import LabelledTiles, P
from yakulens.models.teach.layout_rows import from_upper_edge, rows_of, tiles_of, with_gaps_filled
from yakulens.models.teach.row_looks import Doubt, LaidRow, Misplaced, doubts_of, misplaced_of
from yakulens.scorer.errors import InputError
from yakulens.scorer.tile import TileError, parse
from yakulens.vision.detections import Detections
from yakulens.vision.labels import BACK, INDEX, LABELS, OTHER, RED_FIVES

Order = tuple[tuple[str, ...], ...]
"""Rows of labels; a photo may show any number of whole rows, several of them side by side too."""

ORDER: Final[Order] = (
    *(tuple(f"{n}{suit}" for n in range(1, 10)) for suit in "mps"),
    tuple(f"{n}z" for n in range(1, 8)),
    RED_FIVES,
    (OTHER,),
    (BACK,),
)
"""The default order of a layout; the rows at the end may be left out."""

_DOUBTFUL: Final = 0.95
"""If the model gives another label at least this probability, a person is asked."""


class OrderError(InputError):
    """The detected tiles do not match the order; the message is one line.

    Attributes:
        code: ``no_tiles``, ``row``, ``twice`` for a photo named twice, or ``order`` for an order that cannot
            be parsed.
        values: the numbers and labels in the message.
    """

    def __init__(self, message: str, code: str = "order", **values: object) -> None:
        """The arguments are the attributes."""
        super().__init__(message)
        self.code = code
        self.values = values


@dataclass(frozen=True, slots=True, eq=False)
class OrderedExamples(Generic[P]):
    """Layout photos with named tiles, the faces that no photo shows, the tiles to check, misplaced rows."""

    photos: tuple[LabelledTiles[P], ...]
    missing: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    misplaced: tuple[Misplaced, ...] = ()


def parse_order(text: str) -> Order:
    """Parse a typed order: rows between commas, tiles compact or as words.

    Raises:
        OrderError: a word is not a tile, or there is none.
    """
    rows = []
    for part in text.split(","):
        row: list[str] = []
        for word in part.split():
            try:
                row += [word] if word in {OTHER, BACK} else parse(word)
            except TileError as error:
                message = f"{word!r} in the order is not a tile ({error}); an example: 123456789m, 12z, other"
                raise OrderError(message) from error
        if row:
            rows.append(tuple(row))
    if not rows:
        message = "the order names no tile; an example: 123456789m, 1234567z, other"
        raise OrderError(message)
    return tuple(rows)


class SurveyedPhoto(NamedTuple, Generic[P]):
    """A layout photo with everything that was found on it; the SHA-256 is of its file."""

    name: str
    sha256: str
    photo: P
    found: Detections


def label_by_order(
    photos: Iterable[SurveyedPhoto[P]], firm_score: float, order: Order = ORDER
) -> OrderedExamples[P]:
    """Label the tiles of layout photos by the order in which the set was laid out.

    A photo continues where the previous one ended, or starts over if only that matches its rows. Detections
    count from ``firm_score``.

    Raises:
        OrderError: a photo shows no tiles, or rows that do not match the order, or is named twice: what was
            learnt from it cannot be measured on it.
    """
    parts: list[LabelledTiles[P]] = []
    laid: list[LaidRow] = []
    seen: dict[str, str] = {}
    position = 0
    for number, photo in enumerate(photos):
        if photo.sha256 in seen:
            message = f"{photo.name} is the same photo as {seen[photo.sha256]}: name each photo once"
            raise OrderError(message, "twice", photo=photo.name, other=seen[photo.sha256])
        seen[photo.sha256] = photo.name
        found = tiles_of(photo.found, firm_score)
        detections, rows, labels, position = _laid_out(found, photo.found, order, position, photo.name)
        chosen = np.array([tile for row in rows for tile in row], np.intp)
        is_found = chosen < len(found)
        parts.append(
            LabelledTiles(
                photo.name,
                photo.photo,
                from_upper_edge(detections.quads[chosen]),
                np.array([INDEX[label] for label in labels], np.intp),
                np.where(is_found, detections.faces[chosen].argmax(axis=1), -1),
                detections.objectness[chosen],
                np.delete(detections.objectness, chosen),
            )
        )
        laid += _laid_rows(number, photo.name, rows, labels, detections.faces[chosen])
    shown = {LABELS[face] for part in parts for face in part.faces.tolist()}
    missing = tuple(face for row in order for face in row if face not in shown)
    misplaced = misplaced_of(laid, [face for row in order for face in row])
    return OrderedExamples(tuple(parts), missing, doubts_of(laid, misplaced), misplaced)


def _laid_out(
    found: Detections, detections: Detections, order: Order, position: int, photo: str
) -> tuple[Detections, list[list[int]], list[str], int]:
    """The tiles, their rows and labels, and the position after them, by the tiles ``found`` on a photo.

    If their rows do not match the order, those that faint ones among all ``detections`` show in gaps count
    too, as the last of the tiles.

    Raises:
        OrderError: the rows do not match the order.
    """
    rows = rows_of(found)
    try:
        return found, rows, *_labels_of_rows([len(row) for row in rows], order, position, photo)
    except OrderError:
        filled = with_gaps_filled(found, rows, detections)
        if len(filled) == len(found):
            raise
        rows = rows_of(filled)
        try:
            return filled, rows, *_labels_of_rows([len(row) for row in rows], order, position, photo)
        except OrderError:
            pass  # the message tells of the tiles that were found
        raise


def _laid_rows(
    photo: int,
    name: str,
    rows: Sequence[Sequence[int]],
    labels: Sequence[str],
    faces: NDArray[np.float32],
) -> Iterator[LaidRow]:
    """The rows of a photo: ``labels`` of all its tiles by the order, ``faces`` ``(N, 39)`` by the model."""
    firm = [LABELS[int(probs.argmax())] if probs.max() >= _DOUBTFUL else None for probs in faces]
    first = 0
    for number, row in enumerate(rows, start=1):
        end = first + len(row)
        yield LaidRow(photo, first, name, number, tuple(labels[first:end]), tuple(firm[first:end]))
        first = end


def corrected(ordered: OrderedExamples[P], doubt: Doubt, face: str | None) -> OrderedExamples[P]:
    """The layout after a doubt is settled: the tile gets this face, or with None is left out."""
    part = ordered.photos[doubt.photo]
    faces = part.faces.copy()
    used = np.ones(len(faces), bool)
    if face is None:
        used[doubt.tile] = False
    else:
        faces[doubt.tile] = INDEX[face]
    # A tile that is left out keeps its index, so that the indices of other doubts stay valid.
    quads = np.where(used[:, None, None], part.quads, np.nan)
    photos = list(ordered.photos)
    photos[doubt.photo] = part._replace(faces=faces, quads=quads)
    return replace(ordered, photos=tuple(photos), doubts=tuple(d for d in ordered.doubts if d != doubt))


def to_learn(ordered: OrderedExamples[P]) -> tuple[LabelledTiles[P], ...]:
    """The tiles of the layout without those that were left out."""
    parts = (part.take(np.isfinite(part.quads.sum(axis=(1, 2)))) for part in ordered.photos)
    return tuple(part for part in parts if len(part.faces))


def _labels_of_rows(lengths: Sequence[int], order: Order, position: int, photo: str) -> tuple[list[str], int]:
    """The labels of a photo's rows, which start at a position in the order, and the position after them.

    Raises:
        OrderError: there are no rows, or none in the order with these lengths.
    """
    labels = [face for row in order for face in row]
    ends = {0, *accumulate(len(row) for row in order)}
    if not lengths:
        message = f"{photo}: no tiles found; lay them out with a little space round the rows, in even light"
        raise OrderError(message, "no_tiles", photo=photo)
    tried = [list(accumulate(lengths, initial=start)) for start in (position % len(labels), 0)]
    for stops in tried:
        if ends.issuperset(stops):
            return labels[stops[0] : stops[-1]], stops[-1]
    stops = tried[0]
    row = next((number for number, stop in enumerate(stops[1:], start=1) if stop not in ends), 1)
    length, row_start = lengths[row - 1], stops[row - 1]
    row_ends = zip(order, accumulate(map(len, order)), strict=True)
    expected = next((labels for labels, end in row_ends if end > row_start), order[-1])
    message = (
        f"{photo}: row {row} has {length} tiles where {len(expected)} belong "
        f"({expected[0]} to {expected[-1]}); "
        "give the photos in the order of the rows, upright, name another order of the tiles (--order), "
        "or take the photo anew"
    )
    values = {
        "row": row, "found": length, "wanted": len(expected), "first": expected[0], "last": expected[-1]
    }  # fmt: skip
    raise OrderError(message, "row", photo=photo, **values)
