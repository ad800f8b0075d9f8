"""Measure how many hands of labelled photos the layout reads right."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from tests.benchmarks.layout.kept import recognised
from yakulens.datasets.truth import LabelledHand, load_truths
from yakulens.models.evaluate.compare import Outcome, compare_hand
from yakulens.models.evaluate.stability import VERSIONS
from yakulens.vision.photo_search import Recognition
from yakulens.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Photos:
    """The labelled hands of a folder, with their recognitions."""

    truths: tuple[LabelledHand, ...]
    recognitions: tuple[Recognition, ...]


def photos(folder: Path, kept: Path, *, retaken: bool = False) -> Photos:
    """The labelled hands of a folder; recognitions are cached in a file of another folder.

    ``retaken`` adds several altered copies of each photo.
    """
    truths = [truth for truth in load_truths(folder) if isinstance(truth, LabelledHand)]
    if retaken:
        truths = [replace(t, file=f"{t.file}#{n}") for t in truths for n in range(VERSIONS)]
    name = f"kept-{folder.name}{'-retaken' if retaken else ''}.npz"
    done = recognised(folder, [truth.file for truth in truths], kept / name)
    return Photos(tuple(truths), tuple(done))


def outcomes(taken: Photos, layout: Callable[[Recognition], Reading]) -> tuple[list[Outcome], list[float]]:
    """Each photo's outcome, and the processor time of its layout, milliseconds."""
    found, ms = [], []
    for truth, recognition in zip(taken.truths, taken.recognitions, strict=True):
        start = time.thread_time()
        reading = layout(recognition)
        ms.append((time.thread_time() - start) * 1000)
        found.append(compare_hand(reading, truth))
    return found, ms


def totals(found: list[Outcome], ms: list[float]) -> str:
    """The figures in one line."""
    silent = sum(f.kind == "silent_wrong_hand" for one in found for f in one.failures)
    asked = sum(one.issues or 0 for one in found)
    wrong_but_asked = [one for one in found if not one.exact and one.reviews]
    times = sorted(ms)
    return (
        f"exact {sum(bool(one.exact) for one in found)} of {len(found)}, "
        f"after one answer {sum(bool(one.after_one) for one in found)}, "
        f"structure {sum(bool(one.structure) for one in found)}, silent {silent}, "
        f"questions {asked / max(len(found), 1):.2f} a hand, wrong but asked {len(wrong_but_asked)}; "
        f"ms {times[len(times) // 2]:.0f} median, {times[-1]:.0f} most"
    )


def wrong(found: list[Outcome]) -> str:
    """The failures of each photo that is not exact."""
    lines = []
    for one in found:
        if not one.exact:
            details = "; ".join(f"{f.kind}: {f.detail}" for f in one.failures)
            lines.append(f"  {one.file}: {details}")
    return "\n".join(lines)
