"""Builds the page in a browser as a folder: ``python -m yakulens.app.pocket.build`` makes ``dist/pocket``.

The engines come from the npm registry, pinned by ``web/package-lock.json``. The networks come from a model's
card, the look, the desk and the score from the server's page, and Python's part is compiled here.
"""

import argparse
import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from yakulens.app.pocket import on_its_way
from yakulens.app.pocket.npm import ROOT, WEB, PocketError, installed
from yakulens.app.pocket.python_part import python_parts
from yakulens.app.server import install, kept_files
from yakulens.app.words import i18n
from yakulens.scorer.errors import InputError
from yakulens.scorer.whole_file import whole_folder
from yakulens.vision.finding.decode import export_form
from yakulens.vision.inference import InferenceSession
from yakulens.vision.layout.answers import HEADS
from yakulens.vision.layout.tokens import OF_PAIR
from yakulens.vision.model_card import ModelCard
from yakulens.vision.models import choose
from yakulens.vision.picture.formats import ACCEPT

SHARED: Final = {f"web/{name}": ROOT / "app" / "web" / name for name in ("card.js", "table.js", "table.css")}
"""Scripts beside those of ``kept_files``, by the name that the page calls them."""
OUT: Final = ROOT / "dist" / "pocket"
ENGINES: Final = {
    "ort": (
        "onnxruntime-web/dist",
        ("ort.wasm.bundle.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"),
    ),
    "pyodide": (
        "pyodide",
        ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm"),
    ),
}
"""The files of each engine that the page fetches."""
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; "
    "img-src 'self' blob: data:; connect-src 'self' blob:; manifest-src 'self'; form-action 'none'; "
    "base-uri 'none'"
)
"""What the page may request: only its own files."""
_SHARED: Final = {
    "no_linked_hand": "start.no_linked_hand",
    "earlier_games": "table.earlier",
    "damaged_hand": "history.damaged",
    "delete_game": "table.delete",
    "delete_game_sure": "table.delete_sure",
    "game_link": "table.as_link",
    "bring_game": "table.bring_game",
    "no_game": "table.no_game",
    "photo_of_hand": "table.photo",
    "no_open_hands": "table.draw_none",
    "figures": "figures.title",
    "counting": "figures.counting",
}
"""By name in the page's scripts, the key of a sentence shared with the server's page."""


def build(out: Path = OUT, card: ModelCard | None = None) -> dict[str, bytes]:
    """Rebuild the folder, by default with the usual model; returns each file's bytes by name.

    Raises:
        PocketError: the model has no layout network, or the engines are unavailable.
    """
    card = card or choose()
    if card.layout is None:
        message = f"model {card.name}: has no layout network, which the page needs"
        raise PocketError(message)
    modules = installed()
    files = dict(_files(card, modules))
    version = kept_files.version_of(dict(sorted(files.items())))
    files = {name: _marked(name, data, version) for name, data in files.items()}
    files |= on_its_way.packed(files)
    kept = json.dumps(on_its_way.kept(files)).encode()
    files[on_its_way.KEEPER] = files[on_its_way.KEEPER].replace(b'"@FILES@"', kept)
    with whole_folder(out) as folder:
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        for former in [path for path in (out.iterdir() if out.is_dir() else ()) if path.name != folder.name]:
            shutil.rmtree(former) if former.is_dir() and not former.is_symlink() else former.unlink()
    return files


def _files(card: ModelCard, modules: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(WEB.iterdir()):
        if path.suffix != ".json":
            yield path.name, path.read_bytes()
    for name, path in SHARED.items():
        yield name, path.read_bytes()
    drawn = {name: data for name, data in kept_files.contents().items() if name != kept_files.SHEET}
    yield from ((f"web/{name}", data) for name, data in drawn.items())
    for path in sorted((ROOT / "datasets" / "tiles").glob("*.svg")):
        yield f"tiles/{path.name}", path.read_bytes()
    for room, (package, names) in ENGINES.items():
        for name in names:
            yield f"{room}/{name}", (modules / package / name).read_bytes()
    for name, data in _of_model(card):
        yield f"models/{name}", data
    yield "card.json", json.dumps(told(card)).encode()
    yield "words.json", json.dumps(words(), ensure_ascii=False).encode()
    yield from python_parts(modules).items()
    yield "pyodide/pyodide-lock.json", _no_packages(modules)
    yield install.MANIFEST, json.dumps(install.manifest(None) | {"id": "./"}).encode()
    for icon in install.ICONS:
        yield icon.file, install.draw(icon)


def _of_model(card: ModelCard) -> Iterator[tuple[str, bytes]]:
    """A model's networks, and the features that teaching a set replays."""
    for settings in card.networks().values():
        yield Path(settings.file).name, card.network(settings)
    if card.reader.known:
        yield card.reader.known, card.known()


def _no_packages(modules: Path) -> bytes:
    """Pyodide's list of packages without any: numpy is not among those that it fetches."""
    told = json.loads((modules / "pyodide" / "pyodide-lock.json").read_bytes())
    return json.dumps(told | {"packages": {}}).encode()


def told(card: ModelCard) -> dict[str, Any]:
    """What the page's scripts must know of a model: its files and their use."""
    parts = {name: asdict(part) | {"file": Path(part.file).name} for name, part in card.networks().items()}
    finder = InferenceSession(card.network(card.finder), card.finder.file, 1)
    form = export_form(finder.metadata, next(iter(finder.outputs.values())))
    temperatures = {head: getattr(card.layout, key) for head, key in HEADS.items()}
    reader = InferenceSession(card.network(card.reader), card.reader.file, 1)
    gives = {name: shape[1:] for name, shape in reader.outputs.items()}
    own = {"name": card.name, "gives": gives, "form": form, "temperatures": temperatures, "pair": OF_PAIR}
    return parts | own


def words() -> dict[str, Any]:
    """By language, the default first: its name, its tag, its texts.

    The page shows them before Python has started.

    >>> words()["ja"]["tag"], words()["en"]["say"]["camera"]
    ('ja', 'Take a photo')
    """
    return {
        language: {
            "name": i18n.LANGUAGES[language].name,
            "tag": i18n.LANGUAGES[language].tag,
            "say": i18n.section(language, "finder.")
            | i18n.section(language, "pocket.")
            | {name: i18n.text(language, key) for name, key in _SHARED.items()},
            "sets": i18n.section(language, "sets."),
            "house": i18n.section(language, "house."),
        }
        for language in i18n.LANGUAGES
    }


def _marked(name: str, data: bytes, version: str) -> bytes:
    """One of our files with what only the build knows."""
    if name not in {"index.html", "page.js", "shots.js", on_its_way.KEEPER}:
        return data
    text = data.decode().replace("@VERSION@", version).replace("@POLICY@", POLICY).replace("@ACCEPT@", ACCEPT)
    return text.encode()


def main(arguments: list[str] | None = None) -> int:
    """Build and print the size."""
    parser = argparse.ArgumentParser(description="The page in a browser as a folder of files.")
    parser.add_argument("--model", help="the model (default: the usual one)")
    parser.add_argument("--out", type=Path, default=OUT, help="the folder (default: dist/pocket)")
    args = parser.parse_args(arguments)
    try:
        files = build(args.out, choose(args.model))
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    rooms = Counter[str]()
    for name, (_, size, _) in on_its_way.kept(files).items():
        rooms[name.split("/")[0] if "/" in name else "page"] += size
    for room, size in rooms.items():
        sys.stdout.write(f"{room:10} {size / 1e6:6.2f} MB\n")
    sys.stdout.write(f"{args.out}: {rooms.total() / 1e6:.1f} MB come over the network\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
