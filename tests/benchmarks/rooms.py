"""How large the rooms are, who knows whom, and how much of the code a photo and a tap enter.

``python -m tests.benchmarks.rooms`` prints modules and lines of every room (Python and what browsers run),
the imports between the rooms of `app` as arrows, with the floors that they make or the circle that they run
in, and how many modules and functions of ours are entered when a bundled photo is read, and by the page after
one tap on a hand.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import sys
import threading
from collections import Counter
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import pytest
from streamlit.testing.v1 import AppTest

import yakulens
from tests.app import conftest as page
from yakulens.app import store as stores
from yakulens.app.hand.link import LINKED, to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.page.parts import desk as component
from yakulens.app.server import addresses, visitor
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

ROOT: Final = Path(__file__).resolve().parents[2]
TREES: Final = ("scorer", "vision", "datasets", "models", "app")
FRONT: Final = "src/yakulens"
SUFFIXES: Final = frozenset({".py", ".js", ".mjs", ".css", ".html"})
SAMPLE: Final = ROOT / "datasets" / "samples" / "open.jpg"


@dataclass(frozen=True, slots=True)
class Size:
    """How large a room is: its modules of any language, and their lines, blank ones and comments included."""

    modules: int
    lines: int


@dataclass(frozen=True, slots=True)
class Entered:
    """What ran: the number of our modules, and of our functions, each counted once."""

    modules: int
    functions: int


def sources(root: Path = ROOT) -> list[Path]:
    """Every source of ours, sorted; a front folder's links to the trees are not followed."""
    trees = [path for tree in TREES for path in (root / tree).rglob("*") if path.suffix in SUFFIXES]
    return sorted([*trees, *(root / FRONT).glob("*.py")])


def room_of(path: Path, root: Path = ROOT) -> str:
    """The room of a source: its folder below a tree, or the tree for what lies in none.

    What starts a tree stands on top of all its rooms, and what the tree's first lines define below them.

    >>> room_of(ROOT / "app" / "page" / "views" / "score.py"), room_of(ROOT / "scorer" / "fu.py")
    ('app/page', 'scorer')
    >>> room_of(ROOT / "app" / "main.py")
    'app/main.py'
    """
    *folders, name = path.relative_to(root).parts
    return "/".join([*folders, name] if name == "main.py" else folders[:2])


def sizes(root: Path = ROOT) -> dict[str, Size]:
    """The size of every room."""
    modules, lines = Counter[str](), Counter[str]()
    for path in sources(root):
        modules[room_of(path, root)] += 1
        lines[room_of(path, root)] += len(path.read_text("utf-8").splitlines())
    return {room: Size(modules[room], lines[room]) for room in sorted(modules)}


def arrows(tree: str, root: Path = ROOT) -> set[tuple[str, str]]:
    """Which room of a tree imports from which other one, for types too."""
    found = set[tuple[str, str]]()
    for path in (root / tree).rglob("*.py"):
        for module in _imports(path):
            inside = [root.joinpath(*module.split(".")[:count]) for count in range(3, 1, -1)]
            target = next(
                (each for each in inside if each.is_dir() or each.with_suffix(".py").is_file()), None
            )
            if target is not None and module.startswith(f"{tree}."):
                found.add((room_of(path, root), room_of(target / "_" if target.is_dir() else target, root)))
    return {(one, other) for one, other in found if one != other}


def _imports(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports, without the package's name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = (node.module or "").removeprefix("yakulens.")
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("yakulens.") for alias in node.names)


def floors(found: set[tuple[str, str]]) -> int:
    """On how many floors rooms stand if each is above all that it imports.

    Raises:
        CycleError: some rooms import in a circle.

    >>> floors({("page", "hand"), ("hand", "words"), ("page", "words")})
    3
    """
    graph: dict[str, set[str]] = {}
    for one, other in found:
        graph.setdefault(one, set()).add(other)
    floor: dict[str, int] = {}
    for room in TopologicalSorter(graph).static_order():
        floor[room] = 1 + max((floor[below] for below in graph.get(room, ())), default=0)
    return max(floor.values(), default=0)


def entered(work: Callable[[], object]) -> Entered:
    """What of ours runs while `work` runs, in this thread and in those that it starts."""
    seen: set[tuple[str, int, str]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            code = frame.f_code
            seen.add((code.co_filename, code.co_firstlineno, code.co_name))

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    ours = tuple(f"{ROOT / tree}/" for tree in (*TREES, FRONT))
    found = [code for code in seen if str(Path(code[0]).resolve()).startswith(ours)]
    functions = [name for _, _, name in found if name == "<lambda>" or not name.startswith("<")]
    return Entered(len({file for file, _, _ in found}), len(functions))


def photo() -> Entered:
    """What reading a bundled photo enters; the model is loaded already."""
    reader = yakulens.Reader()
    reader.read(SAMPLE)
    return entered(lambda: reader.read(SAMPLE))


def tap() -> Entered:
    """What the page enters after a tap that says who won, where all it needs is loaded already."""
    probe = page.DeskProbe()
    with page_alone(probe) as shown:
        won = {"by": "ron", "discarder": "west"}
        probe.say(shown, seat="south", **won)
        return entered(lambda: probe.say(shown, seat="north"))


@contextlib.contextmanager
def page_alone(probe: page.DeskProbe) -> Iterator[AppTest]:
    """The page with a hand, without a browser, with its data in a folder of its own."""
    here: Any = visitor.Visitor(page.NOBODY, page.NOBODY)
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr(stores, "place", lambda: Path(folder) / stores.FILE)
        patch.setattr(component, "show", probe.show)
        patch.setattr(visitor, "current", lambda: here)
        patch.setattr(addresses, "is_local", lambda: True)
        patch.setitem(sys.modules, "__main__", sys.modules["__main__"])
        shown = AppTest.from_file(str(ROOT / "app" / "main.py"), default_timeout=120).run()
        shown.query_params[LINKED] = to_link(typed.hand("345678m44p67s234p +5s"), WinFacts("ron", "east"))
        yield shown.run()


def report() -> Iterator[str]:
    """The lines that are printed."""
    rooms = sizes()
    rooms["all"] = Size(
        sum(room.modules for room in rooms.values()), sum(room.lines for room in rooms.values())
    )
    yield f"{'room':<20} modules   lines"
    yield from (f"{room:<20} {size.modules:7} {size.lines:7,}" for room, size in rooms.items())
    found = arrows("app")
    names = {room for arrow in found for room in arrow}
    try:
        stand = f"on {floors(found)} floors"
    except CycleError as error:
        stand = f"in a circle: {' imports '.join(reversed(error.args[1]))}"
    yield f"\nthe rooms of app: {len(names)} with {len(found)} arrows, {stand}"
    for what, ran in (("a photo", photo()), ("a tap", tap())):
        yield f"{what} enters {ran.modules} modules and {ran.functions} functions"


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.rooms", description=(__doc__ or "").splitlines()[0]
    )
    parser.parse_args()
    for line in report():
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
