"""Gain and cost of each optional stage of a reading: photos are read with all stages and without each."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, TypeAlias

from yakulens.models.evaluate.compare import Outcome
from yakulens.models.evaluate.rates import Rate
from yakulens.models.evaluate.report import measure
from yakulens.vision.stages import EVERY_STAGE, STAGE_NAMES, Stages

AS_IT_IS: Final = "as it is"
"""The name of the variant with every stage."""


Timed: TypeAlias = tuple[Outcome, float]
"""One photo's outcome, and the processor time of its reading over all cores, milliseconds."""


@dataclass(frozen=True, slots=True)
class Variant:
    """All photos read with the same stages.

    Attributes:
        name: ``as it is``, or ``without`` and the stage that was left out.
        exact: hands read exactly.
        structure: hands with melds and winning tile right.
        found: labelled tiles that were detected.
        faces: detected tiles named right.
        silent: hands that are wrong without a question.
        median_ms: median processor time of a reading, milliseconds.
        worst_ms: longest processor time of a reading.
    """

    name: str
    exact: Rate
    structure: Rate
    found: Rate
    faces: Rate
    silent: int
    median_ms: float
    worst_ms: float


def variants() -> dict[str, Stages]:
    """The stages of each variant by name, starting with all stages."""
    without = {f"without {stage.replace('_', ' ')}": EVERY_STAGE.without(stage) for stage in STAGE_NAMES}
    return {AS_IT_IS: EVERY_STAGE, **without}


def ablate(
    read_all: Mapping[str, Callable[[], Iterator[tuple[Outcome, Mapping[str, float]]]]],
) -> list[Variant]:
    """Read each photo in every variant before the next photo, so that other load affects all variants alike.

    ``read_all`` maps a variant's name to a function that starts an evaluation of all photos.
    """
    runs = {name: _timed(begin()) for name, begin in read_all.items()}
    photos = list(zip(*runs.values(), strict=True))
    return [variant(name, [photo[k] for photo in photos]) for k, name in enumerate(runs)]


def _timed(outcomes: Iterable[tuple[Outcome, Mapping[str, float]]]) -> Iterator[Timed]:
    """Each outcome with its processor time, which is 0 if no photo was read for it."""
    start = time.process_time()
    for outcome, ms in outcomes:
        spent = (time.process_time() - start) * 1000
        yield outcome, spent if ms else 0.0
        start = time.process_time()


def variant(name: str, photos: Sequence[Timed]) -> Variant:
    """One variant's row of the table."""
    outcomes = [outcome for outcome, _ in photos]
    metrics = measure(outcomes)
    times = [ms for _, ms in photos if ms]
    silent = sum(any(f.kind == "silent_wrong_hand" for f in outcome.failures) for outcome in outcomes)
    return Variant(
        name,
        metrics.exact_hand,
        metrics.structure,
        metrics.tile_recall,
        metrics.face_accuracy,
        silent,
        median(times) if times else 0.0,
        max(times, default=0.0),
    )


def to_table(variants: Sequence[Variant]) -> str:
    """The variants as a Markdown table; times also as shares of the first variant's."""
    lines = [
        "| | exact | melds and winner | found | named right | wrong in silence | median ms | worst ms |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in variants:
        rates = " | ".join(
            f"{rate.hits}/{rate.total}" if rate.total else ""
            for rate in (row.exact, row.structure, row.found, row.faces)
        )
        times = " | ".join(
            f"{ms:,.0f} ({ms / first:.0%})" if first else ""
            for ms, first in ((row.median_ms, variants[0].median_ms), (row.worst_ms, variants[0].worst_ms))
        )
        lines.append(f"| {row.name} | {rates} | {row.silent} | {times} |")
    return "\n".join(lines)
