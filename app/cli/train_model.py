"""The actions of `yakulens train` that make a model from trained networks, or change one."""

import argparse
import hashlib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from yakulens.app.cli.frame import Parser, add_options, between, emit, emit_next, option, refuse, whole
from yakulens.app.cli.train_inputs import DESIGNS, add, art_of, bank_of, folder_of, fonts_of, photos_of
from yakulens.app.cli.train_run import NETWORKS
from yakulens.models.train.design_cache import build_designs
from yakulens.scorer.whole_file import write_whole
from yakulens.vision.inference import InferenceSession
from yakulens.vision.model_card import read_card
from yakulens.vision.models import choose

_IN_8_BITS = ("finder", "reader")
_SEED_OFFSET = 1_000_003
"""Added to the seed of calibration, so that it uses designs that the networks were not trained on."""
_EXPORT = """
yakulens train export yakulens-13 --finder runs/finder/finder.pt --reader runs/reader/reader.pt --out models
"""
_AVERAGE = "yakulens train average club --with runs/before.toml --network reader --out models"
_QUANTISE = """
yakulens train quantise club --with runs/float.toml --photos boxes/train --art art --out models
yakulens train quantise club --with runs/float.toml --network finder --photos boxes/train --out models
"""
_CALIBRATE = "yakulens train calibrate yakulens-13 --out models"
_SEEN = "yakulens train seen yakulens-13 --photos boxes/train --art art --out runs/seen"
_PICTURES = 280
SEEN: Final = "seen.npz"
"""The file that `seen` writes and `layout` reads."""


def arguments(actions: Mapping[str, Parser]) -> None:
    """Add the arguments of the actions."""
    export, average, quantise, calibrate, seen = (actions[name] for name in ACTIONS)
    for action in (export, average, quantise, calibrate):
        option(action, "name NAME", "the model: NAME.toml in the folder", type=_name)
        add(action, out="the model's card and networks")
    add_options(export, {f"--{network} FILE": f"the {network}'s checkpoint" for network in NETWORKS})
    base = "the model that supplies networks not given (default: the one in use)"
    add_options(export, {"--base MODEL": base})
    for action in (average, quantise):
        option(action, "--with MODEL", "the other model, by name or card", dest="other", required=True)
    share = "weight of the other model in the mean, from 0 to 1 (default 0.5)"
    average.add_argument("--share", type=between(0, 1), default=0.5, metavar="S", help=share)
    option(
        average, "--network", "average only this network (default: all of the other model)", choices=NETWORKS
    )
    option(
        quantise,
        "--network",
        "network to quantise (default: the reader)",
        choices=_IN_8_BITS,
        default="reader",
    )
    add(quantise, "--photos", *DESIGNS, "--seed")
    add(calibrate, "--fonts", "--seed", "--seen")
    add_options(seen, {"model MODEL": "the model, by name or card"})
    add(seen, "--photos", *DESIGNS, "--seed", out=SEEN)
    pictures = f"number of pictures to render (default {_PICTURES})"
    seen.add_argument("--pictures", type=whole(1), default=_PICTURES, metavar="N", help=pictures)


def _name(text: str) -> str:
    """The name of a model, which becomes part of file names."""
    if not text or Path(text).name != text or text.endswith(".toml"):
        message = f"{text!r} is not a model name: give it without folder and ending, such as yakulens-13"
        raise argparse.ArgumentTypeError(message)
    return text


def _export(args: argparse.Namespace) -> int:
    checkpoints = {network: Path(file) for network in NETWORKS if (file := getattr(args, network))}
    if not checkpoints:
        refuse(f"nothing to export: give at least one of {', '.join(f'--{network}' for network in NETWORKS)}")
    base = choose(args.base)
    for file in checkpoints.values():
        if not file.is_file():
            refuse(f"{file}: no such checkpoint")
    from yakulens.models.train.export import export_model  # noqa: PLC0415 - torch takes seconds to import

    card = export_model(args.name, checkpoints, folder_of(args.out), base)
    emit(f"exported: {card}")
    emit_next("models", "compare", base.name, card, "HELD-OUT-PHOTOS")
    return 0


def _average(args: argparse.Namespace) -> int:
    other = choose(args.other)
    card = Path(args.out) / f"{args.name}.toml"
    others = other.networks()
    networks = (args.network,) if args.network else tuple(others)
    files = {network: card.with_name(f"{args.name}-{network}.onnx") for network in networks}
    for network, file in files.items():
        if network not in others:
            refuse(f"{other.name} has no {network} to average with")
        if not (card.is_file() and file.is_file()):
            refuse(f"{file}: no such network; export the model first")
    described = read_card(card).networks()
    for network, file in files.items():
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        # Killed between the two writes below, it would be averaged twice.
        if network in described and described[network].sha256 != digest:
            refuse(f"{file}: is not the network that {card} describes; export the model again")
    from yakulens.models.train.card import set_networks  # noqa: PLC0415
    from yakulens.models.train.weights import average  # noqa: PLC0415 - needs a package that only training has

    means = {
        network: average(file, other.folder / others[network].file, args.share)
        for network, file in files.items()
    }
    for network, data in means.items():
        write_whole(files[network], data)
    set_networks(card, {name: {"sha256": hashlib.sha256(data).hexdigest()} for name, data in means.items()})
    emit(f"averaged with {other.name}: {card}")
    return 0


