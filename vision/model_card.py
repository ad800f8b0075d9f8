"""A model's card (``models/*.toml``): its networks with their settings, what trained them, its figures.

A card has the fields of `ModelCard`. Its tables ``[finder]``, ``[reader]``, ``[leveller]`` and ``[layout]``
have those of their settings; ``[failures]`` says what the model gets wrong. A model without ``[layout]`` uses
the shipped default's. Without ``[leveller]``, place alone shows which called tiles are stacked.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, TypeVar

from yakulens.scorer.errors import InputError
from yakulens.scorer.toml_file import TomlError, read_toml
from yakulens.vision.labels import LABELS, NO_TILE, TILE

FOLDER: Final = Path(__file__).resolve().parent.parent / "models"
"""The folder of the shipped models."""
MAX_RUN_SECONDS: Final = 60.0
"""Timeout for one run of a network that is not shipped: some never end."""
CLASSES_SHA256: Final = hashlib.sha256(",".join(LABELS).encode()).hexdigest()
"""SHA-256 of the list of labels, as on a reader's card: one trained on another list misreads every tile."""
_MAX_NUMBER: Final = 4096
"""The greatest whole number, mostly of pixels, on a card: more would exhaust the memory."""


class ModelError(InputError):
    """There is no such model, or its card or weights cannot be used; the message is one line."""


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """One of a model's networks: its file and how to use it.

    Attributes:
        file: name of the ONNX file beside the card.
        sha256: of its bytes; empty if unchecked.
    """

    file: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class FinderSettings(NetworkSettings):
    """How the finder is used. Lengths are pixels of the image shown to the network.

    Attributes:
        long_side: the photo's long side in the first window.
        also: long sides of further first windows; each shows tiles at another size.
        min_score: detections below it are dropped.
        score_power: the network's scores are raised to it first, so that those of a network with low or high
            ones mean what scores mean here.
        firm_score: detections below it count only if they continue firm ones and are read with certainty.
        most_overlap: probabilistic IoU above which the weaker of two detections is a duplicate.
        few_tiles: if fewer are found and read, the photo is searched again, smaller and in closer windows.
        small_side: tiles with a shorter short side are searched again in closer windows.
        good_side: the short side that closer windows aim at.
        most_enlarged: a photo is never enlarged by more than this.
        most_windows: how many closer windows there may be.
        most_tiles: detections beyond this number are dropped, weakest first.
        classes: what each of the network's classes means, a label, ``tile`` (any face) or ``none``; empty if
            all are tiles.
        names_faces: whether the classes name the faces, instead of the reader.
    """

    long_side: int = 640
    also: tuple[int, ...] = ()
    min_score: float = 0.3
    score_power: float = 1.0
    firm_score: float = 0.0
    most_overlap: float = 0.5
    few_tiles: int = 8
    small_side: float = 20.0
    good_side: float = 36.0
    most_enlarged: float = 1.5
    most_windows: int = 6
    most_tiles: int = 200
    classes: tuple[str, ...] = ()
    names_faces: bool = False


@dataclass(frozen=True, slots=True)
class ReaderSettings(NetworkSettings):
    """How to interpret the reader's answers.

    Attributes:
        classes_sha256: of the labels it was trained with, joined by commas.
        face_temperature: divides the face logits, so that 0.9 means right nine times in ten.
        up_temperature: divides the logits of the top edge, likewise.
        batch: crops shown at once.
        known: name of the file with features of known tile sets, used to learn new ones; may be empty.
        known_sha256: of its bytes.
    """

    classes_sha256: str = CLASSES_SHA256
    face_temperature: float = 1.0
    up_temperature: float = 1.0
    batch: int = 32
    known: str = ""
    known_sha256: str = ""


@dataclass(frozen=True, slots=True)
class LevellerSettings(NetworkSettings):
    """How to interpret the leveller's answers: its log odds are divided by the temperature."""

    temperature: float = 1.0


@dataclass(frozen=True, slots=True)
class LayoutSettings(NetworkSettings):
    """How to interpret the layout network's answers: logits are divided by their temperature.

    Attributes:
        role_temperature: of what a tile is.
        seat_temperature: of whose it is.
        meant_temperature: of whether it belongs to the hand that is meant.
        call_temperature: of whether two tiles lie in one called set.
        hand_temperature: of whether two tiles belong to one hand.
    """

    role_temperature: float = 1.0
    seat_temperature: float = 1.0
    meant_temperature: float = 1.0
    call_temperature: float = 1.0
    hand_temperature: float = 1.0


