"""The report of `yakulens data import` on an export: its classes, counts and faults."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from yakulens.datasets.imports.foreign import Export
from yakulens.datasets.imports.labelled import LabelledPhoto
from yakulens.scorer.contract.text import counted
from yakulens.vision.labels import FACES, LABELS, TILE

_MAX_LINES = 5
"""Number of entries of one kind that a report prints; it only counts the others."""


def of(
    export: Export,
    tiles: Mapping[str, str],
    photos: Sequence[LabelledPhoto],
    parts: Mapping[str, Sequence[LabelledPhoto]],
) -> dict[str, Any]:
    """The report as JSON.

    It counts every row as a box, also bad rows and rows of missing pictures. A box is usable if it is
    possible, its tile is known and its photo is not left out.

    Args:
        export: the whole export.
        tiles: the tile label of each class; empty where unknown.
        photos: the photos with our labels, their scene numbers, and what is known of mirrored ones.
        parts: the photos to train on and those held out.
    """
    boxes = Counter(box.name for photo in export.photos for box in photo.boxes)
    labels = Counter(label for photo in photos for label in photo.labels)
    of_mirrored = sum(len(photo.labels) for photo in photos if photo.mirrored)
    return {
        "form": export.format_name,
        "photos": len(photos),
        "boxes": export.rows,
        "usable": labels.total() - of_mirrored,
        "names": {name: {"tile": tiles[name] or None, "boxes": boxes[name]} for name in export.classes},
        "tiles": {label: labels[label] for label in (*LABELS, TILE) if labels[label]},
        "empty": [face for face in FACES if not labels[face]],
        "missing": [picture.description for picture in export.missing],
        "missing_boxes": sum(picture.rows for picture in export.missing),
        "broken": list(export.unreadable),
        "bad": dict(Counter(row.kind for row in export.bad).most_common()),
        "bad_rows": [str(row) for row in export.bad],
        "impossible": [line for photo in photos for line in photo.impossible],
        "near_duplicates": _across_splits(photos),
        "mirrored": [photo.photo.path.name for photo in photos if photo.mirrored],
        "mirrored_unknown": [photo.photo.path.name for photo in photos if photo.mirrored is None],
        "sets": {
            name: dict(Counter(photo.tile_set for photo in part).most_common())
            for name, part in parts.items()
        },
    }


def _across_splits(photos: Sequence[LabelledPhoto]) -> list[list[str]]:
    """Photos of one scene that the export has in different splits."""
    by_scene: dict[int, list[LabelledPhoto]] = {}
    for photo in photos:
        by_scene.setdefault(photo.scene, []).append(photo)
    return [
        [photo.photo.path.name for photo in scene]
        for scene in by_scene.values()
        if len({photo.photo.split for photo in scene}) > 1
    ]


def _listed(title: str, entries: Sequence[str | list[str]]) -> list[str]:
    """A title with the number of entries, and the first few entries; empty without entries."""
    if not entries:
        return []
    shown = [entry if isinstance(entry, str) else ", ".join(entry) for entry in entries[:_MAX_LINES]]
    more = [f"  and {len(entries) - _MAX_LINES} more (--json lists them)"] * (len(entries) > _MAX_LINES)
    return [f"{title}: {len(entries)}", *(f"  {entry}" for entry in shown), *more]


def _by_photo(pairs: Sequence[Sequence[str]]) -> list[list[str]]:
    """Each photo once, before all its sources."""
    photos: dict[str, list[str]] = {}
    for photo, source in pairs:
        photos.setdefault(photo, [photo]).append(source)
    return list(photos.values())


def lines(report: Mapping[str, Any]) -> list[str]:
    """The report as a person reads it."""
    width = max((len(name) for name in report["names"]), default=4)
    boxes, usable = report["boxes"], report["usable"]
    of_them = "all of them usable" if usable == boxes else f"{usable} of them usable"
    photos = counted(report["photos"], "photo")
    lines = [f"{report['form']}: {photos}, {counted(boxes, 'box', 'boxes')}, {of_them}", ""]
    unnamed = sum(entry["boxes"] for entry in report["names"].values() if not entry["tile"])
    if unnamed:
        without = counted(unnamed, "box has", "boxes have")
        lines.insert(1, f"{without} a class without a known tile: add --map NAME=TILE")
    lines += [f"{'class':{width}}  tile   boxes"]
    for name, entry in report["names"].items():
        likely = report["likely"].get(name)
        looks = f"  {likely['agreed']} of {likely['of']} look like {likely['tile']}" if likely else ""
        lines.append(f"{name:{width}}  {entry['tile'] or '?':5}  {entry['boxes']:5}{looks}")
    lines.append("")
    if report["empty"]:
        lines.append(f"faces without a box: {' '.join(report['empty'])}")
    if faceless := report["tiles"].get(TILE):
        lines.append(f"boxes of any face: {faceless}, which train only the finder")
    for kind, count in report["bad"].items():
        lines.append(f"rows without a valid box, {kind}: {count}")
    missing = counted(report["missing_boxes"], "box", "boxes")
    titles = (
        ("broken", "unreadable label files, left out"),
        ("bad_rows", "rows without a valid box, left out"),
        ("missing", f"missing or unreadable pictures, with {missing}"),
        ("impossible", "impossible boxes, left out"),
        ("near_duplicates", "scenes that the export has in more than one split"),
        ("mirrored", "mirrored photos, left out"),
        ("ours", "photos used for evaluation: do not train on them"),
        ("trained", "photos that our models were trained on: figures on them prove nothing"),
    )
    by_photo = {key: _by_photo(report[key]) for key in ("ours", "trained")}
    for key, title in titles:
        lines += _listed(title, by_photo.get(key, report[key]))
    if unknown := report["mirrored_unknown"]:
        lines.append(f"photos whose tiles do not show whether they are mirrored, kept: {len(unknown)}")
    for name, sets in report["sets"].items():
        counts = ", ".join(f"{tile_set or 'unnamed set'} {count}" for tile_set, count in sets.items())
        lines.append(f"{name}: {counted(sum(sets.values()), 'photo')} ({counts or 'none'})")
    if len({*report["sets"]["train"], *report["sets"]["val"]}) == 1:
        lines.append(
            "all of one set: figures on val say nothing about other sets (--set-from separates sets)"
        )
    return lines
