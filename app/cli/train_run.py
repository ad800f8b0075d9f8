"""A training run: every input is checked before any work begins."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from yakulens.app.cli.frame import emit, emit_next, note, refuse
from yakulens.app.cli.train_inputs import art_of, bank_of, check_enough, folder_of, fonts_of, photos_of
from yakulens.app.store import trainings
from yakulens.datasets.truth import LABELLED
from yakulens.models.runs.report import write_report
from yakulens.models.runs.watch import shown_as_running
from yakulens.models.train.design_cache import FOLDER, build_designs
from yakulens.models.train.hyper import Hyper, hyper_of
from yakulens.models.train.real_photos import RealPhoto
from yakulens.models.train.room import check_room
from yakulens.vision.finding.detector import INPUT as FINDER_INPUT
from yakulens.vision.inference import InferenceSession
from yakulens.vision.layout import INPUT as LAYOUT_INPUT
from yakulens.vision.naming.leveller import INPUT as LEVELLER_INPUT
from yakulens.vision.naming.reader import INPUT as READER_INPUT

if TYPE_CHECKING:
    from yakulens.models.train.task import RunConfig
    from yakulens.vision.recognise import Recogniser

_NO_CORNERS: Final = "none"
_CHECKPOINT_BYTES: Final = 256 << 20
"""Room for the states of a network and its optimiser, the one before, and the one being written."""
NETWORKS: Final = {
    "finder": FINDER_INPUT, "reader": READER_INPUT, "leveller": LEVELLER_INPUT, "layout": LAYOUT_INPUT
}  # fmt: skip
"""The networks that can be trained, and the name of the input of each."""


def train(args: argparse.Namespace) -> int:
    """Train the network that the action names, in sight of the page of tile sets."""
    out = Path(args.out)
    with ExitStack() as stack:
        _train(args, lambda: _show(stack, args))
    checkpoint = out / f"{args.action}.pt"
    emit(f"{args.action} trained: {checkpoint}")
    if (report := write_report(out, args.action)) is not None:
        emit(f"its curves, and what was gained by tile set: {report}")
    emit_next("train", "export", "NAME", f"--{args.action}", checkpoint, "--out", out.parent)
    return 0


def _show(stack: ExitStack, args: argparse.Namespace) -> None:
    """Show the run, whose folder there is by now, until the stack closes."""
    out = Path(args.out)
    trainings.remember(out)
    stack.enter_context(shown_as_running(out, args.action, minutes=args.minutes, steps=args.steps))


def _train(args: argparse.Namespace, begun: Callable[[], None]) -> None:
    """Train; torch takes seconds to import, so it comes last. ``begun`` is called once all is checked."""
    if args.action == "layout":
        bank = bank_of(args.seen)
        run_config, hyper, _ = _begin(args)
        begun()
        from yakulens.models.train.layout import train_layout  # noqa: PLC0415

        train_layout(run_config, hyper, bank)
    else:
        fonts, art = fonts_of(args), art_of(args)
        photos, held_out = (photos_of(vars(args).get(name)) for name in ("photos", "held_out"))
        _check_apart(photos, held_out)
        check_enough(args.action, photos)
        run_config, hyper, recogniser = _begin(args, fonts, art)
        begun()
        cache = run_config.out / FOLDER
        designs = build_designs(fonts, art, photos, count=args.designs, cache=cache, seed=args.seed)
        if recogniser is not None:
            photos, held_out = (_tightened(part, recogniser, run_config.out) for part in (photos, held_out))
        data = designs, photos, held_out
        if args.action == "leveller":
            from yakulens.models.train.leveller import train_leveller  # noqa: PLC0415

            train_leveller(designs, run_config, hyper)
        elif args.action == "reader":
            from yakulens.models.train.reader import train_reader  # noqa: PLC0415

            train_reader(*data, run_config, hyper)
        elif len(args.device) > 1:
            from yakulens.models.train.finder import train_on_several  # noqa: PLC0415

            train_on_several(*data, run_config, hyper, devices=args.device, pictures=args.pictures)
        else:
            from yakulens.models.train.finder import train_finder  # noqa: PLC0415

            train_finder(*data, run_config, hyper)


def _begin(
    args: argparse.Namespace, fonts: Sequence[Path] = (), art: Sequence[Path] = ()
) -> tuple[RunConfig, Hyper, Recogniser | None]:
    """Check the run's settings; create its folder and write its record there.

    Returns:
        The settings, the hyper-parameters, and the recogniser that refines the boxes of photos to exact
        quads, None if they stay boxes.
    """
    if len(args.device) > 1 and (args.action != "finder" or args.steps):
        refuse("--device: several GPUs work only for the finder, and only with --minutes")
    start = _start(args.start, args.action)
    hyper = hyper_of(args.action, Path(args.hyper) if args.hyper else None)
    recogniser = _corner_finder(args)
    from yakulens.models.train import record  # noqa: PLC0415 - needs a package that only training has
    from yakulens.models.train.finder import settle  # noqa: PLC0415 - torch takes seconds to import
    from yakulens.models.train.task import RunConfig, check_devices, computes_bf16  # noqa: PLC0415 - as here

    check_devices(args.device)
    out = folder_of(args.out)
    check_room(out, _CHECKPOINT_BYTES, "checkpoints of a run")
    settle(out)
    run_config = RunConfig(
        out=out,
        minutes=args.minutes,
        steps=args.steps,
        start=start,
        seed=args.seed,
        threads=args.threads,
        workers=args.workers,
        bf16=not args.fp32 and all(map(computes_bf16, args.device)),
        device=args.device[0] if len(args.device) == 1 else "cpu",
        patience=vars(args).get("patience"),
    )
    begun = (out / f"{args.action}.pt").is_file()
    settings = _settings(args, fonts, art) | {"quads": recogniser and recogniser.name}
    for line in record.keep(settings, hyper, out, begun=begun):
        note(f"{out / record.FILE}: {line}")
    return run_config, hyper, recogniser


def _corner_finder(args: argparse.Namespace) -> Recogniser | None:
    """The model that finds the corners of the tiles in the photos' boxes; None if these stay boxes."""
    if "quads" not in args or args.quads == _NO_CORNERS:
        return None
    if not args.photos and not args.held_out:
        if args.quads:
            refuse("--quads needs photos; name them with --photos")
        return None
    from yakulens.vision.recognise import Recogniser  # noqa: PLC0415 - it loads the engine

    recogniser = Recogniser.load(args.quads)
    note(f"the corners of the tiles in the photos' boxes are found by {recogniser.name} (--quads none: not)")
    return recogniser


