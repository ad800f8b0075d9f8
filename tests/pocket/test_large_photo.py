"""A photo that is read smaller is shown as it is read; it is kept whole, and its tiles lie on the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2

from tests.pocket.reading import read_in_browser

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

TIMES: Final = 5
"""As many times as large as the sample, a photo has 19 megapixels."""
NOTES: Final = """() => {
    const [made, create] = [window.widths = [], window.createImageBitmap];
    window.createImageBitmap = async (...asked) => {
        const bitmap = await create(...asked);
        made.push(bitmap.width);
        return bitmap;
    };
}"""
"""Notes how wide each photo is that the page decodes."""
SHOWN: Final = """() => new Promise(done => {
    indexedDB.open("yakulens-pocket").onsuccess = ({ target: { result } }) => {
        const asked = result.transaction("hands").objectStore("hands").getAll();
        asked.onsuccess = () => {
            result.close();
            const { blob, kept } = asked.result.at(-1);
            done([window.widths.at(-1), JSON.parse(kept).photo.width, blob.size]);
        };
    };
})"""
"""How wide the photo is that was decoded last, how wide the photo is, and how many bytes of it are kept."""
TILES: Final = """() => [...document.querySelectorAll("#desk svg polygon")].map(tile => {
    const { left, right } = tile.getBoundingClientRect();
    return (left + right) / 2 / innerWidth;
}).sort()"""
"""Where tiles lie across the window, from its left to its right."""


def test_a_photo_that_is_read_smaller_is_shown_so_and_kept_whole(
    phone: Page, root: Path, tmp_path: Path
) -> None:
    sample = root / "datasets" / "samples" / "seven-pairs.jpg"
    pixels = cv2.imread(str(sample))
    assert pixels is not None
    large = tmp_path / "large.jpg"
    cv2.imwrite(str(large), cv2.resize(pixels, None, fx=TIMES, fy=TIMES, interpolation=cv2.INTER_CUBIC))
    phone.evaluate(NOTES)
    phone.add_init_script(f"({NOTES})()")
    read_in_browser(phone, sample)
    small = phone.evaluate(TILES)
    found = read_in_browser(phone, large)
    width = TIMES * pixels.shape[1]
    for _ in range(2):
        assert phone.evaluate(SHOWN) == [width // 2, width, large.stat().st_size]
        places = phone.evaluate(TILES)
        assert len(places) == len(small)
        assert max(abs(one - other) for one, other in zip(places, small, strict=True)) < 1 / 100
        phone.reload()
        phone.locator("#desk svg polygon").first.wait_for()
    corners = [corner for tile in found["reading"]["tiles"] for corner in tile["quad"]]
    assert width / 2 < max(x for x, _ in corners) < width
