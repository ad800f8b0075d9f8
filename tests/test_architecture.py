"""The house's rules that a program can check: who may import whom, and what lies where."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("scorer", "vision", "datasets", "models", "app")
"""From the ground up: what brings pictures is below what makes networks of them."""
MAY_IMPORT = {package: set(PACKAGES[: number + 1]) for number, package in enumerate(PACKAGES)}
THIRD_PARTY = {
    "scorer": set[str](),
    "vision": {"numpy", "cv2", "onnxruntime", "PIL", "pi_heif", "platformdirs"},
    "datasets": {"numpy", "cv2", "PIL"},
    "models": {"numpy", "cv2", "onnxruntime", "PIL"},
    "app": {
        "numpy",
        "cv2",
        "PIL",
        "distributed",
        "msgspec",
        "pyarrow",
        "segno",
        "starlette",
        "streamlit",
        "google",
        "uvicorn",
        "websockets",
    },
}
TRAINING = {"matplotlib", "torch", "torchvision", "ultralytics", "onnx", "onnxslim", "tomlkit"}
LABELLED = {"yaml"}
"""What reads the exports of labelling tools."""
TEXT = {
    *(".py", ".toml", ".md", ".txt", ".yaml", ".json", ".jsonl", ".css", ".js", ".html", ".svg", ".ipynb"),
    *(".csv", ""),
}
TREES = (*PACKAGES, "src", "examples", "tests", "docs", ".ci")

SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> set[str]:
    """Every module that the file names in an import, wherever in the file it stands."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.removeprefix("yakulens.") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import at line {node.lineno}"
            base = (node.module or "").removeprefix("yakulens.")
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return found


def loaded_by(command: str) -> set[str]:
    """Every module that is there once the command is ready to run."""
    program = (
        "import sys; from yakulens.app.cli import build_parser; "
        f"build_parser({command!r}); print(*sys.modules)"
    )
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stderr == ""
    return {name.removeprefix("yakulens.") for name in done.stdout.split()}


def in_train(module: str) -> bool:
    return module == "models.train" or module.startswith("models.train.")


def offending(wrong: Callable[[Path], set[str]]) -> dict[str, set[str]]:
    """What is wrong with each source that something is wrong with: a test for each would take far longer."""
    return {module_name(source): found for source in SOURCES if (found := wrong(source))}


def test_a_package_imports_only_those_below_it() -> None:
    def from_above(source: Path) -> set[str]:
        room = source.relative_to(ROOT).parts[0]
        return ({name.split(".")[0] for name in imports(source)} & set(PACKAGES)) - MAY_IMPORT[room]

    assert offending(from_above) == {}


def test_the_library_is_thin_over_scorer_and_vision() -> None:
    """It takes the words of questions from `app.words`, the workers and columns of many hands from
    `app.archive`, and only a learnt set's bare name asks where the program keeps its files. Nobody imports it
    back.
    """
    front = sorted(path for path in (ROOT / "src" / "yakulens").glob("*.py") if path.name != "__main__.py")
    above = {
        path.name: {".".join(name.split(".")[:3]) for name in imports(path) if name.startswith("app.")}
        for path in front
    }
    assert {name: found for name, found in above.items() if found} == {
        "many.py": {f"app.archive.{name}" for name in ("job", "parquet", "processes", "scores")},
        "question.py": {"app.words.questions"},
        "reader.py": {"app.store", "app.store.sets"},
        "reading.py": {"app.words.questions", "app.words.reading_text"},
    }
    reading = {"__init__.py", "question.py", "reader.py", "reading.py"}
    scoring = [path for path in front if path.name not in reading]
    assert all(not name.startswith("vision") for path in scoring for name in imports(path))
    names = {path.stem for path in front} - {"__init__"}
    assert offending(lambda source: imports(source) & names) == {}


def test_third_party_imports_are_the_named_ones() -> None:
    def unnamed(source: Path) -> set[str]:
        room = source.relative_to(ROOT).parts[0]
        known = THIRD_PARTY[room] | (TRAINING if in_train(module_name(source)) else set())
        known |= LABELLED if module_name(source).startswith("datasets.imports.") else set()
        tops = {name.split(".")[0] for name in imports(source)} - set(PACKAGES)
        return tops - set(sys.stdlib_module_names) - known

    assert offending(unnamed) == {}


def test_only_the_command_line_imports_training() -> None:
    """In a command's own module only."""

    def training(source: Path) -> set[str]:
        module = module_name(source)
        if in_train(module) or module.startswith("app.cli."):
            return set()
        return {name for name in imports(source) if in_train(name)}

    assert offending(training) == {}


def test_nothing_imports_itself_by_way_of_others() -> None:
    """Not even for the sake of types: of two modules that name each other neither can be read first."""
    modules = {module_name(path): path for path in SOURCES}
    modules |= {path.stem: path for path in (ROOT / "src" / "yakulens").glob("[!_]*.py")}
    named = {module: imports(path) & modules.keys() for module, path in modules.items()}
    graph = {
        module: {name for name in found if not any(each.startswith(f"{name}.") for each in found)} - {module}
        for module, found in named.items()
    }
    assert len(tuple(TopologicalSorter(graph).static_order())) == len(modules)  # else it names the circle


def test_nothing_is_named_utils() -> None:
    forbidden = {"utils", "util", "helpers", "misc", "common"}
    assert offending(lambda source: forbidden & set(module_name(source).split("."))) == {}


@pytest.mark.parametrize("command", ["score", "rules", "waits", "discards", "settle", "need", "final"])
def test_a_scoring_command_loads_no_pixels_and_no_page(command: str) -> None:
    heavy = {"numpy", "cv2", "onnxruntime", "streamlit", "torch", "datasets.render", "models.train"}
    assert loaded_by(command) & heavy == set()


@pytest.mark.parametrize("command", ["read", "photo", "evaluate", "models", "history", "doctor", "pocket"])
def test_a_command_without_the_page_loads_no_renderer_no_training_and_no_extra(command: str) -> None:
    extras = {"streamlit", "starlette", "segno", "pyarrow", "distributed"}
    assert loaded_by(command) & (extras | {"torch", "datasets.render", "models.train"}) == set()


def test_no_file_names_a_place_on_one_machine() -> None:
    place = re.compile(r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/\w")
    texts = [path for tree in TREES for path in (ROOT / tree).rglob("*") if path.suffix in TEXT]
    texts += [path for path in ROOT.iterdir() if path.suffix in TEXT and not path.name.startswith(".")]
    named = [
        str(path.relative_to(ROOT))
        for path in texts
        if path.is_file()
        and path != Path(__file__)
        and place.search(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert named == []


def test_constraints_are_names_and_versions_alone() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in pins if not re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][0-9a-z.]*", line)] == []
    assert len({line.split("==")[0].lower().replace("_", "-") for line in pins}) == len(pins)
