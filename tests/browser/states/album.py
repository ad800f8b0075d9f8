"""Pictures of a page's states, and what an eye would hold against them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

SCHEMES: Final = ("light", "dark")
SIDE_BY_SIDE: Final = (("en", "light"), ("ja", "light"), ("zh", "dark"), ("en", "dark"))
"""The pictures of a sheet, from above."""
MOST_SCREENS: Final = 5
LEAST_TARGET: Final = 43.5
_SHARE: Final = 0.7
"""Of a screen's height, how far it is scrolled for the next picture."""
_SCROLLS: Final = "() => document.querySelector('[data-testid=stMain]') ?? document.scrollingElement"
_COVERED: Final = "Boolean(document.querySelector('.yl-finder'))"
_FAULTS: Final = """least => {
  const shown = each => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const inSight = box => box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight;
  const told = each => `${each.tagName.toLowerCase()}.${each.getAttribute("class") ?? ""}`.slice(0, 60)
    + ` "${(each.innerText ?? each.value ?? "").trim().slice(0, 40)}"`;
  const above = of => of ? [of, ...above(of.parentElement)] : [];
  const floats = each => ["fixed", "sticky", "absolute"].includes(getComputedStyle(each).position);
  const layer = each => above(each).find(floats);
  const overflows = (each, ...kinds) => kinds.includes(getComputedStyle(each).overflowX);
  const found = new Set();
  const hits = (each, x, y) => {
    const top = document.elementFromPoint(x, y);
    return Boolean(top) && (each.contains(top) || top.closest("label") === each);
  };
  // What a finger hits may be more than what an eye sees, and less where something lies over it.
  const room = (each, box) => {
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    if (!hits(each, ...middle)) return [99, 99]; // under a bar, or at the window's edge
    return [0, 1].map(axis => [-1, 1].map(sign => {
      const from = by => middle.map((at, of) => at + (of === axis ? sign * by : 0));
      let far = 0;
      while (far < 40 && hits(each, ...from(far + 1))) far += 1;
      const at = middle[axis] + sign * (far + 1);
      const isBehindBar = layer(document.elementFromPoint(...from(far + 1))) !== layer(each);
      return at < 0 || at > [innerWidth, innerHeight][axis] || isBehindBar ? 40 : far;
    })).map(([before, after]) => before + after + 1);
  };
  const tapped = `a[href], button, summary, select, label:has(input),
    input:not([type=file], [type=hidden], [type=radio], [type=checkbox])`;
  for (const each of document.querySelectorAll(tapped)) {
    const box = each.getBoundingClientRect();
    if (!shown(each) || !inSight(box) || each.closest("p")) continue;
    // Of the tile keys nine share a phone's width.
    const isKey = each.closest('.yd-keys-rows, .yd-keys-row, .yd-faces, [class*="st-key-pad-row-"]');
    const [width, height] = room(each, box);
    if (isKey ? height < least - 3 : Math.min(width, height) < least) {
      found.add(`small, ${width} by ${height}: ${told(each)}`);
    }
  }
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const skips = parent.matches("a") && parent.getBoundingClientRect().top < 2; // to the page's main part
    if (!node.data.trim() || parent.closest("script, style, svg, .yd-spoken") || skips) continue;
    if (!shown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (!inSight(box)) continue;
      texts.push([parent, box]);
      for (const up of above(parent)) {
        if (getComputedStyle(up).textOverflow === "ellipsis" || overflows(up, "auto", "scroll")) break;
        const clip = up.getBoundingClientRect();
        if (up === document.body ? box.right > innerWidth + 1 || box.left < -1
          : overflows(up, "hidden", "clip") && (box.right > clip.right + 2 || box.left < clip.left - 2)) {
          found.add(`cut: ${told(parent)}`);
        }
      }
    }
  }
  texts.forEach(([one, a], at) => texts.slice(at + 1).forEach(([other, b]) => {
    if (one.contains(other) || other.contains(one) || layer(one) !== layer(other)) return;
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 3 && height > 5) found.add(`on each other: ${told(one)} and ${told(other)}`);
  }));
  return [...found];
}"""
_PALE: Final = """async () =>
  (await axe.run({ runOnly: ["color-contrast"], resultTypes: ["violations"] })).violations
  .flatMap(each => each.nodes.map(node => `pale: ${node.html.slice(0, 120)}`))"""


@dataclass
class Album:
    """Pictures in a folder, and a line for each thing that is held against one of them."""

    folder: Path
    faults: list[str] = field(default_factory=list)

    def take(self, page: Page, state: str, language: str) -> None:
        """Picture a state in light and dark, screen by screen, and look for what is wrong with it."""
        if not page.evaluate("'axe' in window"):
            page.evaluate(Axe().axe_script)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.wait_for_timeout(400)
            found = [*page.evaluate(_PALE)]
            screens = []
            for screen in self._screens(page):
                screens.append(screen)
                found += page.evaluate(_FAULTS, LEAST_TARGET)
            cv2.imwrite(str(self.folder / f"{state}-{language}-{scheme}.png"), np.hstack(screens))
            self.faults += [f"{state} {language} {scheme}: {each}" for each in dict.fromkeys(found)]
        page.emulate_media(color_scheme="light")

    def _screens(self, page: Page) -> Iterator[np.ndarray]:
        whole = page.evaluate_handle(_SCROLLS)
        was, length, screen = whole.evaluate("each => [each.scrollTop, each.scrollHeight, each.clientHeight]")
        step = round(_SHARE * screen)
        tops = [was] if page.evaluate(_COVERED) else [*range(0, max(length - screen, 0) + step, step)]
        for top in tops[:MOST_SCREENS]:
            whole.evaluate("(each, top) => { each.scrollTop = top; }", top)
            page.wait_for_timeout(100)
            yield cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        whole.evaluate("(each, top) => { each.scrollTop = top; }", was)

    def sheets(self) -> None:
        """Lay the pictures of each state in several languages and both schemes on one sheet."""
        out = self.folder / "sheets"
        out.mkdir(exist_ok=True)
        for state in sorted({path.name.rsplit("-", 2)[0] for path in self.folder.glob("*.png")}):
            files = [self.folder / f"{state}-{language}-{scheme}.png" for language, scheme in SIDE_BY_SIDE]
            rows = [cv2.imread(str(file)) for file in files if file.is_file()]
            width = max(row.shape[1] for row in rows)
            grey = (128, 128, 128)
            padded = [
                cv2.copyMakeBorder(row, 0, 16, 0, width - row.shape[1], cv2.BORDER_CONSTANT, value=grey)
                for row in rows
            ]
            cv2.imwrite(str(out / f"{state}.png"), np.vstack(padded))
