// Points, quads, boxes and the names of tiles on the photo. A box is [left, top, right, bottom].

export const NAME_SIZE = 14; // pixels
const WIDE = /[^\x00-\x7f]/;

/** The bounding box of quads; null for none. */
export function boundingBox(quads) {
  if (!quads.length) return null;
  const xs = quads.flat().map(point => point[0]);
  const ys = quads.flat().map(point => point[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The box enlarged by this much on every side, within the photo. */
export function enlarged([left, top, right, bottom], by, { width, height }) {
  return [Math.max(0, left - by), Math.max(0, top - by), Math.min(width, right + by), Math.min(height, bottom + by)];
}

/** A tile's size: the mean length of its edges. */
export function sizeOf(quad) {
  return quad.reduce((sum, point, k) => sum + Math.hypot(point[0] - quad[(k + 1) % 4][0],
    point[1] - quad[(k + 1) % 4][1]), 0) / 4;
}

/** The mean of a quad's corners. */
export function centerOf(quad) {
  return [0, 1].map(axis => quad.reduce((sum, corner) => sum + corner[axis], 0) / 4);
}

/** How far a point lies from the centre of a quad. */
export function centerDistance(quad, point) {
  const center = centerOf(quad);
  return Math.hypot(center[0] - point[0], center[1] - point[1]);
}

/** How far a point lies from a quad; 0 within it. */
function distance(quad, [x, y]) {
  let inside = false;
  let least = Infinity;
  quad.forEach(([ax, ay], k) => {
    const [bx, by] = quad[(k + 1) % 4];
    if ((ay > y) !== (by > y) && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay))
      / ((bx - ax) ** 2 + (by - ay) ** 2 || 1)));
    least = Math.min(least, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
  });
  return inside ? 0 : least;
}

/** The tile that a finger at a point means: the one there, else the nearest within reach; undefined for none. */
export function nearest(tiles, point, reach) {
  const [found] = tiles
    .map(tile => ({ tile, edge: distance(tile.quad, point), center: centerDistance(tile.quad, point) }))
    .filter(({ edge }) => edge <= reach)
    .sort((a, b) => a.edge - b.edge || a.center - b.center);
  return found?.tile;
}

/** The view that shows a box whole and centred in a window: screen = photo * scale + (x, y). */
export function viewOf([left, top, right, bottom], [width, height], maxScale = Infinity) {
  const scale = Math.min(width / (right - left), height / (bottom - top), maxScale);
  return { scale, x: (width - (left + right) * scale) / 2, y: (height - (top + bottom) * scale) / 2 };
}

/** The view moved so that the window shows nothing beyond the photo; a smaller photo is centred. */
export function clamped({ scale, x, y }, photo, [width, height]) {
  const place = (start, window, size) => size <= window ? (window - size) / 2 : Math.max(window - size, Math.min(0, start));
  return { scale, x: place(x, width, photo.width * scale), y: place(y, height, photo.height * scale) };
}

/** Whether two boxes overlap. */
function overlap(a, b) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** The width and height of a name, pixels. */
function extent(name) {
  return [[...name].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1 : 0.62), 0) * NAME_SIZE + 4, NAME_SIZE + 2];
}

/** Whether a point lies in a box. */
function holds([left, top, right, bottom], [x, y]) {
  return left < x && x < right && top < y && y < bottom;
}

/**
 * The names that have room, each with its centre: above, below or beside its tile, or on it; legible at any zoom.
 * The most important tiles come first; a name that would cover an earlier one is omitted. Where it can, a name lies
 * on no other tile: in a column of tiles it would be taken for that one's.
 */
export function placeNames(tiles, [width, height]) {
  const occupied = [];
  const names = [];
  for (const { uid, short, box } of tiles) {
    if (!overlap(box, [0, 0, width, height])) continue;
    const [wide, high] = extent(short);
    const [middle, center] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const [above, below, on] = [box[1] - high / 2 - 2, box[3] + high / 2 + 2, center].map(y => [middle, y]);
    const [left, right] = [box[0] - wide / 2 - 2, box[2] + wide / 2 + 2].map(x => [x, center]);
    const isFree = point => !tiles.some(other => other.uid !== uid && holds(other.box, point));
    for (const wanted of [...[above, below, left, right].filter(isFree), above, below, on]) {
      const x = Math.max(wide / 2, Math.min(width - wide / 2, wanted[0]));
      const y = Math.max(high / 2, Math.min(height - high / 2, wanted[1]));
      const place = [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
      if (Math.abs(y - wanted[1]) > high || occupied.some(other => overlap(place, other))) continue;
      occupied.push(place);
      names.push({ uid, short, x, y });
      break;
    }
  }
  return names;
}
