"""The page's stylesheet and the scripts and style of what it draws, as files that a browser caches.

Streamlit would resend a component's script and style with every change of its data: 60 kB of the 80 kB that
answered a tap. From a package's folder (``asset_dir``) it serves them without a cache lifetime. Here their
address changes with their content, so browsers may cache them for ever. Drawn by ``st.html``, the page's own
stylesheet was searched and hashed at each tap: with many visitors two fifths of a tap's cost.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from yakulens.app.words import i18n, tiles

WEB: Final = Path(__file__).resolve().parents[1] / "web"
SHEET: Final = "page.css"
"""The style of the server's page alone, which is laid over Streamlit's."""
PIECES: Final = "pieces.css"
"""The style of what our scripts draw, with the tokens, fonts and tiles that every page is drawn in."""
STYLE: Final = "desk.css"
"""The style of a desk."""
DESK: Final = "desk/main.js"
"""The script that draws a desk."""
DRAWN: Final = "drawn.js"
"""The script that draws a part of a score, a comparison or a game's table."""
CAMERA: Final = "camera.js"
"""The script of the viewfinder."""
_IN_PIECES: Final = ("tokens.css", PIECES, "camera.css")
_SCRIPTS: Final = (DRAWN, "pieces.js", "result.js", "comparison.js", "waiting.js", "table.js", CAMERA)
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""The header that lets a browser cache a file for a year without revalidation."""


@cache
def contents() -> dict[str, bytes]:
    """Each file's bytes by its path below `WEB`."""
    names = (SHEET, STYLE, *_SCRIPTS)
    paths = [*(WEB / name for name in names), *sorted((WEB / "desk").glob("*.js"))]
    sheets = [(WEB / name).read_text(encoding="utf-8") for name in _IN_PIECES]
    pieces = "\n".join((*sheets, _fonts(), tiles.stylesheet()))
    return {PIECES: pieces.encode()} | {path.relative_to(WEB).as_posix(): path.read_bytes() for path in paths}


def _fonts() -> str:
    """The fonts of each language that names some: Chinese and Japanese draw characters differently."""
    families = {
        language.tag: ", ".join(f'"{family}"' for family in language.families)
        for language in i18n.LANGUAGES.values()
        if language.families
    }
    return "\n".join(f":lang({tag}) {{ --yl-letters: {names}; }}" for tag, names in families.items())


@cache
def folder() -> str:
    """The address of the folder that serves all of them, from the server's root."""
    return f"kept/{version_of(contents())}"


def version_of(files: dict[str, bytes]) -> str:
    """A version that changes with the files' names, their order and their content."""
    digest = sha256()
    for name, data in files.items():
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:12]


def entrance(script: str) -> str:
    """The script that Streamlit gets: it imports one of ours from the server's folder, beside the page.

    What is to be drawn meanwhile waits, for one promise: a browser answers several imports of a module in any
    order, and the oldest view would stay. The module itself may not wait: Safari hands a module that awaits
    to whoever asks for it next before it is done (https://bugs.webkit.org/show_bug.cgi?id=242740).
    """
    address = f"./{folder()}/{script}"
    return f"""let draw, loading;
const load = async () => {{
  const script = await import(new URL("{address}", document.baseURI));
  await script.styled;
  draw = script.default;
}};
export default shown => {{
  if (draw) return draw(shown);
  let [remove, isGone] = [null, false];
  loading ??= load().finally(() => {{ loading = null; }});
  loading.then(() => {{ if (!isGone) remove = draw(shown); }});
  return () => {{ isGone = true; remove?.(); }};
}};
"""


def head() -> str:
    """The links in the head of the frame: the browser fetches these files before anything is drawn."""
    scripts = [
        f'<link rel="modulepreload" href="./{folder()}/{name}">'
        for name in contents()
        if name.endswith(".js")
    ]
    return f'<link rel="preload" as="style" href="./{folder()}/{STYLE}">{"".join(scripts)}'


def foot() -> str:
    """The links at the end of the frame's body: there our sheets override Streamlit's."""
    return "".join(f'<link rel="stylesheet" href="./{folder()}/{name}">' for name in (PIECES, SHEET))
