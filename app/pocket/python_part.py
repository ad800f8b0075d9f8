"""What the browser's Python gets: its standard library, numpy and our sources that the page runs, as zips.

They hold bytecode: sources would be compiled anew at each start of the page.
"""

import fnmatch
import json
import shutil
import tarfile
import zipfile
from io import BytesIO
from modulefinder import ModuleFinder
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import segno

from yakulens.app.pocket.npm import ROOT, PocketError, run
from yakulens.scorer.toml_file import own_document

_ROOTS: Final = (
    *("numpy", "numpy.random", "segno", "site", "yakulens.*", "_pyodide.*", "pyodide.*", "_sysconfigdata*"),
)
"""What the page and the browser's Python import themselves, as patterns of names."""
_ENCODINGS: Final = (
    *("ascii", "cp437", "idna", "iso8859_1", "latin_1", "punycode", "raw_unicode_escape", "shift_jis"),
    *("unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8", "utf_8_sig"),
)
"""Encodings are imported by their names; a QR code asks for that of Japanese letters."""
_NOT_ENTERED: Final = (
    *("doctest", "multiprocessing", "pydoc", "pyodide.console", "unittest", "webbrowser"),
    *("numpy.conftest", "numpy.ctypeslib", "numpy.distutils", "numpy.f2py", "numpy.fft", "numpy.polynomial"),
    *("numpy.testing", "numpy.typing.mypy_plugin"),
)
"""Modules that others import where nobody goes here: help, tests, consoles, other processes, polynomials."""
_NOT_LINKED: Final = ("_tests.", "lapack_lite.")
"""Compiled modules of numpy, by a part of their names, that nothing which is reached imports."""
_BARE, _DOCUMENTED = 2, 0
"""Levels of ``python -O``: without docstrings; or with them, as numpy hands them to its compiled part, and a
dataclass without one takes long to write its own."""
_MODULES: Final = {
    "app": "__init__",
    "app/exports": "__init__ card_of_claims card_of_game deal pantheon qr ruling_card tenhou",
    "app/pocket": "__init__ browser_search claims filming handing own_rules phone shown table teaching "
    "waiting",
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
PARTS: Final = (
    *("scorer/**/*", "vision/desk/*.py", "vision/geometry/*.py", "vision/layout/**/*.py", "app/words/*.toml"),
    *(f"app/{room}/*.py" for room in ("game", "hand", "sets", "table")),
    *(f"{room}/{name}.py" for room, names in _MODULES.items() for name in names.split()),
)
"""Python's part, as patterns below the root: nothing the page runs of it needs more than numpy."""


def python_parts(modules: Path) -> dict[str, bytes]:
    """Each zip of bytecode by its path in the page's folder; the same bytes for the same sources.

    The standard library and numpy are cut to what ours reach by imports, also by those inside functions.

    Raises:
        PocketError: node is not installed, or cannot compile them.
    """
    with TemporaryDirectory() as folder:
        library, numpy, ours = (Path(folder) / name for name in ("library", "numpy", "ours"))
        shutil.unpack_archive(modules / "pyodide" / "python_stdlib.zip", library)
        _extract_numpy(modules, numpy)
        for name, data in (files := our_files()).items():
            (ours / name).parent.mkdir(parents=True, exist_ok=True)
            (ours / name).write_bytes(data)
        reached = _reached(library, numpy, ours)
        sources = {
            "pyodide/python_stdlib.zip": (_zipped(_in(library, reached)), _BARE),
            "numpy.zip": (_zipped(_in(numpy, reached | _linked(numpy, reached))), _DOCUMENTED),
            "python.zip": (_zipped(files), _DOCUMENTED),
        }
    return dict(zip(sources, _compiled(modules, *sources.values()), strict=True))


def _reached(*folders: Path) -> set[Path]:
    """The files of the modules in these folders that `_ROOTS` import, and what these import, and so on."""
    finder = ModuleFinder([str(folder) for folder in folders], excludes=list(_NOT_ENTERED))
    named = {
        ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
        for folder in folders
        for path in folder.rglob("*.py")
    }
    for pattern in (*_ROOTS, *(f"encodings.{name}" for name in _ENCODINGS)):
        for name in sorted(fnmatch.filter(named - set(_NOT_ENTERED), pattern)):
            finder.import_hook(name)
    files = (vars(module)["__file__"] for module in finder.modules.values())
    return {Path(file) for file in files if file}


def _linked(folder: Path, reached: set[Path]) -> set[Path]:
    """The compiled modules in the packages that are reached."""
    return {
        path
        for path in folder.rglob("*.so")
        if path.parent / "__init__.py" in reached and not any(part in path.name for part in _NOT_LINKED)
    }


def _in(folder: Path, paths: set[Path]) -> dict[str, bytes]:
    """The files of these that lie in a folder, by their names there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(paths)
        if path.is_relative_to(folder)
    }


def our_files() -> dict[str, bytes]:
    """Our own sources, and those of segno, which draws QR codes, by their paths for Python."""
    found = {path for pattern in PARTS for path in ROOT.glob(pattern) if path.is_file()}
    ours = sorted(path for path in found if "__pycache__" not in path.parts)
    library = sorted(path for path in Path(segno.__file__).parent.glob("*.py") if path.stem != "cli")
    return {
        "yakulens/__init__.py": b"",
        **{f"yakulens/{path.relative_to(ROOT).as_posix()}": _given(path) for path in ours},
        **{f"segno/{path.name}": path.read_bytes() for path in library},
    }


def _given(path: Path) -> bytes:
    """One of our files as the browser's Python gets it: TOML as JSON, as `own_document` reads it there."""
    return json.dumps(own_document(path)).encode() if path.suffix == ".toml" else path.read_bytes()


def _extract_numpy(modules: Path, folder: Path) -> None:
    """Lay the numpy of the browser's Python into a folder."""
    (package,) = (modules / "@emscripten-forge" / "numpy" / "pkg").glob("*.tar.gz")
    with tarfile.open(package) as held:
        for member in held.getmembers():
            _, here, member.name = member.name.partition("site-packages/")
            if here and member.name.startswith("numpy/"):
                held.extract(member, folder, filter="data")


def _zipped(files: dict[str, bytes]) -> bytes:
    """Files by their names as a zip, the same bytes for the same files."""
    memory = BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, date_time=(2000, 1, 1, 0, 0, 0)), data)
    return memory.getvalue()


def _compiled(modules: Path, *parts: tuple[bytes, int]) -> list[bytes]:
    """Zips of Python sources, each with its level, as zips of bytecode for the browser's Python."""
    missing = "node, which comes with npm, is not installed: it compiles what the page runs"
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.zip" for number in range(len(parts))]
        asked = []
        for file, (part, level) in zip(files, parts, strict=True):
            file.write_bytes(part)
            asked += [str(level), str(file)]
        program = str(Path(__file__).with_name("compiled.mjs"))
        done = run(missing, "node", program, str(modules / "pyodide"), *asked)
        if done.returncode:
            message = f"the page's Python is not compiled: {done.stderr.strip()[-300:]}"
            raise PocketError(message)
        return [file.read_bytes() for file in files]
