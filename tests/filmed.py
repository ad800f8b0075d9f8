"""A camera that films given pictures, for the viewfinder of either page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.chromium import FLAGS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

SIDE = 1280
LISTEN = """() => {
    window.heard = [];
    new MutationObserver(() => {
        const said = document.querySelector(".yl-finder output")?.value;
        if (said && said !== window.heard.at(-1)) window.heard.push(said);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""Keeps what the viewfinder says, which is gone as soon as the photo is taken."""


def camera(film: Path, *pictures: tuple[Pixels, int]) -> Iterator[str]:
    """The flags of a Chromium whose camera films pictures (BGR), each so many frames at thirty a second."""
    film.write_bytes(b"".join(cv2.imencode(".jpg", each)[1].tobytes() * frames for each, frames in pictures))
    yield from (flag for flag in FLAGS if not flag.startswith("--js-flags"))
    yield from ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    yield f"--use-file-for-fake-video-capture={film}"


def sample(root: Path, name: str = "seven-pairs") -> Pixels:
    """A sample as the camera films it."""
    whole = cv2.imread(str(root / "datasets" / "samples" / f"{name}.jpg"))
    assert whole is not None
    size = (SIDE, round(SIDE * whole.shape[0] / whole.shape[1]))
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)


def glaring(picture: Pixels) -> Pixels:
    """The picture with a lamp's light on its tiles."""
    height, width = picture.shape[:2]
    return np.asarray(
        cv2.circle(picture.copy(), (width // 2, height // 2), width // 15, (255, 255, 255), -1), np.uint8
    )


def covered(picture: Pixels) -> Pixels:
    """The picture with a finger over one tile."""
    out, (height, width) = picture.copy(), picture.shape[:2]
    out[height // 2 :, int(0.3 * width) : int(0.38 * width)] = (110, 140, 200)
    return out
