"""Other ways to write tiles, as `scorer.tile` writes them: Unicode's tiles, Japanese and Chinese names.

A name is a number with its suit, 三筒, several numbers with one suit, 二三四萬, or an honour, 東 or 发财.
A red five has 赤 or 红 before it: 赤五索. Unicode has each tile as one sign, U+1F000 to U+1F021.
"""

import re
import unicodedata
from typing import Final

_ORDER: Final = (
    *("1z", "2z", "3z", "4z", "7z", "6z", "5z"),
    *(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)),
)
"""The tiles in the order of Unicode: winds, red, green and white dragon, characters, bamboo, circles."""
_PLAIN: Final[dict[str, str]] = {
    **{chr(0x1F000 + at): tile for at, tile in enumerate(_ORDER)},
    **{sign: f"{rank}p" for rank, sign in enumerate("①②③④⑤⑥⑦⑧⑨", 1)},
    **dict(zip("東南西北白發中", ("1z", "2z", "3z", "4z", "5z", "6z", "7z"), strict=True)),
    **dict.fromkeys(("发", "発", "發財", "发财"), "6z"),
    **dict.fromkeys(("紅中", "红中"), "7z"),
    "东": "1z",
    "白板": "5z",
}
_RED: Final = "赤紅红"
_TILES: Final = _PLAIN | {
    f"{red}{sign}": f"0{tile[1]}"
    for red in _RED
    for sign, tile in _PLAIN.items()
    if tile in {"5m", "5p", "5s"}
}
"""What is a tile by itself, or with the word red before it."""
_PARTS: Final = {
    **dict(zip("一二三四五六七八九", "123456789", strict=True)),
    **{f"{red}{five}": "0" for red in _RED for five in ("五", "5", "\uff15")},
    **dict.fromkeys("萬万", "m"),
    **dict.fromkeys("筒饼餅", "p"),
    **dict.fromkeys("索条條", "s"),
    "字": "z",
    **dict.fromkeys("子牌風风\ufe0e\ufe0f", ""),
}
"""Numbers and suits; and what adds nothing: 萬子, 東風, and the signs that ask for a picture or for text."""
_WORD: Final = re.compile(
    "|".join(sorted({*_TILES, *_PARTS}, key=len, reverse=True)) + "|.",
    re.DOTALL,
)


def spelt(text: str) -> tuple[str, str]:
    """The text in the notation of `scorer.tile`, and the first numbers before a tile that have no suit.

    What is no name of a tile stays as it is, with full-width signs as usual ones. There are such numbers only
    if something is wrong: `12東` names no suit for its 12.

    >>> spelt("二三四萬 赤5筒 東東 +🀄")[0], spelt("12東")
    ('234m 0p 1z1z +7z', ('121z', '12'))
    """
    written, numbers, stranded = "", "", ""
    for word in _WORD.findall(text):
        tile = _TILES.get(word)
        if tile:
            stranded, numbers = stranded or numbers, ""
        part = tile or _PARTS.get(word, unicodedata.normalize("NFKC", word))
        if not tile and part and not part.isspace():
            numbers = numbers + part if "0" <= part <= "9" else ""
        written += part
    return written, stranded
