"""The models of this machine, the shipped ones and the user's own: a card each, and its networks."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from yakulens.scorer.errors import brief
from yakulens.vision.model_card import (
    FOLDER,
    MAX_RUN_SECONDS,
    LayoutSettings,
    LevellerSettings,
    ModelCard,
    ModelError,
    read_card,
)

_SHIPPED: Final = FOLDER
"""A model without a layout network takes one from here, whichever folder it comes from."""
VARIABLE: Final = "YAKULENS_MODEL"
"""Environment variable that names the model to use if the caller names none."""
_CARD: Final = ".toml"
_NETWORK: Final = ".onnx"


def data_folder() -> Path:
    """The folder of what this machine's user keeps; it may not exist."""
    import platformdirs  # noqa: PLC0415 - a browser has neither it nor a data folder

    return Path(platformdirs.user_data_dir("yakulens", appauthor=False))


def own_folder() -> Path:
    """The folder of the models that this machine's user adopted or added; it may not exist."""
    return data_folder() / "models"


def cards(folder: Path | None = None) -> tuple[ModelCard, ...]:
    """Every model in a folder, by file; by default the user's own, then the shipped ones.

    Of two models of one name the first counts. Cards that cannot be used are left out; see `faults`.
    """
    return tuple(_found(folder)[0].values())


def faults(folder: Path | None = None) -> tuple[ModelError, ...]:
    """Why some cards are left out of `cards`; a user's card that hides a shipped one is no fault."""
    return tuple(_found(folder)[1])


def _found(folder: Path | None) -> tuple[dict[str, ModelCard], list[ModelError]]:
    """The cards of a folder, or of all, by name, and why others are left out."""
    found: dict[str, ModelCard] = {}
    errors: list[ModelError] = []
    for path in _files(folder):
        try:
            card = read_card(path)
        except ModelError as error:
            errors.append(error)
            continue
        if found.setdefault(card.name, card).folder == card.folder and found[card.name] is not card:
            errors.append(ModelError(path, f"two cards are named {card.name!r}; give one another name"))
    return found, errors


def _files(folder: Path | None) -> list[Path]:
    """The cards' files of a folder, or of all."""
    folders = (own_folder(), FOLDER) if folder is None else (folder,)
    return [path for each in folders for path in sorted(each.glob(f"*{_CARD}"))]


def with_layout(card: ModelCard) -> ModelCard:
    """The card whose layout network a model uses: its own, else the shipped default's.

    A finder or reader trained by a user knows other tiles, but they lie on tables like all others.

    Raises:
        ModelError: the shipped models cannot be used.
    """
    if card.layout is not None:
        return card
    shipped = (shipped for shipped in cards(_SHIPPED) if shipped.default and shipped.layout is not None)
    return next(shipped, card)


def choose(name: str | None = None, folder: Path | None = None) -> ModelCard:
    """The model called ``name``, or the default if None.

    A name is a card's name; the path of a card (``.toml``); or the path of a network (``.onnx``), which
    replaces that network of the default model. If None, the environment variable ``YAKULENS_MODEL`` may name
    one of these. Named models are in ``folder``, by default the user's own and the shipped ones.

    Raises:
        ModelError: there is no such model, or its card cannot be used.

    >>> choose().name, choose("yakulens-13").finder.long_side
    ('yakulens-13', 640)
    """
    name = name or os.environ.get(VARIABLE) or None
    if name is not None and Path(name).suffix == _CARD:
        return read_card(Path(name))
    available = cards(folder)
    if not available:
        for error in faults(folder):
            raise error
        message = "no model here; train one (yakulens train) or name a card (--model my-model.toml)"
        raise ModelError(folder or FOLDER, message)
    default = _default(available)
    if name is None:
        return default
    if Path(name).suffix == _NETWORK:
        return _with_network(default, Path(name))
    for card in available:
        if card.name == name:
            return card
    for path in _files(folder):
        if path.stem == name:
            read_card(path)  # says what is wrong with it
    names = ", ".join(card.name for card in available)
    others = f"there are {names}, or the path of a card ({_CARD}) or {_NETWORK}"
    message = f"no model is called {brief(name)!r}; {others}"
    raise ModelError(message)


def _default(available: Sequence[ModelCard]) -> ModelCard:
    """The default model: the user's before a shipped one.

    Of several that say so, as after a kill, it is the one that replaces another of them.
    """
    said = [card for card in available if card.default]
    said = [card for card in said if card.folder != FOLDER] or said
    names = {card.name for card in said}
    return next((card for card in said if card.adopted.get("replaces") in names), (said or available)[0])


def _with_network(card: ModelCard, path: Path) -> ModelCard:
    """The card with one of its networks replaced by the file."""
    from yakulens.vision.inference import InferenceSession, SessionError  # noqa: PLC0415 - listing cards needs no engine

    try:
        inputs = InferenceSession(path.read_bytes(), str(path), seconds=MAX_RUN_SECONDS).inputs
    except OSError as error:
        raise ModelError(path, f"cannot be opened ({error.strerror})") from error
    except SessionError as error:
        raise ModelError(str(error)) from error
    file = str(path.resolve())
    name = f"{card.name} with {path.name}"
    if "images" in inputs:
        return replace(card, name=name, finder=replace(card.finder, file=file, sha256=""))
    if "crops" in inputs:
        reader = replace(card.reader, file=file, sha256="", known="", known_sha256="")
        return replace(card, name=name, reader=reader)
    if "surroundings" in inputs:
        return replace(card, name=name, leveller=LevellerSettings(file))
    if "tiles" in inputs:
        return replace(card, name=name, layout=LayoutSettings(file))
    expected = "finders have the input 'images', readers 'crops', levellers 'surroundings', layouts 'tiles'"
    raise ModelError(path, f"{expected}; found {', '.join(inputs)}")
