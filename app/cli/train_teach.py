"""The quick way of `yakulens train EXPORT`: teach the reader each tile set, and compare before and after."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from yakulens.app.cli.frame import emit, emit_lines, emit_next, note, write_result
from yakulens.app.cli.models_gate import write_comparison
from yakulens.app.cli.train_steps import agreed, duration, head, tell_present
from yakulens.app.store import sets
from yakulens.models.evaluate.paired import Paired, against, pair, row_json, to_lines
from yakulens.models.evaluate.report_page import LearntReport, page
from yakulens.models.evaluate.tiles import Measured, measured
from yakulens.models.teach.adaptation import AdaptationResult, adapt, shows_reds
from yakulens.models.teach.enough import labels_of, worth_learning
from yakulens.models.teach.examples import labelled
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.file import SUFFIX, checked_name, to_bytes
from yakulens.models.teach.labelled_tiles import ENOUGH
from yakulens.scorer.contract.text import counted
from yakulens.scorer.whole_file import write_whole
from yakulens.vision.coroutines import run
from yakulens.vision.picture.photo import load
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.app.cli.train_steps import Begun
    from yakulens.datasets.truth import Truth

_READS_TO_FIT = 50.0
"""Fitting a set's layers takes about as long as reading so many photos, whatever the photos."""
_READS_PER_TILE = 0.11
"""Extracting a tile's features takes about as long as this share of reading a photo."""


class _Set(NamedTuple):
    """One tile set of an export.

    Attributes:
        tile_set: its name in the labels; empty if it has none.
        name: under which it is kept.
        learnt: the labels to learn from, as many as are worth it.
        held_out: the labels to measure on.
    """

    tile_set: str
    name: str
    learnt: tuple[Truth, ...]
    held_out: tuple[Truth, ...]


class _Taught(NamedTuple):
    """A set after teaching, with its figures on held-out photos; None where none were held out."""

    of: _Set
    result: AdaptationResult
    before: Measured | None
    after: Measured | None
    rows: tuple[Paired, ...]

    @property
    def against(self) -> list[str]:
        """Why the set should not be adopted; empty if nothing speaks against it."""
        if self.before is None or self.after is None:
            return [] if self.result.gains else ["too few tiles could be held out to show a gain"]
        if worse := against(self.rows):
            return [f"worse: {'; '.join(worse)}"]
        gained = self.after.right.hits - self.before.right.hits
        return [] if gained > 0 else ["no more held-out tiles are read right than without it"]


def teach(begun: Begun) -> int:
    """Teach each tile set of the imported photos, compare, and ask to keep it."""
    start = time.perf_counter()
    recogniser = Recogniser.load(begun.args.model)
    parts = _sets(begun)
    head(2, "what will be done here")
    _plan(begun, parts, recogniser)
    head(3, "the present model on the held-out photos")
    before = measured(begun.held_out, begun.held_out_folder, recogniser) if begun.held_out else None
    if before is None:
        emit("  none is held out, since all photos show one scene: the gain is measured on tiles left aside")
    else:
        tell_present(begun, before)
        if before.right.hits == before.right.total and not begun.args.insist:
            emit("  every tile is right, so there is nothing to gain; --insist goes on nevertheless")
            emit_next("read", "HAND.jpg")
            return 0
    head(4, "teach")
    taught = [_taught(begun, part, recogniser) for part in parts]
    head(5, "compare")
    is_kept = [_compared(begun, each) for each in taught]
    _report(begun, taught, is_kept, time.perf_counter() - start)
    return 0


def _sets(begun: Begun) -> list[_Set]:
    """The tile sets of the imported photos."""
    names = sorted({truth.tile_set for truth in begun.learnt})
    return [
        _Set(
            name,
            checked_name(f"{begun.name} {name}") if len(names) > 1 else begun.name,
            worth_learning(truth for truth in begun.learnt if truth.tile_set == name),
            tuple(truth for truth in begun.held_out if truth.tile_set == name),
        )
        for name in names
    ]


