// A photo searched for tiles: as a whole, then closer where its tiles are small.

import { corners } from "./finder.js";
import { shortSide } from "./reader.js";
import { roundEven, span } from "./pixels.js";

const READ = 0.5;
const REACH = 4;
const SURE = 0.97;
const SAME_PLACE = 0.2;
const LARGER = 1.5;
const FEW = 2;

/** Every tile found on the photo, duplicates still in. */
export async function searched(photo, finder, reader) {
  const settings = finder.settings;
  const size = [photo.width, photo.height];
  const seen = Math.min(settings.long_side / Math.max(...size), settings.most_enlarged);
  const whole = scale => ({ x: 0, y: 0, width: size[0], height: size[1], scale });
  let tiles = await detected(photo, [whole(seen)], [], finder, reader);
  const read = () => tiles.filter(tile => tile.score >= settings.firm_score && Math.max(...tile.faces) >= READ);
  const small = shown => read().filter(tile => shortSide(tile.quad) * shown < settings.small_side);
  let shown = seen;
  if (read().length < settings.few_tiles || closer(photo, small(shown), read().length, shown, settings).length > FEW) {
    const far = read().length < settings.few_tiles ? [whole(seen / 3)] : [];
    shown = Math.min(seen * LARGER, settings.most_enlarged);
    tiles = tiles.concat(await detected(photo, [...far, ...(shown > seen ? [whole(shown)] : [])], tiles, finder, reader));
  }
  const few = read().length < settings.few_tiles;
  const windows = few ? anywhere(photo, seen, settings) : closer(photo, small(shown), read().length, shown, settings);
  if (windows.length) tiles = tiles.concat(await detected(photo, windows, tiles, finder, reader));
  return tiles;
}

/** What some windows show; what was read for sure at the same place is not read again. */
async function detected(photo, windows, known, finder, reader) {
  const boxes = await finder.find(photo, windows);
  const sure = known.filter(tile => Math.max(...tile.faces) >= SURE);
  const found = boxes.map(box => {
    const quad = corners(box);
    const before = sure.find(tile => apart(quad, tile.quad) < SAME_PLACE);
    return before ? { ...before, score: box[5] } : { quad, score: box[5], faces: null };
  });
  const open = found.filter(tile => !tile.faces);
  const named = await reader.read(photo, open.map(tile => tile.quad));
  open.forEach((tile, k) => Object.assign(tile, named[k]));
  return found;
}

/** How far the corners of two quads lie apart, whichever comes first, in short sides. */
function apart(quad, other) {
  const turns = [0, 1, 2, 3].map(turn => quad.reduce((sum, point, k) => sum + span(point, other[(k + turn) % 4]), 0) / 4);
  return Math.min(...turns) / Math.max(Math.min(shortSide(quad), shortSide(other)), 1e-6);
}

/** Windows about small tiles, in which they are shown larger. */
function closer(photo, small, read, seen, settings) {
  if (!small.length) return [];
  const sides = small.map(tile => shortSide(tile.quad)).sort((a, b) => a - b);
  const half = sides.length >> 1;
  const tile = sides.length % 2 ? sides[half] : (sides[half - 1] + sides[half]) / 2;
  const scale = Math.max(seen, Math.min(settings.good_side / tile, settings.most_enlarged));
  const most = 2 * small.length > read ? settings.most_windows : FEW;
  const middles = small.map(({ quad }) => [0, 1].map(k => quad.reduce((sum, point) => sum + point[k], 0) / 4));
  const [xs, ys] = [0, 1].map(k => middles.map(point => point[k]));
  const area = [Math.max(0, Math.floor(Math.min(...xs) - REACH * tile)), Math.max(0, Math.floor(Math.min(...ys) - REACH * tile)),
    Math.min(photo.width, Math.ceil(Math.max(...xs) + REACH * tile)), Math.min(photo.height, Math.ceil(Math.max(...ys) + REACH * tile))];
  return cover(area, tile, scale, settings, most);
}

function anywhere(photo, seen, settings) {
  const scale = Math.min(seen * 2, settings.most_enlarged);
  if (scale <= seen) return [];
  return cover([0, 0, photo.width, photo.height], settings.good_side / scale, scale, settings, settings.most_windows);
}

function cover([x0, y0, x1, y1], tile, wanted, settings, most) {
  for (let scale = wanted; ; scale *= 0.9) {
    const side = settings.long_side / scale;
    const [columns, rows] = [spans(x0, x1, side, 3 * tile), spans(y0, y1, side, 3 * tile)];
    if (columns.length * rows.length > most) continue;
    return rows.flatMap(([top, bottom]) => columns.map(([left, right]) =>
      ({ x: left, y: top, width: right - left, height: bottom - top, scale })));
  }
}

function spans(start, stop, side, wanted) {
  const length = stop - start;
  if (length <= side) return [[start, stop]];
  const overlap = Math.min(wanted, side / 2);
  const count = Math.ceil((length - overlap) / (side - overlap));
  const step = (length - side) / (count - 1);
  return Array.from({ length: count }, (_, k) => {
    const left = roundEven(start + k * step);
    return [left, Math.min(stop, left + Math.ceil(side))];
  });
}
