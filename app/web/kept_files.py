"""The page's stylesheet and the desk's scripts and style as files that a browser fetches once and keeps.

Streamlit would send a component's script and style again with every change of what it shows: 60 kB of the 80
that answered a tap. Given a folder of an installed package (``asset_dir``), it serves them without saying how
long they may be kept. Here their address changes with their content, so that they may be kept for ever. The
page's own sheet, drawn by ``st.html``, was searched and hashed at each tap: with many visitors two fifths of
what their taps cost.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from yakulens.app import i18n, tiles

APP: Final = Path(__file__).resolve().parents[1]
DESK: Final = APP / "components" / "desk"
SHEET: Final = "page.css"
STYLE: Final = "desk.css"
ENTRANCE: Final = "main.js"
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""The header that lets a browser keep a file for a year without asking again."""


@cache
def contents() -> dict[str, bytes]:
    """Each file's bytes by its name."""
    paths = [DESK / STYLE, *sorted((DESK / "js").glob("*.js"))]
    sheet = f"{(APP / SHEET).read_text(encoding='utf-8')}\n{_fonts()}\n{tiles.stylesheet()}\n"
    return {SHEET: sheet.encode()} | {path.name: path.read_bytes() for path in paths}


def _fonts() -> str:
    """The fonts of each language that names some: Chinese and Japanese draw a character differently."""
    families = {
        language.tag: ", ".join(f'"{family}"' for family in language.families)
        for language in i18n.LANGUAGES.values()
        if language.families
    }
    return "\n".join(f":lang({tag}) {{ --yl-letters: {names}; }}" for tag, names in families.items())


@cache
def folder() -> str:
    """The address of the folder in which all of them are served, from the server's root."""
    return f"kept/{version_of(contents())}"


def version_of(files: dict[str, bytes]) -> str:
    """A version that changes with what some files are called, in their order, and with what they hold."""
    digest = sha256()
    for name, data in files.items():
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:12]


def entrance() -> str:
    """The script that Streamlit is given: it imports ours from where they are served, beside the page."""
    address = f"./{folder()}/{ENTRANCE}"
    return (
        f'const {{ default: show }} = await import(new URL("{address}", document.baseURI));\n'
        "export default show;\n"
    )


def head() -> str:
    """The links in the head of the page's frame: the desk's files are fetched before there is a desk."""
    scripts = [
        f'<link rel="modulepreload" href="./{folder()}/{name}">'
        for name in contents()
        if name.endswith(".js")
    ]
    return f'<link rel="preload" as="style" href="./{folder()}/{STYLE}">{"".join(scripts)}'


def foot() -> str:
    """The link at the end of the frame's body: there our sheet outweighs Streamlit's own before it."""
    return f'<link rel="stylesheet" href="./{folder()}/{SHEET}">'
