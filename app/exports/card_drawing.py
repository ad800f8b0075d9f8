"""The ruling card as a picture: one column for a phone, drawn with Pillow from our own tile artwork."""

import io
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont

from yakulens.app.exports.card_fonts import CardFont
from yakulens.app.exports.ruling_card import (
    LaidTile,
    RulingCard,
    RulingGrid,
    RulingLine,
    RulingPart,
    SeatChange,
)
from yakulens.app.words import phrases
from yakulens.app.words.tiles import FOLDER
from yakulens.vision.labels import BACK

WIDTH: Final = 1080
"""Width of the picture, pixels."""
_MARGIN: Final = 48
_INNER: Final = WIDTH - 2 * _MARGIN
MAX_HEIGHT: Final = 8000
"""Maximum height of the picture, pixels; no game or hand with usual names comes near it."""
_MAX_LETTERS: Final = 600
_MAX_LINES: Final = 8
"""Maximum letters and lines of one text, such as a name; a longer one is truncated with three dots."""
_PHOTO_HEIGHT: Final = 760
_WIDTHS: Final = (66, 60, 54, 51)
"""Widths of a hand's tile, pixels; the widest with which the hand fits in one row is used."""
_GROUP_GAP: Final = 20
_SMALL_TILE: Final = (30, 40)
_GAP: Final = 4
_PAPER, _INK, _SOFT, _LINE = "#fffdf8", "#1d2421", "#6b6f66", "#d8d2c2"
_GAIN, _LOSS, _FACE, _BACK, _EDGE = "#0f6b52", "#a8323a", "#fbf8ef", "#e39a1f", "#b9ae90"


class _TextStyle(NamedTuple):
    """Letters' size in pixels and colour; ``weight`` thickens them, as a font may lack a bold face."""

    size: int
    ink: str = _INK
    weight: int = 0


@lru_cache(maxsize=8)
def draw(card: RulingCard, letters: CardFont) -> bytes:
    """The card as PNG, ``WIDTH`` pixels wide and as tall as its content."""
    sheet = _Canvas(letters)
    sheet.text(card.heading, _TextStyle(26, _SOFT))
    sheet.text(card.rules, _TextStyle(40))
    if card.photo is not None:
        sheet.photo(card.photo)
        sheet.text(card.photo_name, _TextStyle(20, _SOFT))
    if card.hand:
        sheet.tiles(card.hand)
    for heading, faces in card.indicators:
        sheet.indicators(heading, faces)
    sheet.y += 10
    sheet.text(card.headline, _TextStyle(84, weight=2))
    sheet.text(card.worth, _TextStyle(38, _GAIN))
    sheet.text(card.situation, _TextStyle(28, _SOFT))
    if card.seats:
        sheet.seats(card.pays, card.seats)
    if card.grid is not None:
        sheet.grid(card.grid)
    for part in card.parts:
        sheet.part(part)
    if card.grid is not None:
        sheet.sign(card.grid)
    sheet.y += 16
    sheet.text(card.made, _TextStyle(22, _SOFT))
    return sheet.png()


