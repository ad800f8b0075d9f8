"""What the browser's Python gets: our sources that the page runs, and numpy, as one zip of bytecode."""

import re
import tarfile
import zipfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import segno

from yakulens.app.pocket.npm import ROOT, PocketError, run

_LEFT: Final = re.compile(r"/tests/|/f2py/|/distutils/|/doc/|/include/|_tests\.|\.pyi$|/__pycache__/|\.a$")
"""What the page omits from numpy."""
_MODULES: Final = {
    "app": "__init__",
    "app/exports": "__init__ card_of_claims card_of_game deal pantheon qr ruling_card tenhou",
    "app/pocket": "__init__ browser_search claims filming handing phone shown table teaching",
    "app/words": "__init__ at_table i18n phrases questions rule_phrases seating tiles",
    "models": "__init__",
    "models/teach": "__init__ adaptation copies file fit heads ink known_tiles labelled_tiles layout_rows "
    "order per_face progress prototype_head row_looks shown teaching tile_views",
    "vision": "__init__ arrays closer_look coroutines detections engines labels missed model_card models "
    "photo_search reading stages",
    "vision/together": "__init__ aiming combine film frame_quality fusion registration",
    "vision/finding": "__init__ decode merging selection sizes windows",
    "vision/naming": "__init__ crop_answers five_ink levels mirrored namer own_reading reds standing "
    "tile_set",
    "vision/picture": "__init__ color_transform",
}
BARE: Final = (
    *("scorer/**/*", "vision/desk/*.py", "vision/geometry/*.py", "vision/layout/**/*.py", "app/words/*.toml"),
    *(f"app/{room}/*.py" for room in ("game", "hand", "sets", "table")),
    *(f"{room}/{name}.py" for room, names in _MODULES.items() for name in names.split()),
)
"""Python's part, as patterns below the root: nothing the page runs of it needs more than numpy."""


def python_part() -> bytes:
    """Python's part as a zip, the same bytes for the same sources."""
    found = {path for pattern in BARE for path in ROOT.glob(pattern) if path.is_file()}
    ours = sorted(path for path in found if "__pycache__" not in path.parts)
    library = sorted(path for path in Path(segno.__file__).parent.glob("*.py") if path.stem != "cli")
    return _zipped(
        {
            "yakulens/__init__.py": b"",
            **{f"yakulens/{path.relative_to(ROOT).as_posix()}": path.read_bytes() for path in ours},
            **{f"segno/{path.name}": path.read_bytes() for path in library},
        }
    )


def numpy_part(modules: Path) -> bytes:
    """The numpy of the browser's Python as a zip, without its tests and tools."""
    (package,) = (modules / "@emscripten-forge" / "numpy" / "pkg").glob("*.tar.gz")
    files: dict[str, bytes] = {}
    with tarfile.open(package) as held:
        for member in held.getmembers():
            name = member.name.partition("site-packages/")[2]
            content = held.extractfile(member) if name.startswith("numpy/") else None
            if content is not None and not _LEFT.search(name):
                files[name] = content.read()
    return _zipped(files)


def _zipped(files: dict[str, bytes]) -> bytes:
    """Files by their names as a zip, the same bytes for the same files."""
    memory = BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, date_time=(2000, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return memory.getvalue()


def compiled(modules: Path, *parts: bytes) -> bytes:
    """Zips of Python sources as one zip of bytecode for the browser's Python, which halves the start.

    Raises:
        PocketError: node is not installed, or cannot compile them.
    """
    missing = "node, which comes with npm, is not installed: it compiles what the page runs"
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.zip" for number in range(len(parts) + 1)]
        for file, part in zip(files[1:], parts, strict=True):
            file.write_bytes(part)
        program = str(Path(__file__).with_name("compiled.mjs"))
        done = run(missing, "node", program, str(modules / "pyodide"), *map(str, files))
        if done.returncode:
            message = f"the page's Python is not compiled: {done.stderr.strip()[-300:]}"
            raise PocketError(message)
        return files[0].read_bytes()
