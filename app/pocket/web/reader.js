// What each tile shows, which edge is its top, and where its corners are. A tile is { quad, score, faces, ups }.

import { CROP, crop, fromCrop, mapped, span } from "./pixels.js";

const SETTLED = 0.1;
const CLEAR = 0.95;
const NOTHING = 0.2;
const KNOWN = 0.97;
const UNREADABLE = 0.3;
const SIZES = [0.93, 1.07];
const CLOSER = [0.78, 0.85, 0.92];
const SIZE = 3 * CROP.width * CROP.height;

export class Reader {
  constructor(session, ort, settings) {
    Object.assign(this, { session, ort, settings });
  }

  /** Read the finder's quads, and once more those that were corrected by much or read in doubt. */
  async read(photo, quads) {
    const once = await this.once(photo, quads);
    const seen = once.map((tile, k) => sane(tile.quad, quads[k]));
    const again = once.map((tile, k) => k).filter(k => {
      const moved = Math.max(...seen[k].map((point, c) => span(point, quads[k][c])));
      const best = Math.max(...once[k].faces);
      return (moved >= SETTLED * shortSide(quads[k]) || best < CLEAR) && best >= NOTHING;
    });
    const twice = await this.once(photo, again.map(k => seen[k]));
    const read = once.map((tile, k) => ({ ...tile, quad: seen[k] }));
    again.forEach((k, at) => { read[k] = { ...twice[at], quad: sane(twice[at].quad, seen[k]) }; });
    return read;
  }

  /** Doubtful faces as the mean of what several crops say. */
  async averaged(photo, tiles) {
    const best = tiles.map(tile => Math.max(...tile.faces));
    const doubtful = tiles.filter((_, k) => best[k] < KNOWN && best[k] >= UNREADABLE);
    const unreadable = tiles.filter((_, k) => best[k] < UNREADABLE);
    const others = await this.crops(photo, doubtful.map(({ quad }) => [
      [...quad.slice(2), ...quad.slice(0, 2)], ...SIZES.map(size => sized(quad, size))]));
    const closer = await this.crops(photo, unreadable.map(({ quad }) => CLOSER.map(size => sized(quad, size))));
    doubtful.forEach((tile, k) => { tile.faces = mean([tile.faces, ...others[k]]); });
    unreadable.forEach((tile, k) => {
      const faces = mean(closer[k]);
      if (Math.max(...faces) >= UNREADABLE) tile.faces = faces;
    });
  }

  async crops(photo, quads) {
    const said = await this.once(photo, quads.flat());
    return quads.map(group => said.splice(0, group.length).map(tile => tile.faces));
  }

  async once(photo, quads) {
    const found = [];
    for (let start = 0; start < quads.length; start += this.settings.batch) {
      const part = quads.slice(start, start + this.settings.batch);
      const data = new Float32Array(part.length * SIZE);
      part.forEach((quad, k) => crop(photo, quad, data, k * SIZE));
      const feeds = { crops: new this.ort.Tensor("float32", data, [part.length, 3, CROP.height, CROP.width]) };
      const said = await this.session.run(feeds, ["faces", "ups", "corners", "present"]);
      part.forEach((quad, k) => found.push(this.tile(quad, k, said)));
    }
    return found;
  }

  tile(quad, k, { faces, ups, corners, present }) {
    const count = faces.dims[1];
    const there = 1 / (1 + Math.exp(-Math.min(Math.max(present.data[k], -30), 30)));
    const shown = softmax(faces.data.subarray(k * count, (k + 1) * count), this.settings.face_temperature);
    const map = fromCrop(quad);
    const seen = [0, 1, 2, 3].map(c => [corners.data[k * 8 + c * 2] * CROP.width, corners.data[k * 8 + c * 2 + 1] * CROP.height]);
    return {
      faces: shown.map(face => face * there + (1 - there) / count),
      ups: softmax(ups.data.subarray(k * 4, k * 4 + 4), this.settings.up_temperature),
      quad: seen.map(point => mapped(map, point)),
    };
  }
}

export function softmax(logits, temperature) {
  const values = [...logits].map(value => value / temperature);
  const safe = values.every(Number.isFinite) ? values : values.map(() => 0);
  const most = Math.max(...safe);
  const powers = safe.map(value => Math.exp(value - most));
  const whole = powers.reduce((sum, power) => sum + power, 0);
  return powers.map(power => power / whole);
}

function mean(rows) {
  return rows[0].map((_, k) => rows.reduce((sum, row) => sum + row[k], 0) / rows.length);
}

function sized(quad, size) {
  const [x, y] = [0, 1].map(side => quad.reduce((sum, point) => sum + point[side], 0) / 4);
  return quad.map(([u, v]) => [x + (u - x) * size, y + (v - y) * size]);
}

export function shortSide(quad) {
  const edge = k => span(quad[k], quad[(k + 1) % 4]);
  return Math.min(edge(0) + edge(2), edge(1) + edge(3)) / 2;
}

/** `seen` where it is a plausible correction: convex, and between half and twice as large. */
function sane(seen, before) {
  if (!seen.flat().every(Number.isFinite)) return before;
  const ratio = area(seen) / Math.max(area(before), 1e-6);
  const convex = seen.every((_, k) => {
    const [a, b, c] = [0, 1, 2].map(step => seen[(k + step) % 4]);
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0;
  });
  return convex && ratio >= 0.5 && ratio <= 2 ? seen : before;
}

function area([a, b, c, d]) {
  return ((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])) / 2;
}
