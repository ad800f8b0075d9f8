"""What `yakulens data import` tells of an export: names, counts, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from yakulens.vision.imports.foreign import Export
from yakulens.vision.imports.labelled import LabelledPhoto
from yakulens.vision.labels import FACES, LABELS, TILE

_SHOWN = 5
"""Lines of one kind that a report names before it counts the rest."""


def of(
    export: Export,
    meant: Mapping[str, str],
    photos: Sequence[LabelledPhoto],
    mirrored: Sequence[bool],
    parts: Mapping[str, Sequence[LabelledPhoto]],
) -> dict[str, Any]:
    """The report as JSON.

    Boxes are all rows of labels, those that say no box and those of missing pictures too. Usable is a box of
    a known tile that can be, on a photo that is not left out.

    Args:
        export: what was read.
        meant: the tile of each class; empty where it is open.
        photos: with our names, in their scenes.
        mirrored: which of them are mirrored.
        parts: what is trained on and what is held back.
    """
    drawn = Counter(box.name for photo in export.photos for box in photo.boxes)
    kept = [photo for photo, turned in zip(photos, mirrored, strict=True) if not turned]
    tiles = Counter(label for photo in photos for label in photo.labels)
    return {
        "form": export.form,
        "photos": len(photos),
        "boxes": export.rows,
        "usable": sum(1 for photo in kept for label in photo.labels if label),
        "names": {name: {"tile": meant[name] or None, "boxes": drawn[name]} for name in export.names},
        "tiles": {tile: tiles[tile] for tile in (*LABELS, TILE) if tiles[tile]},
        "empty": [face for face in FACES if not tiles[face]],
        "missing": [each.what for each in export.missing],
        "missing_boxes": sum(each.boxes for each in export.missing),
        "broken": list(export.broken),
        "bad": dict(Counter(row.kind for row in export.bad).most_common()),
        "bad_rows": [str(row) for row in export.bad],
        "impossible": [line for photo in photos for line in photo.impossible],
        "near_duplicates": _across(photos),
        "mirrored": [photo.photo.path.name for photo, turned in zip(photos, mirrored, strict=True) if turned],
        "sets": {
            name: dict(Counter(photo.tile_set for photo in part).most_common())
            for name, part in parts.items()
        },
    }


def _across(photos: Sequence[LabelledPhoto]) -> list[list[str]]:
    """Photos of one scene that the export has in different splits."""
    by_scene: dict[int, list[LabelledPhoto]] = {}
    for photo in photos:
        by_scene.setdefault(photo.scene, []).append(photo)
    return [
        [photo.photo.path.name for photo in same]
        for same in by_scene.values()
        if len({photo.photo.split for photo in same}) > 1
    ]


def lines(report: Mapping[str, Any]) -> list[str]:
    """The report as a person reads it."""
    wide = max((len(name) for name in report["names"]), default=4)
    boxes, usable = report["boxes"], report["usable"]
    of_them = "all of them usable" if usable == boxes else f"{usable} of them usable"
    lines = [f"{report['form']}: {report['photos']} photos, {boxes} boxes, {of_them}", ""]
    unnamed = sum(entry["boxes"] for entry in report["names"].values() if not entry["tile"])
    if unnamed:
        lines.insert(1, f"of these {unnamed} of classes that are no tile of ours yet: --map NAME=TILE")
    lines += [f"{'class':{wide}}  tile   boxes"]
    for name, entry in report["names"].items():
        seems = report["likely"].get(name)
        looks = "" if seems is None else f"  {seems['agreed']} of {seems['of']} look like {seems['tile']}"
        lines.append(f"{name:{wide}}  {entry['tile'] or '?':5}  {entry['boxes']:5}{looks}")
    lines.append("")
    if report["empty"]:
        lines.append(f"no box: {' '.join(report['empty'])}")
    if faceless := report["tiles"].get(TILE):
        lines.append(f"of whatever tile: {faceless} boxes, which train the finder and nothing else")
    for kind, count in report["bad"].items():
        lines.append(f"rows that say no box, {kind}: {count}")
    told = (
        ("broken", "files of labels that cannot be read, left out"),
        ("bad_rows", "rows that say no box, left out"),
        (
            "missing",
            f"pictures that are not there or cannot be read, {report['missing_boxes']} boxes on them",
        ),
        ("impossible", "boxes that cannot be, left out"),
        ("near_duplicates", "scenes that the export has in more than one split"),
        ("mirrored", "mirrored photos, left out"),
        ("ours", "photos that are measured on elsewhere: train on none of them"),
        ("trained", "photos that our models were trained on: no figure on them says anything"),
    )
    for key, what in told:
        found = [each if isinstance(each, str) else ", ".join(each) for each in report[key]]
        if found:
            lines.append(f"{what}: {len(found)}")
            lines += [f"  {each}" for each in found[:_SHOWN]]
            lines += [f"  and {len(found) - _SHOWN} more (--json lists them)"] * (len(found) > _SHOWN)
    for name, sets in report["sets"].items():
        of = ", ".join(f"{tile_set or 'set not named'} {count}" for tile_set, count in sets.items())
        lines.append(f"{name}: {sum(sets.values())} photos ({of or 'none'})")
    if len({*report["sets"]["train"], *report["sets"]["val"]}) == 1:
        lines.append("all of one set: figures on val say nothing of other sets (--set-from tells sets apart)")
    return lines
