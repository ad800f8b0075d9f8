"""The pages of the documentation site that are made of something else, as a hook of MkDocs.

Texts that lie outside `docs/` become pages, and the reference gets a page for each folder with public code.
Links in a text lead to files and folders of the repository, as a code host follows them; here they become
links to the pages of these.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parents[2]

TEXTS: Final = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "datasets/README.md": "datasets.md",
    "models/EXPERIMENTS.md": "experiments.md",
    "models/README.md": "models.md",
}
"""Files of the repository that are pages as they stand."""

ROOMS: Final = ("scorer", "vision", "datasets", "models")
LEFT_OUT: Final = frozenset({"datasets/imports", "datasets/render", "models/train"})
"""Folders that have no page in the reference: they are read in their sources."""

LINK: Final = re.compile(r"(?<!!)\[(?P<text>[^\]\[]+)\]\((?P<target>[^)\s:#]+)(?P<anchor>#[^)\s]*)?\)")
"""A Markdown link to a file of ours, not to another site and not to a place on its own page."""

LINES: Final = "<!-- the README's lines of Python -->"
"""Where a page shows these; they stand in the README alone, where a test runs them."""

PAPER: Final = "#f7f5ef"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Give the reference its place in the navigation, before what is for contributors."""
    reference = [{room: [{folder or room: page(room, folder)} for folder in folders(room)]} for room in ROOMS]
    config.nav.insert(3, {"Reference": reference})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that no file of `docs/` holds, and the project's mark."""
    made = {
        "site/mark.svg": mark(),
    }
    made |= {uri: (ROOT / path).read_text("utf-8") for path, uri in TEXTS.items()}
    made |= {page(room, folder): reference(room, folder) for room in ROOMS for folder in folders(room)}
    for uri, content in made.items():
        files.append(File.generated(config, uri, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """The page's text, its links to files of the repository turned to links to pages."""
    uri = page.file.src_uri
    if LINES in markdown:
        markdown = markdown.replace(LINES, first_lines((ROOT / "README.md").read_text("utf-8")))
    homes = {made: path for path, made in TEXTS.items()}
    return linked(markdown, homes.get(uri, f"docs/{uri}"), uri)


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001
    """The page under the language that its first lines name (`lang: ja`)."""
    language = page.meta.get("lang")
    return output.replace('<html lang="en"', f'<html lang="{language}"', 1) if language else output


def folders(room: str) -> list[str]:
    """The packages of a room, the room itself, which is "", first.

    >>> folders("scorer")[:3]
    ['', 'contract', 'efficiency']
    """
    packages = [
        path.parent.relative_to(ROOT / room).as_posix() for path in (ROOT / room).rglob("__init__.py")
    ]
    left_out = {path.removeprefix(f"{room}/") for path in LEFT_OUT if path.startswith(f"{room}/")}
    named = sorted("" if path == "." else path for path in packages)
    return [path for path in named if not left_out & {path, path.split("/")[0]}]


def page(room: str, folder: str) -> str:
    """Where the reference to a folder of a room stands.

    >>> page("vision", "layout/decode")
    'reference/vision.layout.decode.md'
    """
    return f"reference/{dotted(room, folder)}.md"


def dotted(room: str, folder: str) -> str:
    """The folder as a package.

    >>> dotted("scorer", "")
    'scorer'
    """
    return "/".join(filter(None, (room, folder))).replace("/", ".")


def reference(room: str, folder: str) -> str:
    """The page of a folder: each of its modules, as their docstrings tell them."""
    package = f"yakulens.{dotted(room, folder)}"
    stems = sorted(path.stem for path in (ROOT / room / folder).glob("*.py"))
    names = [package] + [f"{package}.{stem}" for stem in stems if not stem.startswith("_")]
    shown = "show_root_heading: true, show_root_full_path: true"
    return "\n\n".join(
        f"::: {name}\n    options: {{{shown}, heading_level: {1 if name == package else 2}}}"
        for name in names
    )


def first_lines(text: str) -> str:
    r"""The first block of Python in a text, its fences with it; empty where there is none.

    >>> first_lines("Read:\n\n```python\nimport yakulens\n```\nand on")
    '```python\nimport yakulens\n```'
    """
    found = re.search(r"^```python\n.*?^```$", text, re.MULTILINE | re.DOTALL)
    return found[0] if found else ""


def linked(markdown: str, home: str, uri: str) -> str:
    """The text of the file `home`, shown at `uri`, with links that lead to pages.

    A link to what is there but is no page becomes its text; one to what is not there stays, and the strict
    build refuses it.

    >>> linked("[style](CONTRIBUTING.md#style), [it](LICENSE)", "README.md", "limits.md")
    '[style](contributing.md#style), it'
    >>> linked("[Reference](../scorer/table)", "docs/index.md", "index.md")
    '[Reference](reference/scorer.table.md)'
    """

    def turned(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(home), link["target"]))
        shown = TEXTS.get(path) or ("index.md" if path == "README.md" else None)
        room, _, folder = path.partition("/")
        if room in ROOMS and folder in folders(room):
            shown = page(room, folder)
        if shown is None and path.startswith("docs/"):
            shown = path.removeprefix("docs/")
        if shown is None:
            return link["text"] if (ROOT / path).exists() else link[0]
        target = posixpath.relpath(shown, posixpath.dirname(uri) or ".")
        return f"[{link['text']}]({target}{link['anchor'] or ''})"

    return LINK.sub(turned, markdown)


def mark() -> str:
    """The project's mark as SVG: our Red dragon, as a tile."""
    drawn = (ROOT / "datasets" / "tiles" / "7z.svg").read_text("utf-8")
    return re.sub(
        r"(<svg[^>]*>)", rf'\1<rect width="300" height="400" rx="36" fill="{PAPER}"/>', drawn, count=1
    )
