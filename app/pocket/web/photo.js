// The photo that the page shows. Where it is read smaller, a smaller file stands for it: else the whole is
// decoded again to show it, and held as long, 0.4 GB for one of 100 megapixels.

import { isCutOff, shrinkOf, smaller, unconverted } from "./pixels.js";

export class ShownPhoto {
  constructor() {
    Object.assign(this, { id: null, made: Promise.resolve(null) });
  }

  /** Show the photo of a hand by its number, in place of the one before: its file and address, and where that file is a
   * smaller one, `of` says how many times, and how large the photo is. It is made once for a hand. */
  show(id, blob) {
    const [before, isSame] = [this.made, this.id === id];
    this.id = id;
    return this.made = before.then(shown => {
      if (isSame && shown?.of) return shown;
      if (shown) URL.revokeObjectURL(shown.url);
      return made(blob);
    });
  }

  /** Show none. */
  hide() {
    this.id = null;
    this.made = this.made.then(shown => { if (shown) URL.revokeObjectURL(shown.url); });
  }
}

/** What cannot be shown is handed on as it is: whoever reads it says that it is no picture. */
async function made(blob) {
  const url = URL.createObjectURL(blob);
  try {
    const image = await loaded(url);
    const [wide, high] = [image.naturalWidth, image.naturalHeight];
    const shrink = shrinkOf(wide, high);
    if (shrink === 1 || await isCutOff(blob)) return { blob, url };
    // An image may still be drawn where the whole cannot be had at once.
    const file = await smaller(await unconverted(blob).catch(() => image), shrink);
    URL.revokeObjectURL(url);
    return { blob: file, url: URL.createObjectURL(file), of: { shrink, wide, high } };
  } catch {
    return { blob, url };
  }
}

/** A picture whose size is known; nothing of it is decoded before it is drawn. */
function loaded(url) {
  const image = new Image();
  return new Promise((resolve, reject) => Object.assign(image, { onload: () => resolve(image), onerror: reject, src: url }));
}
