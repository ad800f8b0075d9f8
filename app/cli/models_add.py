"""`yakulens models add`: make a model from a network that was trained elsewhere."""

import argparse
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from yakulens.app.cli.class_names import add_map, listed, tiles_of_classes
from yakulens.app.cli.frame import Parser, add_options, emit, emit_lines, refuse
from yakulens.datasets.truth import LabelledBoxes, load_truths
from yakulens.models.evaluate.thresholds import SCORES, Threshold, best, power_for, scored, thresholds
from yakulens.scorer.contract.text import counted
from yakulens.vision import models
from yakulens.vision.finding.decode import UnknownOutputError, class_names
from yakulens.vision.finding.detector import Detector
from yakulens.vision.finding.windows import first_windows
from yakulens.vision.inference import InferenceSession
from yakulens.vision.labels import FACES, NO_TILE, TILE
from yakulens.vision.model_card import MAX_RUN_SECONDS, FinderSettings
from yakulens.vision.picture.photo import load
from yakulens.vision.picture.pyramid import Pyramid

EXAMPLE = """
yakulens models add club.onnx club --as finder --on photos/val
yakulens models add club.onnx club --as both --map logo=none
"""
_BOTH: Final = "both"
_PICKLES: Final = frozenset({".pt", ".pth", ".pkl", ".ckpt"})
_MAX_BYTES: Final = 1 << 30
_MAX_BATCH: Final = 16
_LONG_SIDE: Final = 640
"""Long side in pixels of the pictures on which ultralytics trains by default."""


def arguments(parser: Parser) -> None:
    """Add the arguments of the action."""
    options = {
        "file FILE": "the network, exported to .onnx by ultralytics",
        "name NAME": "a name for the new model",
    }
    add_options(parser, options)
    role = "finder: the network finds tiles, our reader names them; both: its classes name them too"
    parser.add_argument("--as", dest="role", choices=("finder", _BOTH), required=True, help=role)
    add_map(parser)
    options = {
        "--on DIR": "photos with boxes (labels.jsonl), on which the least score of a detection is chosen",
        "--base MODEL": "the model that supplies the other networks (default: the one in use)",
        "--out DIR": "folder for card and networks (default: that of your own models)",
    }
    add_options(parser, options)


