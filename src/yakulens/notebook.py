"""HTML of results for a notebook: a heading, a picture, and rows of text. All text is escaped."""

import base64
from collections.abc import Iterable, Sequence
from html import escape

_CELL = "padding: 0.1em 1.2em 0.1em 0; text-align: left"


def page(title: str, *parts: str) -> str:
    """A heading and the HTML parts below it.

    >>> page("1 < 2")
    '<div><strong>1 &lt; 2</strong></div>'
    """
    return f"<div><strong>{escape(title)}</strong>{''.join(parts)}</div>"


def table(rows: Iterable[Sequence[object]]) -> str:
    """A table of text; empty if there are no rows.

    >>> table([("tanyao", "1 han")]).count("<td")
    2
    """
    start = f'<td style="{_CELL}">'
    lines = (f"<tr>{''.join(f'{start}{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    told = "".join(lines)
    return f"<table>{told}</table>" if told else ""


def text(lines: Iterable[str]) -> str:
    """Preformatted lines of text; empty if there are none.

    >>> text(["a & b"])
    '<pre>a &amp; b</pre>'
    """
    told = escape("\n".join(lines))
    return f"<pre>{told}</pre>" if told else ""


def picture(jpeg: bytes, alt: str) -> str:
    """A JPEG embedded as an image, without a file.

    >>> picture(b"", 'the "photo"').endswith('alt="the &quot;photo&quot;">')
    True
    """
    data = base64.b64encode(jpeg).decode("ascii")
    shown = "display: block; max-width: 100%"
    return f'<img style="{shown}" src="data:image/jpeg;base64,{data}" alt="{escape(alt)}">'
