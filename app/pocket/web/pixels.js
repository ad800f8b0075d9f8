// A photo as pixels: decoded upright, halved, mirrored, scaled and recoloured for a network, and a tile's quad
// rectified.

import { bitmapOf } from "./web/desk/bitmap.js";

const MOST_PIXELS = 13.2e6; // larger photos are made smaller, a whole number of times; 4032 by 3024 and 4160 by 3120 are usual
const MARK = 0xff; // in a JPEG, before what kind of segment follows
const TAIL = 2 ** 16; // bytes of a JPEG among which its picture ends, nearly always
const QUALITY = 0.95; // of a JPEG file of such a smaller photo

/** How many times smaller a photo of this size is read. */
export const shrinkOf = (wide, high) => Math.ceil(Math.sqrt(wide * high / MOST_PIXELS));

/** A photo's RGBA pixels, and how many of the file's pixels one of them is. Throws "no_picture" if it is no photo here, and
 * "cut_off" if its file ends too early. */
export async function decoded(blob) {
  if (await isCutOff(blob)) throw new Error("cut_off");
  const bitmap = await unconverted(blob).catch(() => { throw new Error("no_picture"); });
  const { width: wide, height: high } = bitmap;
  const shrink = shrinkOf(wide, high);
  return { photo: pixels(bitmap, shrink), shrink, wide, high };
}

/** Whether a JPEG's picture has no end, as `yakulens.vision.picture.jpeg` sees it: Firefox and WebKit fill the rest with grey.
 * Only a file that does not end with it is read whole. */
export async function isCutOff(blob) {
  const part = async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer());
  const [first, second] = await part(0, 2);
  if (first !== MARK || second !== 0xd8) return false;
  let at = 2; // segments, one of which may hold a whole thumbnail, lie before the picture
  for (;;) {
    const [mark, kind, high, low] = await part(at, at + 4);
    if (mark !== MARK || kind === 0xda) break;
    at += kind === MARK ? 1 : 2 + (high << 8 | low);
  }
  for (const from of [Math.max(at, blob.size - TAIL), at]) {
    const bytes = await part(from, blob.size);
    for (let here = bytes.indexOf(MARK); here >= 0; here = bytes.indexOf(MARK, here + 1)) if (bytes[here + 1] === 0xd9) return false;
  }
  return true;
}

/** A picture in the colours of its file, as Python has them, which reads no profile. */
export const unconverted = blob => bitmapOf(blob, { colorSpaceConversion: "none" });

/** A picture, unchanged or so many times smaller. */
export function pixels(bitmap, shrink = 1) {
  const pen = drawn(bitmap, shrink);
  const { width, height } = pen.canvas;
  const { data } = pen.getImageData(0, 0, width, height);
  free(pen.canvas);
  return new Photo(data, width, height);
}

/** A picture as a file, so many times smaller. */
export async function smaller(picture, shrink) {
  const { canvas } = drawn(picture, shrink);
  try {
    return await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
  } finally {
    free(canvas);
  }
}

/** A bitmap, which is closed, or an image on a canvas, so many times smaller; returns the canvas's pen. */
function drawn(picture, shrink) {
  const [width, height] = [picture.width, picture.height].map(side => Math.floor(side / shrink));
  const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, width * shrink, height * shrink, 0, 0, width, height);
  picture.close?.();
  return pen;
}

/** A canvas's pixels are freed at once. */
function free(canvas) {
  canvas.width = canvas.height = 0;
}

/** A photo and its halves. */
export class Photo {
  constructor(data, width, height, next = half) {
    Object.assign(this, { data, width, height, next, levels: [{ data, width, height }] });
  }

  /** The photo, or its mirror image, made once. */
  shown({ mirrored }) {
    if (!mirrored) return this;
    const flip = depth => flipped(this.level(2 ** depth)[0]);
    return this.mirror ??= new Photo(flip(0).data, this.width, this.height, (_, depth) => flip(depth));
  }

  /** The smallest level that is at most `shrink` times smaller, and how many photo pixels one of its pixels is. */
  level(shrink) {
    let depth = 0;
    while (2 ** (depth + 1) <= shrink && Math.min(this.width, this.height) >> depth > 1) depth += 1;
    while (this.levels.length <= depth) this.levels.push(this.next(this.levels.at(-1), this.levels.length));
    return [this.levels[depth], 2 ** depth];
  }
}

function flipped({ data, width, height }) {
  const [from, made] = [new Uint32Array(data.buffer, data.byteOffset, width * height), new Uint32Array(width * height)];
  for (let y = 0; y < height * width; y += width) made.set(from.slice(y, y + width).reverse(), y);
  return { data: new Uint8ClampedArray(made.buffer), width, height };
}

