// Where tiles lie: the finder's output as oriented boxes in photo pixels, each tile once. A box is [cx, cy, w, h, angle, score].

import { letterbox } from "./pixels.js";

const MOST_CANDIDATES = 1000;

export class Finder {
  constructor(session, ort, settings) {
    Object.assign(this, { session, ort, settings });
  }

  /** The boxes of one window, each once, without those that its edge cuts. */
  async look(photo, window) {
    const { data, dims, scale } = letterbox(photo, window);
    const feeds = { images: new this.ort.Tensor("float32", data, dims) };
    const output = Object.values(await this.session.run(feeds))[0];
    const found = rows(output, this.settings.min_score).map(([cx, cy, w, h, angle, score]) => {
      const mean = (scale[0] + scale[1]) / 2;
      return upright([cx / scale[0] + window.x, cy / scale[1] + window.y, w / mean, h / mean, angle, score]);
    });
    return suppressed(found, this.settings.most_overlap).filter(box => inside(box, window, photo));
  }

  async find(photo, windows) {
    const looks = [];
    for (const window of windows) looks.push(await this.look(photo, window));
    const every = looks.length === 1 ? looks[0] : suppressed(looks.flat(), this.settings.most_overlap);
    return every.slice(0, this.settings.most_tiles);
  }
}

/** The boxes of an output (1, 6, A) that score well enough, best first. */
function rows({ data, dims }, least) {
  const count = dims[2];
  const found = [];
  for (let k = 0; k < count; k += 1) {
    const score = data[4 * count + k];
    const box = [data[k], data[count + k], data[2 * count + k], data[3 * count + k], data[5 * count + k], score];
    if (score >= least && box[2] > 0 && box[3] > 0 && box.every(Number.isFinite)) found.push(box);
  }
  return found.sort((a, b) => b[5] - a[5]).slice(0, MOST_CANDIDATES);
}

/** The long side as height, the angle within a half turn. */
export function upright([cx, cy, w, h, angle, score]) {
  if (w > h) [w, h, angle] = [h, w, angle + Math.PI / 2];
  const turned = (Math.PI / 2 - angle) % Math.PI;
  return [cx, cy, w, h, Math.PI / 2 - (turned < 0 ? turned + Math.PI : turned), score];
}

/** The four corners, clockwise as seen, the first edge being the short side. */
export function corners([cx, cy, w, h, angle]) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => [cx + (a * c * w - b * s * h) / 2, cy + (a * s * w + b * c * h) / 2]);
}

function spread([, , w, h, angle]) {
  const [c, s, vw, vh] = [Math.cos(angle), Math.sin(angle), w * w / 12, h * h / 12];
  return [vw * c * c + vh * s * s, vw * s * s + vh * c * c, (vw - vh) * c * s];
}

/** How far two boxes overlap, taken as Gaussians: one minus the Hellinger distance. */
export function overlap(one, other) {
  const [[a, b, c], [d, e, f]] = [spread(one), spread(other)];
  const [p, q, r] = [a + d, b + e, c + f];
  const whole = p * q - r * r + 1e-12;
  const [dx, dy] = [one[0] - other[0], one[1] - other[1]];
  const apart = (p * dy * dy + q * dx * dx - 2 * r * dx * dy) / whole / 4;
  const own = Math.sqrt(Math.max(a * b - c * c, 0) * Math.max(d * e - f * f, 0));
  const unlike = 0.5 * Math.log(whole / (4 * own + 1e-12) + 1e-12);
  return 1 - Math.sqrt(1 - Math.exp(-Math.min(Math.max(apart + unlike, 0), 100)));
}

/** Greedy suppression; a box of another size than those about it gives way to them. */
export function suppressed(boxes, most) {
  const kept = greedy(boxes, boxes.map(box => box[5]), most);
  return greedy(boxes, boxes.map(box => box[5] * likeness(box, kept)), most);
}

function greedy(boxes, order, most) {
  const kept = [];
  const ranked = boxes.map((box, k) => [box, order[k]]).sort((a, b) => b[1] - a[1]);
  for (const [box] of ranked) if (kept.every(other => overlap(box, other) <= most)) kept.push(box);
  return kept;
}

const ENOUGH = 2;
const FREE = 0.15;
const SPREAD = 0.2;

/** How usual a box's size is beside the median of its neighbours'; 1 where too few lie about it. */
function likeness(box, others) {
  const size = Math.log(box[2] * box[3]);
  const near = others.filter(other => {
    const apart = Math.hypot(box[0] - other[0], box[1] - other[1]);
    return apart > 0.75 * Math.min(box[2], other[2]) && apart < 4 * box[3];
  }).map(other => Math.log(other[2] * other[3])).sort((a, b) => a - b);
  if (near.length <= ENOUGH) return 1;
  const beyond = Math.max(Math.abs(size - near[near.length >> 1]) - FREE, 0);
  return Math.exp(-((beyond / SPREAD) ** 2) / 2);
}

/** Whether a box is whole: at a window's inner edge it is cut, and whole in the next window. */
function inside([x, y, w, h], window, photo) {
  const near = Math.min(w, h) * 0.4;
  const [right, below] = [window.x + window.width, window.y + window.height];
  return !((window.x > 0 && x - window.x < near) || (window.y > 0 && y - window.y < near) ||
    (right < photo.width && right - x < near) || (below < photo.height && below - y < near));
}
