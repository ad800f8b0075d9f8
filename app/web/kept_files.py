"""The page's stylesheet and the desk's scripts and style as files that a browser fetches once and keeps.

Streamlit would send a component's script and style again with every change of what it shows: 60 kB of the 80
that answered a tap. Given a folder of an installed package (``asset_dir``), it serves them without saying how
long they may be kept. Here their address changes with what they hold, so that they may be kept for ever. The
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
KINDS: Final = {".css": "text/css", ".js": "text/javascript"}
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""The header that lets a browser keep a file for a year without asking again."""


@cache
def contents() -> dict[str, bytes]:
    """Each file's bytes by its name."""
    paths = [DESK / STYLE, *sorted((DESK / "js").glob("*.js"))]
    sheet = f"{(APP / SHEET).read_text(encoding='utf-8')}\n{_letters()}\n{tiles.stylesheet()}\n"
    return {SHEET: sheet.encode()} | {path.name: path.read_bytes() for path in paths}


def _letters() -> str:
    """The fonts of each language that names some: Chinese and Japanese draw the same signs otherwise."""
    named = {
        one.tag: ", ".join(f'"{family}"' for family in one.families)
        for one in i18n.LANGUAGES.values()
        if one.families
    }
    return "\n".join(f":lang({tag}) {{ --yl-letters: {families}; }}" for tag, families in named.items())


@cache
def folder() -> str:
    """The address of the folder that all of them seem to lie in, from the server's root."""
    whole = sha256()
    for name, data in contents().items():
        whole.update(f"{name} {len(data)}\n".encode() + data)
    return f"kept/{whole.hexdigest()[:12]}"


def entrance() -> str:
    """The script that Streamlit is given: it takes ours from where they are served, beside the page."""
    address = f"./{folder()}/{ENTRANCE}"
    return (
        f'const {{ default: show }} = await import(new URL("{address}", document.baseURI));\n'
        "export default show;\n"
    )


def head() -> str:
    """What the head of the page's frame says of them: the desk's are fetched before there is a desk."""
    scripts = [
        f'<link rel="modulepreload" href="./{folder()}/{name}">'
        for name in contents()
        if name.endswith(".js")
    ]
    return f'<link rel="preload" as="style" href="./{folder()}/{STYLE}">{"".join(scripts)}'


def foot() -> str:
    """What the end of the frame's body says: there our sheet comes after Streamlit's own and outweighs it."""
    return f'<link rel="stylesheet" href="./{folder()}/{SHEET}">'
