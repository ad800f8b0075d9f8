"""The report of a training as one HTML file that loads nothing: figures, curves, confusions, crops."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple

from yakulens.models.evaluate.paired import Paired
from yakulens.models.evaluate.tiles import MISSED, Measured, TileRead
from yakulens.vision import overlay

_MAX_CROPS: Final = 60
_MAX_CONFUSIONS: Final = 40
_WIDE, _HIGH, _MARGIN = 720, 220, 36
"""Size of a curve and its margin, pixels."""
_INKS: Final = ("#0b6e4f", "#c1121f", "#1d4ed8", "#b45309", "#6d28d9", "#0f766e", "#be185d", "#57534e")
_STYLE: Final = """
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}td,th{padding:.2rem .7rem;text-align:left;border-bottom:1px solid #8884}
td.n{text-align:right;font-variant-numeric:tabular-nums}.up{color:#0b6e4f;font-weight:600}
.down{color:#c1121f;font-weight:600}figure{display:inline-block;margin:.3rem;text-align:center;font-size:13px}
figure img{display:block;border-radius:4px}svg{max-width:100%;height:auto;display:block}
svg text{fill:currentColor;font-size:12px}
"""


class Curve(NamedTuple):
    """A line over the minutes of a run: its name and its points, by time."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, eq=False)
class LearntReport:
    """One thing that was taught or trained.

    Attributes:
        name: of the tile set, model or network.
        before: the model before, on held-out photos; None if only the curves are known.
        after: the model after, on the same photos.
        rows: both compared, over all photos and by tile set.
        curves: the held-out accuracy in per cent.
        losses: the parts of the loss.
        lines: more sentences about it.
    """

    name: str
    before: Measured | None = None
    after: Measured | None = None
    rows: tuple[Paired, ...] = ()
    curves: tuple[Curve, ...] = ()
    losses: tuple[Curve, ...] = ()
    lines: tuple[str, ...] = ()


def page(title: str, reports: Iterable[LearntReport]) -> str:
    """The whole file as text.

    >>> text = page("club", [LearntReport("reader", curves=(Curve("green", ((0.0, 90.0), (5.0, 97.5))),))])
    >>> "<title>club</title>" in text, "green: 97.5" in text, "http" in text
    (True, True, False)
    """
    sections = "".join(_section(report) for report in reports)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f"<body><h1>{escape(title)}</h1>{sections}</body></html>\n"
    )


def _section(report: LearntReport) -> str:
    parts = [f"<h2>{escape(report.name)}</h2>", *(f"<p>{escape(line)}</p>" for line in report.lines)]
    if report.rows:
        parts += ["<h3>What changed, by set</h3>", _changes(report.rows)]
    for heading, curves in (("Held out, per cent", report.curves), ("Loss", report.losses)):
        if any(curve.points for curve in curves):
            parts += [f"<h3>{heading}, over the minutes</h3>", chart(curves), legend(curves)]
    if report.before is not None and report.after is not None:
        parts += [
            "<h3>Which faces are confused</h3>",
            _confusions(report.before, report.after),
            "<h3>Still wrong, the most confident first</h3>",
            _crops(report.after.wrong()),
        ]
    return "".join(parts)


def _changes(rows: Sequence[Paired]) -> str:
    lines = []
    for row in rows:
        change = 100 * ((row.after.value or 0) - (row.before.value or 0))
        kind = "up" if change > 0 else "down" if change < 0 else ""
        lines.append(
            f"<tr><td>{escape(row.group)}</td><td>{escape(row.measure)}</td>"
            f'<td class="n">{row.before.hits} of {row.before.total}</td><td class="n">{row.after.hits}</td>'
            f'<td class="n {kind}">{change:+.2f} points</td>'
            f'<td class="n">{100 * row.low:+.2f} to {100 * row.high:+.2f}</td>'
            f'<td class="n">{row.better}</td><td class="n">{row.worse}</td></tr>'
        )
    heads = ("", "", "before", "after", "change", "95 % interval", "photos better", "photos worse")
    head = "".join(f"<th>{text}</th>" for text in heads)
    return f"<table><tr>{head}</tr>{''.join(lines)}</table>"


def _confusions(before: Measured, after: Measured) -> str:
    counts = before.confusions(), after.confusions()
    pairs = sorted({*counts[0], *counts[1]}, key=lambda pair: (-counts[1][pair], -counts[0][pair], pair))
    if not pairs:
        return "<p>None: every labelled tile is named right, before and after.</p>"
    lines = [
        f"<tr><td>{escape(face)}</td><td>{escape(read) or 'not found'}</td>"
        f'<td class="n">{counts[0][face, read]}</td><td class="n">{counts[1][face, read]}</td></tr>'
        for face, read in pairs[:_MAX_CONFUSIONS]
    ]
    more = len(pairs) - _MAX_CONFUSIONS
    rest = f"<p>and {more} rarer ones</p>" if more > 0 else ""
    head = "<tr><th>label</th><th>read as</th><th>times before</th><th>times after</th></tr>"
    return f"<table>{head}{''.join(lines)}</table>{rest}"


def _crops(wrong: Sequence[TileRead]) -> str:
    shown = [_figure(tile) for tile in wrong if tile.picture is not None][:_MAX_CROPS]
    missed = sum(1 for tile in wrong if tile.read == MISSED)
    rest = f"<p>Tiles that are not found: {missed}</p>" if missed else ""
    return ("".join(shown) or "<p>No tile is named wrong.</p>") + rest


def _figure(tile: TileRead) -> str:
    assert tile.picture is not None  # noqa: S101 - as its caller chose
    data = b64encode(overlay.encode(tile.picture, "jpeg")).decode()
    words = f"{tile.face} &rarr; {escape(tile.read)} {tile.score:.2f}"
    return (
        f'<figure><img alt="" src="data:image/jpeg;base64,{data}"><figcaption title="{escape(tile.file)}">'
        f"{words}</figcaption></figure>"
    )


def legend(curves: Sequence[Curve]) -> str:
    """The name of each line with its colour and last value, as HTML."""
    names = [
        f'<span style="color:{_ink(number)}">&#9632;</span> {escape(curve.name)}: {curve.points[-1][1]:.4g}'
        for number, curve in enumerate(curve for curve in curves if curve.points)
    ]
    return f"<p>{' &nbsp; '.join(names)}</p>"


def chart_as_picture(curves: Sequence[Curve]) -> str:
    """Lines over the minutes as the address of a picture, for a page that takes no SVG in its HTML."""
    svg = chart(curves).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _ink(number: int) -> str:
    return _INKS[number % len(_INKS)]


def chart(curves: Sequence[Curve]) -> str:
    """Lines over the minutes as SVG; at least one has points."""
    points = [point for curve in curves for point in curve.points]
    last = max(x for x, _ in points) or 1.0
    low, high = min(y for _, y in points), max(y for _, y in points)
    span = (high - low) or 1.0

    def at(x: float, y: float) -> str:
        across = _MARGIN + (_WIDE - 2 * _MARGIN) * x / last
        return f"{across:.1f},{_HIGH - _MARGIN - (_HIGH - 2 * _MARGIN) * (y - low) / span:.1f}"

    lines = [
        f'<polyline fill="none" stroke="{_ink(number)}" stroke-width="2"'
        f' points="{" ".join(at(x, y) for x, y in curve.points)}"/>'
        for number, curve in enumerate(curve for curve in curves if curve.points)
    ]
    top = f'<text x="2" y="{_MARGIN}">{high:.4g}</text>' if high > low else ""
    scale = (
        f'{top}<text x="2" y="{_HIGH - _MARGIN}">{low:.4g}</text>'
        f'<text x="{_WIDE - _MARGIN}" y="{_HIGH - 8}" text-anchor="end">{last:.3g} min</text>'
    )
    return (
        f'<svg viewBox="0 0 {_WIDE} {_HIGH}" role="img" font-family="sans-serif" font-size="12" fill="#777">'
        f"{scale}{''.join(lines)}</svg>"
    )