class _Canvas:
    """A picture that fills from top to bottom; its next part begins at ``y``, in pixels."""

    def __init__(self, letters: CardFont) -> None:
        self.image = Image.new("RGB", (WIDTH, MAX_HEIGHT), _PAPER)
        self.pen = ImageDraw.Draw(self.image)
        self.letters = letters
        self.y = _MARGIN - 8
        self.tile = (_WIDTHS[0], _WIDTHS[0] * 4 // 3)

    def png(self) -> bytes:
        """The picture as PNG, cut below its last part."""
        buffer = io.BytesIO()
        self.image.crop((0, 0, WIDTH, min(self.y + _MARGIN, MAX_HEIGHT))).save(
            buffer, "PNG", compress_level=3
        )
        return buffer.getvalue()

    def text(self, text: str, style: _TextStyle) -> None:
        """A paragraph, wrapped at the picture's width; no text takes no room."""
        for line in self._wrapped(text, style.size, _INNER) if text else ():
            self._write(_MARGIN, self.y, line, style)
            self.y += round(style.size * 1.36)

    def photo(self, jpeg: bytes) -> None:
        """The photo, as large as the picture's width and ``_PHOTO_HEIGHT`` allow."""
        with Image.open(io.BytesIO(jpeg)) as file:
            photo = file.convert("RGB")
        photo.thumbnail((_INNER, _PHOTO_HEIGHT), Image.Resampling.LANCZOS)
        self.y += 12
        self.image.paste(photo, ((WIDTH - photo.width) // 2, self.y))
        self.y += photo.height + 8

    def tiles(self, groups: Sequence[Sequence[LaidTile]]) -> None:
        """The hand: groups side by side, wrapped between groups, melds as they lie."""
        for width in _WIDTHS:
            self.tile = (width, width * 4 // 3)
            if sum(map(self._group_width, groups)) + _GROUP_GAP * (len(groups) - 1) <= _INNER:
                break
        width, height = self.tile
        tallest = 2 * width if any(tile.stacked for group in groups for tile in group) else height
        self.y += 18
        x = _MARGIN
        for group in groups:
            group_width = self._group_width(group)
            if x > _MARGIN and x + group_width > WIDTH - _MARGIN:
                x = _MARGIN
                self.y += tallest + 16
            self._draw_group(group, x, self.y + tallest)
            x += group_width + _GROUP_GAP
        self.y += tallest + 20

    def indicators(self, heading: str, faces: Sequence[str]) -> None:
        """Small faces after their heading."""
        size = 26
        self._write(_MARGIN, self.y + 4, heading, _TextStyle(size, _SOFT))
        self._small_tiles(faces, _MARGIN + round(self._width(heading, size)) + 16, self.y)
        self.y += _SMALL_TILE[1] + 12

    def seats(self, heading: str, seats: Sequence[SeatChange]) -> None:
        """Who pays and who is paid, side by side."""
        self._heading(heading)
        gap = 14
        width = (_INNER - gap * (len(seats) - 1)) // max(len(seats), 2)
        height = 140 if any(seat.name for seat in seats) else 108
        for at, seat in enumerate(seats):
            left = _MARGIN + at * (width + gap)
            edge, weight = (_GAIN, 4) if seat.wins else (_LINE, 2)
            self.pen.rounded_rectangle(
                (left, self.y, left + width, self.y + height), 14, outline=edge, width=weight
            )
            caption = f"{seat.wind} · {seat.name}" if seat.name else seat.wind
            middle = left + width // 2
            for place, name in enumerate(self._wrapped(caption, 26, width - 20)[:2]):
                self._centred(middle, self.y + 14 + 32 * place, name, _TextStyle(26, _SOFT))
            ink = _GAIN if seat.change > 0 else _LOSS if seat.change < 0 else _INK
            change = phrases.signed(seat.change)
            self._centred(middle, self.y + height - 56, change, _TextStyle(36, ink, 1))
        self.y += height + 16

    def part(self, part: RulingPart) -> None:
        """Draw a table: each line's name, number and section."""
        self._heading(part.heading)
        for line in part.lines:
            self._draw_line(line)

    def grid(self, grid: RulingGrid) -> None:
        """A table with a column for each player."""
        self.y += 24
        first_width, width, right_edges = self._column_layout(grid)
        for number, row in enumerate(grid.rows):
            small = number in grid.small
            strong = number == 0 or number >= len(grid.rows) - grid.sums
            style = _TextStyle(22, _SOFT) if small else _TextStyle(30, weight=int(strong))
            top, step = (self.y, 28) if small else (self.y + 8, 38)
            label = self._wrapped(row[0], style.size, first_width - 10)
            for at, line in enumerate(label):
                self._write(_MARGIN, top + at * step, line, style)
            cells = [self._wrapped(cell, style.size, width - 14) for cell in row[1:]]
            for lines, right in zip(cells, right_edges, strict=True):
                for at, line in enumerate(lines):
                    self._write(right - round(self._width(line, style.size)), top + at * step, line, style)
            self.y = top + step * max(map(len, (label, *cells)))
            if number + 1 in grid.small:
                continue
            self.y += 10 if small else 12
            self.pen.line((_MARGIN, self.y - 4, WIDTH - _MARGIN, self.y - 4), _LINE, 2)

    def sign(self, grid: RulingGrid) -> None:
        """A signature line under each column."""
        _, width, right_edges = self._column_layout(grid)
        self.y += 110
        for right in right_edges:
            self.pen.line((right - width + 18, self.y, right, self.y), _INK, 2)
        self._write(_MARGIN, self.y - 30, grid.sign, _TextStyle(24, _SOFT))
        self.y += 16

    @staticmethod
    def _column_layout(grid: RulingGrid) -> tuple[int, int, list[int]]:
        """The width of the first column, that of the others, and the right edge of each other; pixels."""
        count = len(grid.rows[0]) - 1
        width = _INNER * 4 // 5 // count
        first_width = _INNER - width * count
        return first_width, width, [_MARGIN + first_width + width * (at + 1) for at in range(count)]

    def _draw_line(self, line: RulingLine) -> None:
        size = 30
        cite_width, number_width = self._width(line.cite, 22), self._width(line.number, size)
        cite_x = WIDTH - _MARGIN - round(cite_width)
        number_x = WIDTH - _MARGIN - 330 if number_width else cite_x
        tiles_width = len(line.tiles) * (_SMALL_TILE[0] + _GAP)
        rows = self._wrapped(line.text, size, number_x - round(number_width) - _MARGIN - tiles_width - 30)
        if cite_width + 20 > WIDTH - _MARGIN - number_x and number_width:
            number_x = cite_x - 20
        top = self.y + 8
        for at, text in enumerate(rows):
            self._write(_MARGIN, top + at * 40, text, _TextStyle(size, weight=int(line.strong)))
        tiles_x = _MARGIN + round(self._width(rows[-1], size)) + 18
        self._small_tiles(line.tiles, tiles_x, top + (len(rows) - 1) * 40)
        self._write(number_x - round(number_width), top, line.number, _TextStyle(size, weight=1))
        self._write(cite_x, top + 8, line.cite, _TextStyle(22, _SOFT))
        self.y = top + max(len(rows) * 40, 40) + 10
        self.pen.line((_MARGIN, self.y, WIDTH - _MARGIN, self.y), _LINE, 2)

    def _heading(self, text: str) -> None:
        self.y += 22
        self._write(_MARGIN, self.y, text, _TextStyle(26, _SOFT, 1))
        self.y += 42

    def _draw_group(self, group: Sequence[LaidTile], x: int, bottom: int) -> None:
        """One group from the left, its tiles on a line; a stacked tile lies on the one before it."""
        width, height = self.tile
        for tile in group:
            if tile.stacked:
                self._paste(tile.face, self.tile, x - height - _GAP, bottom - 2 * width, turned=True)
                continue
            top = bottom - (width if tile.rotated else height)
            self._paste(tile.face, self.tile, x, top, turned=tile.rotated)
            if tile.won:
                box = (x - 4, bottom - height - 4, x + width + 3, bottom + 3)
                self.pen.rounded_rectangle(box, 10, outline=_GAIN, width=3)
            x += (height if tile.rotated else width) + _GAP

    def _group_width(self, group: Sequence[LaidTile]) -> int:
        width, height = self.tile
        return sum((height if tile.rotated else width) + _GAP for tile in group if not tile.stacked)

    def _paste(self, face: str, size: tuple[int, int], x: int, y: int, *, turned: bool = False) -> None:
        picture = _tile_image(face, size)
        if turned:
            picture = picture.transpose(Image.Transpose.ROTATE_90)
        self.image.paste(picture, (x, y), picture)

    def _centred(self, x: int, y: int, text: str, style: _TextStyle) -> None:
        self._write(x - round(self._width(text, style.size) / 2), y, text, style)

    def _small_tiles(self, faces: Sequence[str], x: int, y: int) -> None:
        for at, face in enumerate(faces):
            self._paste(face, _SMALL_TILE, x + at * (_SMALL_TILE[0] + _GAP), y)

    def _width(self, text: str, size: int) -> float:
        """The width of a text as written, pixels."""
        return self.letters.font(size).getlength(self.letters.fitted(text))

    def _write(self, x: int, y: int, text: str, style: _TextStyle) -> None:
        """Text from a top left corner."""
        size, ink, weight = style
        font, fitted = self.letters.font(size), self.letters.fitted(text)
        self.pen.text((x, y + size), fitted, ink, font, anchor="ls", stroke_width=weight, stroke_fill=ink)

    def _wrapped(self, text: str, size: int, max_width: int) -> list[str]:
        """The text in lines of at most ``max_width`` pixels; Japanese breaks anywhere, Latin at blanks."""
        font = self.letters.font(size)
        lines = [""]
        for piece in _unbreakable_pieces(self.letters.fitted(text[:_MAX_LETTERS])):
            if lines[-1] and font.getlength((lines[-1] + piece).rstrip()) > max_width:
                lines.append("")
            lines[-1] += piece if lines[-1] else piece.lstrip()
            while (letters := _fitting_letters(lines[-1].rstrip(), font, max_width)) < len(
                lines[-1].rstrip()
            ):
                word = lines.pop()  # longer than the line: it is broken at the line's end
                lines += [word[:letters], word[letters:]]
        if len(lines) > _MAX_LINES:
            lines[_MAX_LINES - 1 :] = [f"{lines[_MAX_LINES - 1].rstrip()[:-2]}\N{HORIZONTAL ELLIPSIS}"]
        return [self.letters.fitted(line.rstrip()) for line in lines]


def _fitting_letters(text: str, font: FreeTypeFont, max_width: int) -> int:
    """How many letters of a text fit in ``max_width`` pixels, at least one."""
    if font.getlength(text) <= max_width:
        return len(text)
    return max(
        1, bisect_right(range(len(text)), float(max_width), key=lambda n: font.getlength(text[:n])) - 1
    )


def _unbreakable_pieces(text: str) -> list[str]:
    """The pieces between which a line may break: after a blank, and around each sign that is not Latin."""
    pieces: list[str] = []
    for sign in text:
        if pieces and sign.isascii() and pieces[-1][-1].isascii() and pieces[-1][-1] != " ":
            pieces[-1] += sign
        else:
            pieces.append(sign)
    return pieces


@cache
def _tile_image(face: str, size: tuple[int, int]) -> Image.Image:
    """A tile upright, ``(width, height)`` pixels, RGBA."""
    width, height = size
    scale = 4
    tile = Image.new("RGBA", (width * scale, height * scale), (0, 0, 0, 0))
    box = (0, 0, width * scale - 1, height * scale - 1)
    ImageDraw.Draw(tile).rounded_rectangle(
        box, width * scale // 9, fill=_BACK if face == BACK else _FACE, outline=_EDGE, width=scale
    )
    with Image.open(FOLDER / "png" / f"{face}.png") as file:
        art = file.convert("RGBA").resize(tile.size, Image.Resampling.LANCZOS)
    # The mask keeps the artwork inside the round corners.
    tile.paste(Image.alpha_composite(tile, art), mask=tile.getchannel("A"))
    return tile.resize(size, Image.Resampling.LANCZOS)
