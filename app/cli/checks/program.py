"""The program itself: its parts, its models, and whether it still reads its bundled photos correctly."""

import platform
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from statistics import median
from textwrap import shorten
from typing import Final

from yakulens.app.cli.checks import Finding
from yakulens.datasets.truth import LabelledHand, load_truths
from yakulens.models.evaluate.compare import compare_hand
from yakulens.vision import models
from yakulens.vision.cores import cores
from yakulens.vision.model_card import FOLDER, ModelError
from yakulens.vision.picture import photo
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

SAMPLES: Final = FOLDER.parent / "datasets" / "samples"
_SAMPLES_READ: Final = ("seven-pairs.jpg", "added-quad.jpg", "open.jpg")
_SLOW_MS: Final = 3000.0
"""Milliseconds per sample above which reading counts as slow."""
_MAX_CARD_CHARACTERS: Final = 100
"""Maximum characters shown of the card's note on time."""
_PAGE: Final = re.compile(r"extra == ['\"]app['\"]")
"""Marks a requirement of the page."""
_NOT_WINDOWS: Final = re.compile(r"sys_platform != ['\"]win32['\"]")
"""Marks a requirement that Windows has not."""
_HEIC: Final = "pi-heif"
_NOT_IN_NAMES: Final = re.compile(r"[^\w.-]")


def versions() -> Iterator[Finding]:
    """All versions that a bug report should name."""
    python = f"Python {platform.python_version()}, {platform.platform()}"
    yield Finding("program", "well", f"yakulens {version('yakulens')}, {python}, {cores()} cores")
    requirements = requires("yakulens") or []
    installed, missing = _packages(each for each in requirements if "extra ==" not in each)
    if missing:
        yield Finding("packages", "wrong", f"not installed: {', '.join(missing)}; install yakulens again")
    yield Finding("packages", "well", ", ".join(installed))
    installed, missing = _packages(each for each in requirements if _PAGE.search(each))
    if missing:
        remedy = "pip install 'yakulens[app]' (in a checkout: make app)"
        yield Finding("page", "doubtful", f"yakulens app needs {', '.join(missing)}: {remedy}")
    else:
        yield Finding("page", "well", ", ".join(installed))
    try:
        yield Finding("HEIC", "well", f"photos of iPhones can be read ({_HEIC} {version(_HEIC)})")
    except PackageNotFoundError:
        yield Finding("HEIC", "doubtful", f"photos of iPhones cannot be read: pip install {_HEIC}")


def _packages(requirements: Iterable[str]) -> tuple[list[str], list[str]]:
    """The packages that are installed, by name and version, and the names of those that are missing."""
    installed, missing = [], []
    for requirement in requirements:
        name = _NOT_IN_NAMES.split(requirement)[0]  # "numpy>=2.2": numpy
        try:
            installed.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            if sys.platform != "win32" or not _NOT_WINDOWS.search(requirement):
                missing.append(name)
    return sorted(installed), sorted(missing)


def networks() -> Iterator[Finding]:
    """Whether the models' files match their cards."""
    for error in models.faults():
        yield Finding("model", "doubtful", f"left out: {error}")
    for card in models.cards():
        try:
            for part in card.networks().values():
                card.network(part)
        except ModelError as error:
            yield Finding("model", "wrong", f"{error}; install yakulens again")
            continue
        default = " (the default)" if card.default else ""
        checksums = ", ".join(f"{name} {part.sha256[:12]}" for name, part in card.networks().items())
        yield Finding("model", "well", f"{card.name}{default}: {checksums}")


def reading() -> Iterator[Finding]:
    """Whether the bundled photos are read as labelled, and how fast."""
    truths = {truth.file: truth for truth in load_truths(SAMPLES) if isinstance(truth, LabelledHand)}
    recogniser = Recogniser.load()
    times = []
    for name in _SAMPLES_READ:
        result = read_photo(photo.load(SAMPLES / name), recogniser)
        times.append(sum(result.ms[stage] for stage in ("decode", "detect", "layout")))
        if not compare_hand(result.reading, truths[name]).exact:
            yield Finding("self-test", "wrong", f"{name} is not read as it lies; send this report")
            return
    yield Finding("self-test", "well", f"{', '.join(_SAMPLES_READ)}: read as they lie")
    ms = median(times)
    note = shorten(str(recogniser.card.metrics.get("time", "")), _MAX_CARD_CHARACTERS, placeholder=" ...")
    by_card = f" (the card: {note})" if note else ""
    slow = "; other programs may be busy" if ms > _SLOW_MS else ""
    yield Finding("speed", "doubtful" if slow else "well", f"{ms:.0f} ms a photo here{slow}{by_card}")


def python() -> Iterator[Finding]:
    """Whether the interpreter is in a virtual environment."""
    if sys.prefix == sys.base_prefix:
        detail = f"{sys.prefix}: the system's own; pipx install yakulens gives it an environment of its own"
        yield Finding("environment", "doubtful", detail)
    else:
        yield Finding("environment", "well", sys.prefix)
