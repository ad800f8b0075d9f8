"""Turns outcomes of many photos into metrics, over all and by source and tile set."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import median
from typing import Any

from yakulens.models.evaluate.compare import Failure, Outcome
from yakulens.models.evaluate.rates import Mean, Rate, calibration_error
from yakulens.vision.reading import REVIEW_BELOW


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics of some photos.

    Attributes:
        photos: number of photos.
        tile_recall: labelled tiles that were detected.
        tile_precision: true detections, among those that the labels can judge.
        face_accuracy: detected tiles named right.
        top3: cut-out faces whose name is among the first three.
        exact_hand: hands read exactly.
        exact_after_one: hands read exactly, at once or after a true answer to one question.
        right_when_answered: hands with questions that are exact after true answers to all.
        structure: hands with melds and winning tile right.
        confident_wrong: detected tiles with a wrong face above the review threshold.
        reviews_per_hand: issues that a person has to settle before the reading equals the label.
        issues_per_hand: all issues.
        calibration_error: of the scores, 0..1.
    """

    photos: int
    tile_recall: Rate
    tile_precision: Rate
    face_accuracy: Rate
    top3: Rate
    exact_hand: Rate
    exact_after_one: Rate
    right_when_answered: Rate
    structure: Rate
    confident_wrong: Rate
    reviews_per_hand: Mean
    issues_per_hand: Mean
    calibration_error: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """The result of an evaluation.

    Attributes:
        model: the model's name.
        folder: what was evaluated.
        metrics: by group; ``all`` comes first.
        failures: all, in order of the photos.
        ms: median milliseconds per photo, by stage.
    """

    model: str
    folder: str
    metrics: Mapping[str, Metrics]
    failures: tuple[Failure, ...]
    ms: Mapping[str, float]


def summarise(
    outcomes: Sequence[Outcome], *, model: str, folder: str, ms: Sequence[Mapping[str, float]] = ()
) -> Report:
    """The report over the outcomes, in their order."""
    groups: dict[str, list[Outcome]] = {"all": list(outcomes)}
    for outcome in outcomes:
        kind = "hands" if outcome.exact is not None else "faces" if outcome.top3 is not None else "boxes"
        names = [kind]
        if outcome.flowers is not None:
            names.append("hands with flowers" if outcome.flowers else "hands without flowers")
        source = outcome.source.partition("@")[0]  # drop a commit and file after it
        names += [f"source {source}"] * bool(source)
        names += [f"set {outcome.tile_set}"] * bool(outcome.tile_set)
        for name in names:
            groups.setdefault(name, []).append(outcome)
    # If all labels are of one kind, its metrics repeat those of ``all``.
    apart = (name for name in groups if " " in name or len(groups[name]) < len(outcomes))
    ordered = ["all", *sorted(apart)]
    stages = dict.fromkeys(stage for times in ms for stage in times)
    return Report(
        model=model,
        folder=folder,
        metrics={name: measure(groups[name]) for name in ordered},
        failures=tuple(failure for outcome in outcomes for failure in outcome.failures),
        ms={stage: median(times[stage] for times in ms if stage in times) for stage in stages},
    )


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    """The metrics over some outcomes."""
    # If a photo has both a labelled hand and boxes, the boxes include the hand's tiles.
    boxed = {o.file for o in outcomes if o.exact is None}
    tiled = [o for o in outcomes if o.exact is None or o.file not in boxed]
    found = sum(o.found for o in tiled)
    # A cut-out face goes to the reader directly, without detection.
    with_detection = [o for o in tiled if o.top3 is None]
    detected = sum(o.found for o in with_detection)
    return Metrics(
        photos=len({o.file for o in outcomes}),
        tile_recall=Rate(detected, sum(o.truths for o in with_detection)),
        tile_precision=Rate(detected, detected + sum(o.extra for o in with_detection)),
        face_accuracy=Rate(sum(o.right for o in tiled), found),
        top3=_share(o.top3 for o in outcomes),
        confident_wrong=Rate(sum(o.confident_wrong for o in tiled), found),
        exact_hand=_share(o.exact for o in outcomes),
        exact_after_one=_share(o.after_one for o in outcomes),
        right_when_answered=_share(o.answered for o in outcomes),
        structure=_share(o.structure for o in outcomes),
        reviews_per_hand=Mean.of([o.reviews for o in outcomes if o.reviews is not None]),
        issues_per_hand=Mean.of([o.issues for o in outcomes if o.issues is not None]),
        calibration_error=calibration_error(answer for o in tiled for answer in o.answers),
    )


def _share(answers: Iterable[bool | None]) -> Rate:
    known = [answer for answer in answers if answer is not None]
    return Rate(sum(known), len(known))


_NAMES = tuple(field.name for field in fields(Metrics) if field.name != "photos")


def to_json(report: Report) -> dict[str, Any]:
    """The report for ``json.dumps``; ``groups`` holds sources and tile sets."""
    groups = {name: _metrics_json(metrics) for name, metrics in report.metrics.items()}
    kinds = Counter(failure.kind for failure in report.failures)
    return {
        "model": report.model,
        "folder": report.folder,
        "review_threshold": REVIEW_BELOW,
        **groups.pop("all"),
        "groups": groups,
        "failures_by_kind": dict(kinds.most_common()),
        "ms": {stage: round(value, 1) for stage, value in report.ms.items()},
        "failures": [{"file": f.file, "kind": f.kind, "detail": f.detail} for f in report.failures],
    }


def _metrics_json(metrics: Metrics) -> dict[str, Any]:
    result: dict[str, Any] = {"photos": metrics.photos, "metrics": {}}
    for name in _NAMES:
        value = getattr(metrics, name)
        if isinstance(value, Rate):
            low, high = value.interval() or (None, None)
            entry = {"value": value.value, "low": low, "high": high, "hits": value.hits, "of": value.total}
        elif isinstance(value, Mean):
            entry = {"value": value.value, "low": value.low, "high": value.high, "of": value.total}
        else:
            entry = {"value": value}
        result["metrics"][name] = entry
    return result


def to_text(report: Report) -> str:
    """The report as text."""
    lines = [f"{report.folder}  model {report.model}  95 % intervals"]
    for group, metrics in report.metrics.items():
        lines += ["", f"{group}: {metrics.photos} {'photo' if metrics.photos == 1 else 'photos'}"]
        lines += [line for name in _NAMES if (line := _line(name, getattr(metrics, name)))]
    kinds = Counter(failure.kind for failure in report.failures)
    if kinds:
        lines += ["", "failures: " + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())]
    if report.ms:
        lines += ["", "median ms: " + ", ".join(f"{stage} {value:.0f}" for stage, value in report.ms.items())]
    return "\n".join(lines)


def _line(name: str, value: Rate | Mean | float | None) -> str:
    """One metric's line; empty if there is nothing to measure."""
    title = f"  {name.replace('_', ' '):<20}"
    if isinstance(value, Rate):
        bounds = value.interval()
        if bounds is None or value.value is None:
            return ""
        low, high = bounds
        return f"{title}{value.value:7.2%}  [{low:.2%}, {high:.2%}]  {value.hits} of {value.total}"
    if isinstance(value, Mean):
        if value.value is None:
            return ""
        return f"{title}{value.value:7.2f}  [{value.low:.2f}, {value.high:.2f}]  over {value.total}"
    return "" if value is None else f"{title}{value:7.4f}"