def _plan(begun: Begun, parts: Sequence[_Set], recogniser: Recogniser) -> None:
    """Print what will be done, and how long that takes at the speed of this machine now."""
    first = begun.learnt[0]
    photo = load(begun.learnt_folder / first.file)
    recogniser.survey(photo)
    start = time.perf_counter()
    recogniser.survey(photo)
    pace = time.perf_counter() - start
    reads = 2.0 * len(begun.held_out)
    for part in parts:
        tiles = sum(len(labels_of(truth)) for truth in part.learnt)
        photos = counted(len(part.learnt), "photo")
        emit(f"  teach {recogniser.name} the set {part.name!r}: {counted(tiles, 'tile')} on {photos}")
        reads += len(part.learnt) + _READS_PER_TILE * tiles + _READS_TO_FIT
    if left := len(begun.learnt) - sum(len(part.learnt) for part in parts):
        emit(f"  {counted(left, 'photo')} left out: they show only faces of which {ENOUGH} are there already")
    held_out = counted(len(begun.held_out), "held-out photo")
    emit(f"  read {held_out} before and after, never learnt from")
    emit(f"  about {duration(reads * pace)} here, where reading a photo takes {pace:.1f} s")
    emit(f"  nothing is written outside {begun.out} before you agree")


def _taught(begun: Begun, part: _Set, recogniser: Recogniser) -> _Taught:
    """Teach one set and measure it on its held-out photos."""
    files = {truth.file for truth in part.learnt}
    tiles = labelled(begun.learnt_folder, recogniser, lambda truth: truth.file in files)
    note(f"{part.name}: {counted(len(tiles), 'photo')} read")
    reds = shows_reds(tiles) if begun.args.red_fives is None else begun.args.red_fives == "yes"
    extractor = FeatureExtractor.of(recogniser.card).of_set(reds=reds)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    result = run(adapt(part.name, tiles, extractor, recogniser.card.finder.firm_score, made))
    file = begun.out / f"{part.name}{SUFFIX}"
    write_whole(file, to_bytes(result.tile_set))
    count = sum(len(each.faces) for each in tiles)
    emit(f"  {file}: learnt from {counted(count, 'tile')} on {counted(len(tiles), 'photo')}")
    if not reds:
        emit("  no red five was shown: every five is read as a plain one (--red-fives yes if it has some)")
    if not part.held_out:
        return _Taught(part, result, None, None, ())
    before, after = (
        measured(part.held_out, begun.held_out_folder, reader)
        for reader in (recogniser, recogniser.for_set(result.tile_set))
    )
    return _Taught(part, result, before, after, pair(before.outcomes, after.outcomes))


def _compared(begun: Begun, taught: _Taught) -> bool:
    """Print the comparison of one set and ask whether to keep it; returns whether it is kept."""
    name, file = taught.of.name, begun.out / f"{taught.of.name}{SUFFIX}"
    emit(f"  {name}, before -> after, 95 % intervals")
    emit_lines(f"  {line}" for line in (to_lines(taught.rows) or _left_aside(taught.result)))
    if (reasons := taught.against) and not begun.args.insist:
        emit(f"  not kept: {'; '.join(reasons)}")
        emit_next("evaluate", begun.held_out_folder, "--set", file, "--failures")
        return False
    replaced = " (the one of this name can be restored)" if name in sets.names() else ""
    if not agreed(f"  keep the set {name!r}{replaced}?", begun.args):
        emit(f"  not kept yet: {file} has it")
        emit_next("sets", "import", file)
        return False
    emit(f"  kept: {sets.keep(taught.result.tile_set)}")
    emit_next("read", "HAND.jpg", "--set", name)
    return True


def _left_aside(result: AdaptationResult) -> list[str]:
    """How tiles left aside from learning were read, where no photo is held out."""
    held = result.tile_set.held_out
    return [f"tiles left aside: {held.before} of {held.of} right -> {held.after}"]


def _report(begun: Begun, taught: Sequence[_Taught], is_kept: Sequence[bool], seconds: float) -> None:
    """Write the figures for the page and the report for a person."""
    rows = [row_json(row) | {"name": each.of.name} for each in taught for row in each.rows]
    kept = [each.of.name for each, is_one in zip(taught, is_kept, strict=True) if is_one]
    write_comparison(begun.out, rows, name=begun.name, way="teach", adopted=kept)
    reports = [
        LearntReport(each.of.name, each.before, each.after, each.rows)
        for each in taught
        if each.before is not None and each.after is not None
    ]
    text = page(f"{begun.name}: taught", reports)
    file = write_result(begun.out, "report.html", text) if reports else None
    told = f", all figures and pictures in {file}" if file else ""
    emit(f"\ndone in {duration(seconds)}{told}")
