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
        "faces": export.faces,
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
        "split": dict(Counter(photo.photo.split for photo in photos if photo.photo.split).most_common()),
        "same_tile": _of_one_tile(export, tiles, boxes),
        "guesses": list(export.guesses),
        "unboxed": [photo.photo.path.name for photo in photos if photo.unboxed],
        "without_tiles": sum(1 for photo in photos if not photo.photo.rows and not photo.unboxed),
        "mirrored": [photo.photo.path.name for photo in photos if photo.mirrored],
        "mirrored_unknown": [photo.photo.path.name for photo in photos if photo.mirrored is None],
        "sets": {
            name: dict(Counter(photo.tile_set for photo in part).most_common())
            for name, part in parts.items()
        },
    }


def _of_one_tile(export: Export, tiles: Mapping[str, str], boxes: Mapping[str, int]) -> dict[str, list[str]]:
    """The names of used classes by tile, where several have one and it is a face."""
    names: dict[str, list[str]] = {}
    for name in export.classes:
        if boxes.get(name) and tiles[name] in FACES:
            names.setdefault(tiles[name], []).append(name)
    return {tile: of_tile for tile, of_tile in names.items() if len(of_tile) > 1}


def lacking(report: Mapping[str, Any], export: Export, *, is_written: bool) -> str:
    """Why an export has nothing to import, with what to do; empty if it has something."""
    if not export.rows:
        return f"{export.format_name} without a single box: nothing to import; export the labels too"
    boxes = sum(len(photo.boxes) for photo in export.photos)
    if not boxes:
        kinds = " and ".join(dict.fromkeys(row.kind for row in export.bad))
        lost = next((each.description for each in export.missing), "")
        why = f"each row has {kinds}" if kinds else f"{lost} is not usable; {export.advice}"
        return f"{export.format_name} without a single box: nothing to import; {why}"
    if len(report["impossible"]) >= boxes:
        return f"{export.format_name} without a box that can be: nothing to import; {report['impossible'][0]}"
    if is_written and not any(report["sets"][name] for name in ("train", "val")):
        return "no photo with a box of a tile is left, so nothing was written"
    if is_written and not report["usable"]:
        return "no box of a tile is left, so nothing was written"
    return ""


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
    left = len(entries) - _MAX_LINES
    more = [f"  and {left} more (`yakulens data import --dry-run --json` lists them)"] * (left > 0)
    return [f"{title}: {len(entries)}", *(f"  {entry}" for entry in shown), *more]


def _by_photo(pairs: Sequence[Sequence[str]]) -> list[list[str]]:
    """Each photo once, before all its sources."""
    photos: dict[str, list[str]] = {}
    for photo, source in pairs:
        photos.setdefault(photo, [photo]).append(source)
    return list(photos.values())


def lines(report: Mapping[str, Any]) -> list[str]:
    """The report as a person reads it."""
    boxes, usable = report["boxes"], report["usable"]
    of_them = "all of them usable" if usable == boxes else f"{usable} of them usable"
    what = counted(boxes, "face") if report["faces"] else counted(boxes, "box", "boxes")
    lines = [f"{report['form']}: {counted(report['photos'], 'photo')}, {what}{f', {of_them}' * bool(boxes)}"]
    unnamed = sum(entry["boxes"] for entry in report["names"].values() if not entry["tile"])
    if unnamed:
        without = counted(unnamed, "box has", "boxes have")
        lines.append(f"{without} a class without a known tile: add --map NAME=TILE")
    lines += ["", *_classes(report), ""]
    lines += [f"guessed: {guess}" for guess in report["guesses"]]
    together = report["same_tile"].items()
    lines += [f"{tile}: the boxes of {', '.join(names)} together" for tile, names in together]
    if report["empty"]:
        lines.append(f"faces without a box: {' '.join(report['empty'])}")
    if faceless := report["tiles"].get(TILE):
        lines.append(f"boxes of any face: {faceless}, which train only the finder")
    lines += _faults(report)
    if unknown := report["mirrored_unknown"]:
        lines.append(f"photos whose tiles do not show whether they are mirrored, kept: {len(unknown)}")
    if empty := report["without_tiles"]:
        lines.append(f"photos without a box, on which the model sees no tile, kept: {empty}")
    return [*lines, *_split(report)]


def _classes(report: Mapping[str, Any]) -> list[str]:
    """The table of classes, with what the boxes look like where that is another tile or the only hint."""
    width = max((len(name) for name in report["names"]), default=4)
    lines = [f"{'class':{width}}  tile   boxes"]
    for name, entry in report["names"].items():
        likely = report["likely"].get(name)
        looks = f"  {likely['agreed']} of {likely['of']} look like {likely['tile']}" if likely else ""
        tile = f"{entry['tile']}{' ?' * bool(likely)}" if entry["tile"] else "?"
        lines.append(f"{name:{width}}  {tile:5}  {entry['boxes']:5}{looks}")
    return lines


def _faults(report: Mapping[str, Any]) -> list[str]:
    """What is wrong with the export, by kind, with the first entries of each."""
    lines = [f"rows without a valid box, {kind}: {count}" for kind, count in report["bad"].items()]
    missing = counted(report["missing_boxes"], "box", "boxes")
    titles = (
        ("broken", "unreadable label files, left out"),
        ("bad_rows", "rows without a valid box, left out"),
        ("missing", f"missing or unreadable pictures, with {missing}"),
        ("impossible", "impossible boxes, left out"),
        ("unboxed", "photos that show tiles but have no box, left out"),
        ("near_duplicates", "scenes that the export has in more than one split"),
        ("mirrored", "mirrored photos, left out"),
        ("ours", "photos used for evaluation: do not train on them"),
        ("trained", "photos that our models were trained on: figures on them prove nothing"),
    )
    by_photo = {key: _by_photo(report[key]) for key in ("ours", "trained")}
    for key, title in titles:
        lines += _listed(title, by_photo.get(key, report[key]))
    return lines


def _split(report: Mapping[str, Any]) -> list[str]:
    """The parts for training and evaluation, and what became of the export's own."""
    lines = []
    if report["split"] and not report["own_split"]:
        own = ", ".join(f"{name} {count}" for name, count in report["split"].items())
        lines.append(
            f"the export's own split ({own}) gives way to whole sets or scenes; --keep-split keeps it"
        )
    for name, sets in report["sets"].items():
        counts = ", ".join(f"{tile_set or 'unnamed set'} {count}" for tile_set, count in sets.items())
        lines.append(f"{name}: {counted(sum(sets.values()), 'photo')} ({counts or 'none'})")
    if len({*report["sets"]["train"], *report["sets"]["val"]}) == 1:
        lines.append(
            "all of one set: figures on val say nothing about other sets (--set-from separates sets)"
        )
    return lines