function half({ data, width, height }) {
  const [wide, high] = [width >> 1, height >> 1];
  const made = new Uint8ClampedArray(wide * high * 4);
  for (let y = 0, to = 0; y < high; y += 1) {
    let from = 2 * y * width * 4;
    let below = from + width * 4;
    for (let x = 0; x < wide; x += 1, from += 8, below += 8, to += 4) {
      for (let c = 0; c < 3; c += 1) {
        made[to + c] = (data[from + c] + data[from + 4 + c] + data[below + c] + data[below + 4 + c] + 2) >> 2;
      }
    }
  }
  return { data: made, width: wide, height: high };
}

/** For each of `count` places along a line, the pixels it covers with weights: by area to shrink, linear to enlarge. */
function shares(from, length, count, limit) {
  const step = length / count;
  return Array.from({ length: count }, (_, k) => {
    const found = [];
    if (step >= 1) {
      const [low, high] = [k * step, Math.min((k + 1) * step, length)];
      for (let at = Math.floor(low); at < Math.min(Math.ceil(high), length); at += 1) {
        found.push([from + at, (Math.min(at + 1, high) - Math.max(at, low)) / (high - low)]);
      }
    } else {
      const at = Math.max((k + 0.5) * step - 0.5, 0);
      const low = Math.min(Math.floor(at), length - 1);
      found.push([from + low, 1 - (at - low)], [from + Math.min(low + 1, length - 1), at - low]);
    }
    return found.filter(([at, share]) => share > 1e-6 && at < limit);
  });
}

/** A part of a level as so many columns and rows: `put` gets each pixel's place and its channels. */
function resized(level, { left, top, wide, high }, { width, height }, put) {
  const across = shares(left, wide, width, level.width);
  const down = shares(top, high, height, level.height);
  const strip = new Float32Array(level.width * 3);
  for (let y = 0; y < height; y += 1) {
    strip.fill(0);
    for (const [row, share] of down[y]) {
      const end = (row * level.width + left + wide) * 4;
      for (let at = (row * level.width + left) * 4, to = left * 3; at < end; at += 4, to += 3) {
        strip[to] += level.data[at] * share;
        strip[to + 1] += level.data[at + 1] * share;
        strip[to + 2] += level.data[at + 2] * share;
      }
    }
    for (let x = 0; x < width; x += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (const [column, share] of across[x]) {
        red += strip[column * 3] * share;
        green += strip[column * 3 + 1] * share;
        blue += strip[column * 3 + 2] * share;
      }
      put(x, y, Math.round(red), Math.round(green), Math.round(blue));
    }
  }
}

/** A window of the photo for the finder: planes of 0..1, grey beyond it, and the true scales. */
export function letterbox(photo, window, { negative = false } = {}, { stride = 32, least = 128, grey = 114 } = {}) {
  const width = Math.max(1, roundEven(window.width * window.scale));
  const height = Math.max(1, roundEven(window.height * window.scale));
  const [level, factor] = photo.level(window.width / width);
  const [left, top] = [window.x / factor, window.y / factor].map(Math.floor);
  const wide = Math.min(Math.floor(window.width / factor), level.width - left);
  const high = Math.min(Math.floor(window.height / factor), level.height - top);
  const [columns, rows] = [width, height].map(side => Math.ceil(Math.max(side, least) / stride) * stride);
  const plane = rows * columns;
  const out = new Float32Array(3 * plane);
  resized(level, { left, top, wide, high }, { width, height }, (x, y, red, green, blue) => {
    const to = y * columns + x;
    out[to] = red / 255;
    out[plane + to] = green / 255;
    out[2 * plane + to] = blue / 255;
  });
  tint(out, 0, plane, { negative });
  for (let to = 0; to < plane; to += 1) {
    if (to % columns >= width || to >= height * columns) out[to] = out[plane + to] = out[2 * plane + to] = grey / 255;
  }
  return { data: out, dims: [1, 3, rows, columns], scale: [width / window.width, height / window.height] };
}

/** A smaller copy of a photo in another light, with noise: a square of three channels, repeated over it. */
export function altered(photo, { height, width, light, noise }) {
  const [data, side] = [new Uint8ClampedArray(width * height * 4), Math.sqrt(noise.length / 3)];
  const part = { left: 0, top: 0, wide: photo.width, high: photo.height };
  resized(photo.level(1)[0], part, { width, height }, (x, y, ...channels) => {
    const [to, from] = [(y * width + x) * 4, ((y % side) * side + x % side) * 3];
    channels.forEach((channel, k) => { data[to + k] = channel * light[k] + noise[from + k]; }); // rounded and clamped
    data[to + 3] = 255;
  });
  return new Photo(data, width, height);
}

/** Python rounds halves to the even neighbour. */
export function roundEven(value) {
  const whole = Math.floor(value);
  if (value - whole !== 0.5) return Math.round(value);
  return whole % 2 ? whole + 1 : whole;
}

// Colours as in OpenCV: L, a and b in 8-bit steps, of linear light.
const LIGHT = Float32Array.from({ length: 256 }, (_, step) => (step /= 255) <= 0.04045 ? step / 12.92 : ((step + 0.055) / 1.055) ** 2.4);
const root = light => light > 0.008856 ? Math.cbrt(light) : 7.787 * light + 16 / 116;
const power = value => value > 0.206893 ? value ** 3 : (value - 16 / 116) / 7.787;
const step = light => Math.round(255 * Math.min(Math.max(light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055, 0), 1));