def _quantise(args: argparse.Namespace) -> int:
    other = choose(args.other)
    card = Path(args.out) / f"{args.name}.toml"
    if not card.is_file():
        refuse(f"{card}: no such card; copy the card of {other.name} and set its name to {args.name}")
    photos, fonts, art = tuple(photos_of(args.photos)), fonts_of(args), art_of(args)
    from yakulens.models.train.card import set_networks  # noqa: PLC0415 - needs a package that only training has
    from yakulens.models.train.quantise import crops_for, is_quantised, pictures_for, quantised  # noqa: PLC0415

    network = other.folder / other.networks()[args.network].file
    if is_quantised(network):
        refuse(f"{network}: is already quantised; name the model that it was made from")
    if args.network == "finder":
        if not photos:
            refuse("quantising the finder needs photos; name them with --photos")
        data = quantised(network, pictures_for(photos))
    else:
        with TemporaryDirectory() as cache:
            designs = build_designs(fonts, art, photos, count=args.designs, cache=Path(cache), seed=args.seed)
            data = quantised(network, crops_for(designs, seed=args.seed))
    file = card.with_name(f"{args.name}-{args.network}.onnx")
    write_whole(file, data)
    set_networks(card, {args.network: {"file": file.name, "sha256": hashlib.sha256(data).hexdigest()}})
    emit(f"{args.network} of {other.name} quantised to 8 bits: {file}")
    return 0


def _calibrate(args: argparse.Namespace) -> int:
    file = Path(args.out) / f"{args.name}.toml"
    if not file.is_file():
        refuse(f"{file}: no such file; export the model first")
    card = read_card(file)
    reader = InferenceSession(card.network(card.reader), card.reader.file)
    leveller = InferenceSession(card.network(card.leveller), card.leveller.file) if card.leveller else None
    layout = InferenceSession(card.network(card.layout), card.layout.file) if card.layout else None
    fonts, seed = fonts_of(args), args.seed + _SEED_OFFSET
    from yakulens.models.train.calibrate import calibrate, calibrate_levels  # noqa: PLC0415 - draws and renders
    from yakulens.models.train.card import set_in_card  # noqa: PLC0415

    with TemporaryDirectory() as cache:
        designs = build_designs(fonts, (), (), count=40, cache=Path(cache), seed=seed)
        face, up = calibrate(reader, designs)
        set_in_card(file, "reader", {"face_temperature": face, "up_temperature": up})
        emit(f"{file}: face_temperature {face}, up_temperature {up}")
        if leveller:
            level = calibrate_levels(leveller, designs)
            set_in_card(file, "leveller", {"temperature": level})
            emit(f"{file}: temperature of the leveller {level}")
    if layout:
        from yakulens.models.train.calibrate import calibrate_layout  # noqa: PLC0415 - torch takes seconds to import

        temperatures = calibrate_layout(layout, seed=seed, bank=bank_of(args.seen))
        set_in_card(file, "layout", temperatures)
        emit(f"{file}: {', '.join(f'{key} {value}' for key, value in temperatures.items())}")
    return 0


def _seen(args: argparse.Namespace) -> int:
    fonts, art, photos = fonts_of(args), art_of(args), photos_of(args.photos)
    out = folder_of(args.out)
    from yakulens.models.train.layout_seen import balanced_by_set, seen_tiles  # noqa: PLC0415
    from yakulens.vision.recognise import Recogniser  # noqa: PLC0415 - only this action reads

    recogniser = Recogniser.load(args.model)
    balanced = balanced_by_set(photos, args.seed)
    designs = build_designs(fonts, art, photos, count=args.designs, cache=out / "designs", seed=args.seed)
    tiles = seen_tiles(recogniser, designs, balanced, args.pictures, args.seed)
    tiles.save(out / SEEN)
    pictures = args.pictures + len(balanced)
    emit(f"{out / SEEN}: {len(tiles.truth)} detections of {recogniser.name} in {pictures} pictures")
    return 0


ACTIONS: Final = {
    "export": ("make a model from checkpoints", _EXPORT, _export),
    "average": ("average a model's networks with another model's", _AVERAGE, _average),
    "quantise": ("quantise a network of another model to 8 bits", _QUANTISE, _quantise),
    "calibrate": ("fit a model's temperatures on designs it was not trained on", _CALIBRATE, _calibrate),
    "seen": (
        "record what a model reads on known tiles, as training data for the layout network",
        _SEEN,
        _seen,
    ),
}