def _settings(args: argparse.Namespace, fonts: Sequence[Path], art: Sequence[Path]) -> dict[str, object]:
    """The settings of a run for its record; files are recorded by the digest of their content."""
    from yakulens.models.train.record import digest  # noqa: PLC0415 - needs a package that only training has

    given = {
        name: Path(value)
        for name in ("start", "photos", "held_out", "seen")
        if (value := vars(args).get(name))
    }
    start = given.get("start")
    labels: dict[str, object] = {
        name: digest(given[name] / LABELLED) for name in ("photos", "held_out") if name in given
    }
    return {
        "network": args.action,
        "seed": args.seed,
        "minutes": None if args.steps else args.minutes,
        "steps": args.steps,
        "start": start and f"{start.name} {digest(start)}",
        **labels,
        "seen": digest(given["seen"]) if "seen" in given else None,
        "art": [str(folder) for folder in art],
        "fonts": [str(folder) for folder in fonts],
        "designs": vars(args).get("designs", 0),
        "threads": args.threads,
        "workers": args.workers,
        "bf16": not args.fp32,
        "device": ",".join(args.device),
    }


def _check_apart(learnt: Sequence[RealPhoto], held_out: Sequence[RealPhoto]) -> None:
    """Refuse photos that are both trained on and held out; warn about tile sets that are."""
    files = {photo.path.resolve() for photo in learnt}
    for photo in held_out:
        if photo.path.resolve() in files:
            refuse(f"{photo.path}: is in both --photos and --held-out; remove it from one of them")
    shared = sorted({photo.tile_set for photo in learnt} & {photo.tile_set for photo in held_out})
    if shared:
        names = ", ".join(name or "unnamed" for name in shared)
        note(f"sets both trained on and held out ({names}): figures on them say nothing about other sets")


def _tightened(photos: Sequence[RealPhoto], recogniser: Recogniser, out: Path) -> list[RealPhoto]:
    from yakulens.models.train.real_photos import tightened  # noqa: PLC0415
    from yakulens.vision.picture.photo import load  # noqa: PLC0415 - as the recogniser

    card = recogniser.card
    networks = b"".join(card.network(part) for part in card.networks().values())
    cache = out / f"quads-{hashlib.sha256(networks).hexdigest()[:16]}.npz"
    return tightened(photos, lambda photo: recogniser.recognise(load(photo.path)).detections, cache)


def _start(name: str | None, network: str) -> Path | None:
    """The shipped network to fine-tune, which must be of the kind that is trained."""
    if name is None:
        return None
    file = Path(name)
    if not file.is_file():
        refuse(f"{file}: no such network; name a .onnx file of the model to fine-tune")
    inputs = InferenceSession(file.read_bytes(), str(file)).inputs
    if NETWORKS[network] not in inputs:
        refuse(f"{file}: not a {network}; that has the input {NETWORKS[network]!r}, this {', '.join(inputs)}")
    return file