/** Invert planes of 0..1 with hues kept, and turn them grey. */
export function tint(out, from, plane, { negative, grey }) {
  for (let at = from; (negative || grey) && at < from + plane; at += 1) {
    let [red, green, blue] = [0, 1, 2].map(k => Math.round(255 * out[at + k * plane]));
    if (negative) {
      const [r, g, b] = [LIGHT[red], LIGHT[green], LIGHT[blue]];
      const y = 0.212671 * r + 0.71516 * g + 0.072169 * b;
      const across = Math.round(500 * (root((0.412453 * r + 0.35758 * g + 0.180423 * b) / 0.950456) - root(y)));
      const along = Math.round(200 * (root(y) - root((0.019334 * r + 0.119193 * g + 0.950227 * b) / 1.088754)));
      const dark = 100 - Math.round(2.55 * (116 * root(y) - 16)) / 2.55;
      const middle = (dark + 16) / 116;
      const [x, v, z] = [0.950456 * power(middle + across / 500), power(middle), 1.088754 * power(middle - along / 200)];
      [red, green, blue] = [3.240479 * x - 1.53715 * v - 0.498535 * z, -0.969256 * x + 1.875991 * v + 0.041556 * z,
        0.055648 * x - 0.204043 * v + 1.057311 * z].map(step);
    }
    if (grey) red = green = blue = (red * 4899 + green * 9617 + blue * 1868 + 8192) >> 14;
    [out[at], out[at + plane], out[at + 2 * plane]] = [red / 255, green / 255, blue / 255];
  }
}

export const CROP = { width: 80, height: 96, margin: 1.3 };
export const SQUARE = { width: 72, height: 72, margin: 1 };

/** The projective map from the pixels of a quad's crop to those of the photo, as eight numbers. */
function fromCrop([a, b, c, d], { width, height, margin }) {
  const less = ([x, y], [u, v]) => [x - u, y - v];
  const area = ([x, y], [u, v]) => x * v - y * u;
  const [across, down] = [less(b, c), less(d, c)];
  const twist = less(less(a, b), less(d, c));
  const [g, h] = [area(twist, down) / area(across, down), area(across, twist) / area(across, down)];
  const side = k => [b[k] - a[k] + g * b[k], d[k] - a[k] + h * d[k], a[k]];
  // From the face as the unit square, which has a closed form, to pixels of the crop.
  const [u, v, from] = [margin / width, margin / height, (1 - margin) / 2];
  const rows = [side(0), side(1), [g, h, 1]].map(([x, y, one]) => [x * u, y * v, (x + y) * from + one]);
  const [depth] = rows[2].slice(2);
  return rows.flat().map(number => number / depth).slice(0, 8);
}

/** A quad rectified into `out` at `at`, planes of 0..1; beyond the photo its edge pixels repeat. */
export function crop(photo, quad, out, at, shape) {
  const sides = [0, 1].map(k => (span(quad[k], quad[k + 1]) + span(quad[k + 2], quad[(k + 3) % 4])) / 2);
  const shrink = Math.min(sides[0] * shape.margin / shape.width, sides[1] * shape.margin / shape.height);
  const [{ data, width, height }, factor] = photo.level(shrink);
  const m = fromCrop(quad.map(point => point.map(side => side / factor)), shape);
  const plane = shape.width * shape.height;
  // No arrays here: this runs for every pixel of every tile.
  for (let y = 0; y < shape.height; y += 1) {
    for (let x = 0; x < shape.width; x += 1) {
      const depth = m[6] * x + m[7] * y + 1;
      const u = (m[0] * x + m[1] * y + m[2]) / depth;
      const v = (m[3] * x + m[4] * y + m[5]) / depth;
      const left = Math.floor(u);
      const top = Math.floor(v);
      const right = u - left;
      const below = v - top;
      const x0 = Math.min(Math.max(left, 0), width - 1);
      const x1 = Math.min(Math.max(left + 1, 0), width - 1);
      const y0 = Math.min(Math.max(top, 0), height - 1) * width;
      const y1 = Math.min(Math.max(top + 1, 0), height - 1) * width;
      const a = (y0 + x0) * 4;
      const b = (y0 + x1) * 4;
      const c = (y1 + x0) * 4;
      const d = (y1 + x1) * 4;
      let to = at + y * shape.width + x;
      for (let k = 0; k < 3; k += 1) {
        const above = data[a + k] + (data[b + k] - data[a + k]) * right;
        const under = data[c + k] + (data[d + k] - data[c + k]) * right;
        out[to] = Math.round(above + (under - above) * below) / 255;
        to += plane;
      }
    }
  }
}

export function span([x, y], [u, v]) {
  return Math.hypot(u - x, v - y);
}