def run(args: argparse.Namespace) -> int:
    """Check the network and write a model card for it."""
    file, out = Path(args.file), Path(args.out) if args.out else models.own_folder()
    data = _bytes(file)
    if Path(args.name).name != args.name or args.name.endswith(".toml"):
        refuse(f"{args.name!r} is not a model name: give it without folder and ending, such as club")
    taken = () if args.out else [card.name for card in models.cards()]
    if args.name in taken or (out / f"{args.name}.toml").exists():
        refuse(f"{out / args.name}.toml: already exists; choose another name")
    session = InferenceSession(data, str(file), seconds=MAX_RUN_SECONDS)
    settings = _settings(args, file, session)
    detector = Detector(session, FinderSettings(file.name, **settings))
    if detector.batch > _MAX_BATCH:
        refuse(f"{file}: takes {detector.batch} pictures at a time; export it with batch=1")
    grey = Pyramid(np.full((_LONG_SIDE * 3 // 4, _LONG_SIDE, 3), 128, np.uint8))
    for window in first_windows(grey.size, detector.settings):
        detector.detect(grey, window)
    base = models.choose(args.base)
    chosen = _chosen(args.on, detector) if args.on else None
    if chosen is not None:
        least = round(chosen.threshold.score**chosen.power, 4)
        settings |= {"score_power": chosen.power, "min_score": least}
    from yakulens.models.train.card import derive  # noqa: PLC0415 - needs the extra `imports`

    out.mkdir(parents=True, exist_ok=True)
    task = "finds the tiles and names them" if args.role == _BOTH else "finds the tiles"
    summary = f"{base.name}, in which {file.name} {task}; describe it here"
    said = {"summary": summary, "licence": "unknown: say whose network it is"}
    card = derive(args.name, base, {"finder": data}, out, more={"finder": settings}, on_card=said)
    emit(f"{card}: {file.name} {task}, {base.name} does the rest; the model is not evaluated yet")
    emit_lines(_class_lines(settings, class_names(session.metadata)))
    emit_lines(_usage_lines(detector, chosen))
    return 0


class _Chosen(NamedTuple):
    """The least score of a detection on labelled photos, and the power by which sure ones score as usual."""

    threshold: Threshold
    power: float


def _chosen(folder: str, detector: Detector) -> _Chosen:
    """How the scores of a network are used, so that its detections match the boxes of a folder best."""
    truths = [
        truth for truth in load_truths(Path(folder)) if isinstance(truth, LabelledBoxes) and truth.boxes
    ]
    if not truths:
        refuse(f"--on {folder}: no photo with boxes (labels.jsonl); name such photos")
    lowest = detector.with_settings(replace(detector.settings, min_score=min(SCORES)))
    photos = [scored(lowest, load(Path(folder) / truth.file), truth) for truth in truths]
    threshold = best(thresholds(photos))
    if not threshold.found:
        refuse(f"--on {folder}: the network finds none of the {threshold.boxes} boxes there")
    return _Chosen(threshold, power_for(photos, threshold.score))


def _usage_lines(detector: Detector, chosen: _Chosen | None) -> list[str]:
    """How the network is used: from which score its detections count, and what its batch costs."""
    usual = f"its detections count from a score of {detector.settings.min_score}, the usual one"
    lines = [f"{usual}; --on DIR chooses it on photos with boxes"]
    if chosen is not None:
        score, found, boxes, extra = chosen.threshold
        of = f"{found} of {counted(boxes, 'box', 'boxes')} found, {counted(extra, 'detection')} without a box"
        lines = [f"its detections count from a score of {score}: {of}"]
    if detector.batch > 1:
        again = f"it takes {detector.batch} pictures at a time, and each window of a photo so often"
        lines.append(f"{again}: export it with batch=1 to read faster")
    return lines


def _bytes(file: Path) -> bytes:
    if file.suffix.lower() in _PICKLES:
        refuse(
            f"{file}: is a pickle, which can contain any program, so it is not opened; where you trained it, "
            f"export it with `yolo export model={file.name} format=onnx` and name the .onnx"
        )
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            refuse(f"{file}: is not a regular file; name the network's .onnx")
        if status.st_size > _MAX_BYTES:
            refuse(f"{file}: {status.st_size:,} bytes are too many for a finder")
        return file.read_bytes()
    except OSError as error:
        refuse(f"{file}: cannot be opened ({error.strerror})")


def _settings(args: argparse.Namespace, file: Path, session: InferenceSession) -> dict[str, Any]:
    """The network's settings on the card: its input size and the meaning of its classes."""
    try:
        names = class_names(session.metadata)
    except UnknownOutputError as error:
        refuse(f"{file}: {error}")
    fixed = [side for side in next(iter(session.inputs.values()))[2:] if isinstance(side, int)]
    # All settings are given, because those of the base model's finder may differ.
    settings = {"long_side": max(fixed, default=_LONG_SIDE), "classes": [], "names_faces": False}
    if len(names) == 1 and args.role != _BOTH:
        return settings
    needed = names if args.role == _BOTH and len(names) > 1 else ()
    tiles = tiles_of_classes(names, args.map, file.name, needed)
    if args.role != _BOTH:  # our reader names what it finds: a class matters only if it is no tile
        tiles = {name: tile or TILE for name, tile in tiles.items()}
    if args.role == _BOTH and (len(names) == 1 or not any(tile in FACES for tile in tiles.values())):
        refuse(f"{file}: none of its classes names a face ({listed(names)}); use --as finder")
    if {*tiles.values()} == {NO_TILE}:
        refuse(f"{file}: none of its classes is a tile ({listed(names)}), so it finds nothing")
    return {**settings, "classes": [tiles[name] for name in names], "names_faces": args.role == _BOTH}


def _class_lines(settings: dict[str, Any], names: tuple[str, ...]) -> list[str]:
    """The tile of each class, and the faces that no class names."""
    classes = settings["classes"]
    lines = [f"  {name}: {tile}" for name, tile in zip(names, classes, strict=False)]
    missing = [face for face in FACES if classes and face not in classes]
    if missing and settings["names_faces"]:
        lines.append(f"no class names {' '.join(missing)}: such tiles are misread or reported as doubtful")
    return lines
