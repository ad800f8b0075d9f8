"""House rules of the page without a server: it keeps their files, which are offered as an operator's are.

It runs in Pyodide, whose files last as long as the page is open.
"""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.words import rule_phrases
from yakulens.app.words.i18n import text
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules.offer import checked, offer
from yakulens.scorer.rules.offered import name_of

FOLDER: Final = Path("/tmp/yakulens-rules")  # noqa: S108 - of the browser's Python, which nobody else uses


def named(language: str, file: str, data: Any, folder: Path = FOLDER) -> str:  # noqa: ANN401 - a buffer
    """The ``name`` of a file's rule set, or a sentence that says why the file is ``refused``, as JSON."""
    path = _laid(file, bytes(data), folder)
    try:
        (name,) = checked([str(path)])
    except InputError as error:
        return json.dumps(_refused(language, path, error))
    return json.dumps({"name": name})


def offered(language: str, kept: Sequence[tuple[str, Any]], folder: Path = FOLDER) -> str:
    """Offer the rule files that the device keeps, in this order: each one's name and its bytes.

    Returns JSON: of each file its set's ``name``, ``title`` and ``gist``, what distinguishes it at a table;
    or why it is ``refused``: such a file is left out, another version of this page may be able to use it.
    """
    paths = [_laid(file, bytes(data), folder) for file, data in kept]
    usable = dict(_usable(paths))
    offer([str(path) for path, problem in usable.items() if problem is None])
    return json.dumps([_told(language, path, usable[path]) for path in paths])


def _usable(paths: Iterable[Path]) -> Iterable[tuple[Path, InputError | None]]:
    """Each file with what is wrong with it, beside those before it."""
    sound: list[str] = []
    for path in paths:
        try:
            checked([*sound, str(path)])
        except InputError as error:
            yield path, error
        else:
            sound.append(str(path))
            yield path, None


def _told(language: str, path: Path, problem: InputError | None) -> Json:
    if problem is not None:
        return _refused(language, path, problem)
    name = name_of(str(path))
    title, gist = rule_phrases.title(language, name), rule_phrases.gist(language, name)
    return {"name": name, "title": title, "gist": gist}


def _refused(language: str, path: Path, problem: InputError) -> Json:
    what = str(problem).replace(f"{path.parent}/", "")
    return {"refused": text(language, "house.refused", what=what)}


def _laid(file: str, data: bytes, folder: Path) -> Path:
    """A file as Python's, in a folder that is named by its content: what was read of a path is kept."""
    path = folder / sha256(data).hexdigest()[:16] / Path(file).name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path
