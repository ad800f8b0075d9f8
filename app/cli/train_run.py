"""The inputs of a training run, checked before any work begins."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from yakulens.app.cli.frame import note, refuse
from yakulens.app.cli.train_inputs import (
    DesignSources,
    art_of,
    check_apart,
    folder_of,
    fonts_of,
    photos_of,
)
from yakulens.vision.evaluate.truth import LABELLED
from yakulens.vision.finding.detector import INPUT as FINDER_INPUT
from yakulens.vision.inference import InferenceSession
from yakulens.vision.layout import INPUT as LAYOUT_INPUT
from yakulens.vision.naming.reader import INPUT as READER_INPUT
from yakulens.vision.train.hyper import Hyper, hyper_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from yakulens.vision.recognise import Recogniser
    from yakulens.vision.synth.designs import TileDesigns
    from yakulens.vision.train.real_photos import RealPhoto
    from yakulens.vision.train.run import RunConfig

NETWORKS: Final = {"finder": FINDER_INPUT, "reader": READER_INPUT, "layout": LAYOUT_INPUT}
"""The networks that can be trained, and the name of the input of each."""


@dataclass(frozen=True, slots=True)
class RunInputs:
    """The inputs of a run.

    Attributes:
        sources: of the tile designs, with the photos to learn from.
        held_out: photos that are never learnt from.
        recogniser: turns the boxes of the photos into exact quads; None keeps the boxes.
        hyper: the hyper-parameters.
        run_config: its other settings.
    """

    sources: DesignSources
    held_out: tuple[RealPhoto, ...]
    recogniser: Recogniser | None
    hyper: Hyper
    run_config: RunConfig

    def designs(self) -> TileDesigns:
        """Draw the designs, or load those drawn before."""
        return self.sources.build(self.run_config.out / "designs", self.run_config.seed)

    def photos(self) -> list[RealPhoto]:
        """The photos to learn from, with exact quads where a model was named for that."""
        return self._with_quads(self.sources.photos)

    def held_out_photos(self) -> list[RealPhoto]:
        """The photos that are held out, with exact quads where a model was named for that."""
        return self._with_quads(self.held_out)

    def _with_quads(self, photos: Sequence[RealPhoto]) -> list[RealPhoto]:
        return _tightened(photos, self.recogniser, self.run_config.out) if self.recogniser else list(photos)


def checked(args: argparse.Namespace) -> RunInputs:
    """Check the command line; create the run's folder and write the run's record into it.

    Args:
        args: of an action that trains a network: without `--photos` it does not learn from photos, without
            `--designs` from no pictures of tiles at all.

    Raises:
        UsageError, LabelsError, HyperError, RunError, ModelError, SessionError: something cannot be used.
    """
    photos = "photos" in args
    sources = DesignSources((), designs=0)
    if "designs" in args:
        to_learn = tuple(photos_of(args.photos)) if photos else ()
        sources = DesignSources(fonts_of(args), art_of(args), to_learn, args.designs)
    held_out = tuple(photos_of(args.held_out)) if photos else ()
    check_apart(sources.photos, held_out)
    if len(args.device) > 1 and (args.action != "finder" or args.steps):
        refuse("--device of several GPUs is for the finder, and for a length in minutes")
    start = _start(args.start, args.action)
    hyper = hyper_of(args.action, Path(args.hyper) if args.hyper else None)
    recogniser = _recogniser(args) if photos else None
    from yakulens.vision.train import record  # noqa: PLC0415 - needs a package that only training has
    from yakulens.vision.train.offline import settle  # noqa: PLC0415 - as is this
    from yakulens.vision.train.run import RunConfig, check_devices  # noqa: PLC0415 - torch takes seconds to import

    check_devices(args.device)
    out = folder_of(args.out)
    settle(out)
    run_config = RunConfig(
        out=out,
        minutes=args.minutes,
        steps=args.steps,
        start=start,
        seed=args.seed,
        threads=args.threads,
        workers=args.workers,
        bf16=not args.fp32,
        device=args.device[0] if len(args.device) == 1 else "cpu",
    )
    for line in record.keep(_settings(args, sources, run_config, photos=photos), hyper, out):
        note(f"{out / record.FILE}: {line}")
    return RunInputs(sources, held_out, recogniser, hyper, run_config)


def _settings(
    args: argparse.Namespace, sources: DesignSources, run_config: RunConfig, *, photos: bool
) -> dict[str, object]:
    """The settings of a run for its record; files are recorded by the digest of their content."""
    from yakulens.vision.train.record import digest  # noqa: PLC0415 - needs a package that only training has

    labels = {
        name: digest(Path(folder) / LABELLED)
        for name in ("photos", "held_out")
        if photos and (folder := getattr(args, name))
    }
    return {
        "network": args.action,
        "seed": run_config.seed,
        "minutes": None if run_config.steps else run_config.minutes,
        "steps": run_config.steps,
        "start": run_config.start and f"{run_config.start.name} {digest(run_config.start)}",
        **labels,
        "quads": args.quads if photos else None,
        "seen": digest(Path(args.seen)) if getattr(args, "seen", None) else None,
        "art": [str(folder) for folder in sources.art],
        "fonts": [str(folder) for folder in sources.fonts],
        "designs": sources.designs,
        "threads": run_config.threads,
        "workers": run_config.workers,
        "bf16": run_config.bf16,
        "device": ",".join(args.device),
    }


def _recogniser(args: argparse.Namespace) -> Recogniser | None:
    if not args.quads:
        return None
    if not args.photos:
        refuse("--quads turns the boxes of photos into quads: name the photos with --photos")
    from yakulens.vision.recognise import Recogniser  # noqa: PLC0415 - it loads the engine

    return Recogniser.load(args.quads)


def _tightened(photos: Sequence[RealPhoto], recogniser: Recogniser, out: Path) -> list[RealPhoto]:
    from yakulens.vision.picture.photo import load  # noqa: PLC0415 - as the recogniser
    from yakulens.vision.train.real_photos import tightened  # noqa: PLC0415

    card = recogniser.card
    networks = b"".join(card.network(part) for part in card.networks().values())
    cache = out / f"quads-{hashlib.sha256(networks).hexdigest()[:16]}.npz"
    return tightened(photos, lambda photo: recogniser.detect(load(photo.path)), cache)


def _start(name: str | None, network: str) -> Path | None:
    """The shipped network to go on from, which must be of the kind that is trained."""
    if name is None:
        return None
    file = Path(name)
    if not file.is_file():
        refuse(f"{file}: no such network; name a .onnx file of the model to go on from")
    inputs = InferenceSession(file.read_bytes(), str(file)).inputs
    if NETWORKS[network] not in inputs:
        refuse(f"{file}: no {network}; that has the input {NETWORKS[network]!r}, this {', '.join(inputs)}")
    return file
