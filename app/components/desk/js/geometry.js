// Points, quads and boxes on the photo. A box is [left, top, right, bottom].

/** The box around some quads; null around none. */
export function around(quads) {
  if (!quads.length) return null;
  const xs = quads.flat().map(point => point[0]);
  const ys = quads.flat().map(point => point[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The box enlarged by so much on every side, within the photo. */
export function grown([left, top, right, bottom], by, { width, height }) {
  return [Math.max(0, left - by), Math.max(0, top - by), Math.min(width, right + by), Math.min(height, bottom + by)];
}

/** A tile's size: the mean of its edges. */
export function sizeOf(quad) {
  return quad.reduce((sum, point, k) => sum + Math.hypot(point[0] - quad[(k + 1) % 4][0],
    point[1] - quad[(k + 1) % 4][1]), 0) / 4;
}

export function middle(quad) {
  return [0, 1].map(axis => quad.reduce((sum, point) => sum + point[axis], 0) / 4);
}

/** How far a point lies from a quad; 0 within it. */
export function distance(quad, [x, y]) {
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

/** The tile that a finger at a point means: the one there, else the nearest within reach; null where none is. */
export function nearest(tiles, point, reach) {
  const near = tiles
    .map(tile => ({ tile, far: distance(tile.quad, point), mid: Math.hypot(...middle(tile.quad).map((c, k) => c - point[k])) }))
    .filter(({ far }) => far <= reach)
    .sort((a, b) => a.far - b.far || a.mid - b.mid);
  return near.length ? near[0].tile : null;
}

/** The move and scale that show a box whole and centred in a window: screen = photo * scale + (x, y). */
export function fitted([left, top, right, bottom], [width, height], mostScale = Infinity) {
  const scale = Math.min(width / (right - left), height / (bottom - top), mostScale);
  return { scale, x: (width - (left + right) * scale) / 2, y: (height - (top + bottom) * scale) / 2 };
}

/** The view kept on the photo: no side of the window shows what lies beyond it, where the photo is large enough. */
export function kept(view, photo, [width, height]) {
  const place = (at, seen, whole) => whole <= seen ? (seen - whole) / 2 : Math.max(seen - whole, Math.min(0, at));
  return { scale: view.scale, x: place(view.x, width, photo.width * view.scale),
    y: place(view.y, height, photo.height * view.scale) };
}

/** Whether two boxes overlap. */
export function overlap(a, b) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}
