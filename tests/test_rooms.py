"""The rooms of vision, models and datasets: imports run one way, and no package hides its modules."""

import ast
import importlib
import pkgutil
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FLOORS = (
    ("vision.arrays", "vision.cores", "vision.trial"),
    (
        "vision.coroutines",
        "vision.labels",
        "vision.geometry",
        "vision.inference",
        "vision.reading",
        "vision.stages",
    ),
    ("vision.model_card",),
    ("vision.detections", "vision.models", "vision.overlay"),
    ("vision.picture",),
    ("vision.example",),
    ("vision.finding", "vision.naming"),
    ("vision.layout.priors",),
    ("vision.layout.decode",),
    ("vision.layout.answers",),
    ("vision.layout.on_table",),
    ("vision.layout.report",),
    ("vision.layout",),
    ("vision.closer_look",),
    ("vision.engines",),
    ("vision.photo_search",),
    ("vision.missed",),
    ("vision.recognise",),
    ("vision.progressive",),
    ("vision.desk",),
    ("vision.together",),
    ("datasets.truth",),
    ("models.evaluate", "datasets.imports"),
    ("models.teach", "models.runs"),
)
"""Rooms from the ground up; one may import those below it."""


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


TREES = ("vision", "models", "datasets")
SOURCES = {name_of(path): path for tree in TREES for path in (ROOT / tree).rglob("*.py")}


def ours(path: Path) -> set[str]:
    """The modules of these trees that a file imports, those for its types among them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        room = (node.module or "").removeprefix("yakulens.") if isinstance(node, ast.ImportFrom) else ""
        if isinstance(node, ast.ImportFrom) and room.split(".")[0] in TREES:
            named = {f"{room}.{alias.name}" for alias in node.names}
            found |= (named & SOURCES.keys()) or {room}
    return found


@cache
def imports() -> dict[str, set[str]]:
    """What each module imports: not asked for where tests are but collected."""
    return {name: ours(path) - {name} for name, path in SOURCES.items()}


def floor_of(module: str) -> int:
    """The floor of the innermost room that the module is in."""
    rooms = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
    inside = [room for room in rooms if module == room or module.startswith(f"{room}.")]
    return rooms[max(inside, key=len)] if inside else -1


def room_of(module: str) -> str:
    rooms = [room for rooms in FLOORS for room in rooms]
    return max((r for r in rooms if module == r or module.startswith(f"{r}.")), key=len, default="")


STANDING = sorted(name for name in SOURCES if room_of(name))


def test_every_module_but_training_and_renderer_has_a_floor() -> None:
    apart = {name for name in SOURCES if not room_of(name)}
    assert {".".join(name.split(".")[:2]) for name in apart} <= {
        *TREES,
        "models.train",
        "datasets.render",
    }


@pytest.mark.parametrize("module", STANDING)
def test_imports_come_from_below_or_from_the_same_room(module: str) -> None:
    other = {name for name in imports()[module] - set(TREES) if room_of(name) != room_of(module)}
    assert {name for name in other if not room_of(name) or floor_of(name) >= floor_of(module)} == set()


def test_no_circle() -> None:
    assert tuple(TopologicalSorter(imports()).static_order())  # raises CycleError for a circle


@pytest.mark.parametrize("package", [name for name, path in SOURCES.items() if path.stem == "__init__"])
def test_no_module_hides_a_function_of_its_package(package: str) -> None:
    inside = importlib.import_module(f"yakulens.{package}")
    modules = {module.name for module in pkgutil.iter_modules(inside.__path__)}
    functions = set(getattr(inside, "__all__", ()))
    hidden = {name for name in modules & functions if callable(getattr(inside, name))}
    assert hidden == set()


def test_no_search_passes_answers_without_a_type() -> None:
    """A search awaits typed engines: no generator of the reading sends or returns just anything."""
    loose = re.compile(r"(?:Generator|Coroutine|Awaitable|AsyncIterator)\[[^=\n]*\bAny\b")
    sources = [*(ROOT / "vision").rglob("*.py"), *(ROOT / "app" / "pocket").glob("*.py")]
    assert len(sources) > 60
    assert [str(path) for path in sources if loose.search(path.read_text("utf-8"))] == []
