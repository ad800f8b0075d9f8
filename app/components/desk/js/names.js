// Places the names of tiles on the photo: legible at any zoom, on no other name, within the window.

import { overlap } from "./geometry.js";

const SIZE = 14;
const WIDE = /[^\x00-\x7f]/;

/** The width and height of a name, pixels. */
function extent(name) {
  return [[...name].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1 : 0.62), 0) * SIZE + 4, SIZE + 2];
}

/**
 * The names that have room, each with its centre: above its tile, below, or on it.
 * Tiles come with the most important first; a name that would cover an earlier one is left out.
 */
export function placeNames(tiles, [width, height]) {
  const occupied = [];
  const names = [];
  for (const { uid, short, box } of tiles) {
    if (!overlap(box, [0, 0, width, height])) continue;
    const [wide, high] = extent(short);
    const x = Math.max(wide / 2, Math.min(width - wide / 2, (box[0] + box[2]) / 2));
    const heights = [box[1] - high / 2 - 2, box[3] + high / 2 + 2, (box[1] + box[3]) / 2];
    for (const wanted of heights) {
      const y = Math.max(high / 2, Math.min(height - high / 2, wanted));
      const place = [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
      if (Math.abs(y - wanted) > high || occupied.some(other => overlap(place, other))) continue;
      occupied.push(place);
      names.push({ uid, short, x, y });
      break;
    }
  }
  return names;
}

export const NAME_SIZE = SIZE;