@dataclass(frozen=True, slots=True)
class ModelCard:
    """A model's card.

    Attributes:
        name: what ``--model`` takes.
        folder: of its files.
        default: whether it is used if no model is named.
        summary: one line.
        licence: of the weights.
        data: what it was trained on, ``name`` and ``licence`` each.
        metrics: as whoever trained it wrote them.
        based_on: the model whose other networks it shares; may be empty.
        adopted: the decision to adopt it; empty if none was made.
        layout, leveller: None if the model has no such network.
    """

    name: str
    folder: Path
    finder: FinderSettings
    reader: ReaderSettings
    default: bool = False
    summary: str = ""
    licence: str = ""
    data: tuple[Mapping[str, Any], ...] = ()
    metrics: Mapping[str, Any] = field(default_factory=dict)
    based_on: str = ""
    adopted: Mapping[str, Any] = field(default_factory=dict)
    layout: LayoutSettings | None = None
    leveller: LevellerSettings | None = None

    def networks(self) -> dict[str, NetworkSettings]:
        """The model's networks by their names in the card."""
        others = (("leveller", self.leveller), ("layout", self.layout))
        there = {name: settings for name, settings in others if settings}
        return {"finder": self.finder, "reader": self.reader, **there}

    def network(self, part: NetworkSettings) -> bytes:
        """The bytes of a network's file.

        Raises:
            ModelError: the file is missing or does not match the card.
        """
        return self._bytes(part.file, part.sha256)

    def run_limit(self, part: NetworkSettings) -> float | None:
        """Timeout of one run of a network, in seconds; None for the shipped ones, which always end.

        >>> from yakulens.vision.models import choose
        >>> card = choose()
        >>> card.run_limit(card.reader) is None
        True
        """
        shipped = self.folder == FOLDER and not Path(part.file).is_absolute()
        return None if shipped else MAX_RUN_SECONDS

    def known(self) -> bytes:
        """The bytes of the reader's file of features of known tile sets.

        Raises:
            ModelError: there is none, or it does not match the card.
        """
        if not self.reader.known:
            message = (
                f"model {self.name}: its card names no features of known sets, by which others are learnt"
            )
            raise ModelError(message)
        return self._bytes(self.reader.known, self.reader.known_sha256)

    def _bytes(self, file: str, sha256: str) -> bytes:
        path = self.folder / file
        try:
            data = path.read_bytes()
        except OSError as error:
            message = f"model {self.name}: {path} cannot be opened ({error.strerror})"
            raise ModelError(message) from error
        actual = hashlib.sha256(data).hexdigest()
        if sha256 and actual != sha256.lower():
            message = (
                f"model {self.name}: {path} is not the file that its card describes "
                f"(sha256 {actual[:12]}... instead of {sha256[:12]}...)"
            )
            raise ModelError(message)
        return data


_CARD_KEYS: Final = {field.name for field in fields(ModelCard)} - {"folder"} | {"failures"}


def read_card(path: Path) -> ModelCard:
    """The card in a TOML file.

    Raises:
        ModelError: the file is missing, is not TOML, or holds something invalid.
    """
    try:
        table = read_toml(path)
    except TomlError as error:
        raise ModelError(str(error)) from error
    unknown = sorted(table.keys() - _CARD_KEYS)
    if unknown:
        raise ModelError(path, f"a card has no {', '.join(unknown)}; it has {', '.join(sorted(_CARD_KEYS))}")
    reader = _part(ReaderSettings, table, "reader", path)
    if reader.classes_sha256 != CLASSES_SHA256:
        raise ModelError(path, "the reader was trained with another list of labels (classes_sha256 differs)")
    return ModelCard(
        name=str(table.get("name", path.stem)),
        folder=path.resolve().parent,
        finder=_part(FinderSettings, table, "finder", path),
        reader=reader,
        default=table.get("default") is True,
        summary=str(table.get("summary", "")),
        licence=str(table.get("licence", "")),
        data=tuple(_tables(table.get("data", []), "data", path)),
        metrics=_tables([table.get("metrics", {})], "metrics", path)[0],
        based_on=str(table.get("based_on", "")),
        adopted=_tables([table.get("adopted", {})], "adopted", path)[0],
        layout=_part(LayoutSettings, table, "layout", path) if "layout" in table else None,
        leveller=_part(LevellerSettings, table, "leveller", path) if "leveller" in table else None,
    )


_Part = TypeVar("_Part", bound=NetworkSettings)


def _part(settings_type: type[_Part], table: Mapping[str, Any], key: str, path: Path) -> _Part:
    """A network's table of a card, each value of its default's type."""
    values = table.get(key)
    if not isinstance(values, dict) or not isinstance(values.get("file"), str) or not values["file"]:
        raise ModelError(path, f"[{key}] with a file is missing")
    defaults = {f.name: f.default for f in fields(settings_type)}
    settings: dict[str, Any] = {}
    for name, value in values.items():
        if name not in defaults:
            raise ModelError(path, f"[{key}] has no {name}; it has {', '.join(defaults)}")
        if not _fits(name, value, defaults[name]):
            raise ModelError(path, f"[{key}] {name} = {value!r} is not usable")
        settings[name] = tuple(value) if isinstance(value, list) else value
    return settings_type(**settings)


def _tables(value: object, key: str, path: Path) -> list[dict[str, Any]]:
    """A card's value that must be a list of tables."""
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise ModelError(path, f"{key} holds something else than tables of names and values")
    return value


def _fits(name: str, value: object, default: object) -> bool:
    """Whether a card's value has its default's type; numbers are above 0, whole ones at most 4096."""
    if name == "classes":
        return isinstance(value, list) and all(entry in (*LABELS, TILE, NO_TILE) for entry in value)
    if isinstance(default, bool):
        return isinstance(value, bool)
    if isinstance(default, tuple):
        return isinstance(value, list) and all(_fits(name, entry, 1) for entry in value)
    if isinstance(default, int):
        return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _MAX_NUMBER
    if isinstance(default, float):
        return isinstance(value, int | float) and not isinstance(value, bool) and value > 0
    return isinstance(value, str)
