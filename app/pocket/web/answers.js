// What Python asks of a photo: a window shown to the finder, crops shown to the reader or the leveller or cut
// out as they are, and what the layout network says of tiles. An answer is numbers in a row, and their shape, by name.

import { CROP, SQUARE, crop, letterbox, tint } from "./pixels.js";

export const ANSWERS = {
  async find(photo, { window: [x, y, width, height, scale], how }, { finder }) {
    const { data, dims, scale: scales } = letterbox(photo, { x, y, width, height, scale }, how);
    const said = await run(finder, { images: [data, dims] });
    return { found: Object.values(said)[0], scale: [Float64Array.from(scales), [2]] };
  },

  name: (photo, { quads, wanted, how }, { reader, batch }) => inBatches(reader, "crops", cut(photo, quads, CROP, how), batch, wanted),

  cut: async (photo, { quads, how }) => ({ crops: cut(photo, quads, CROP, how) }),

  level: (photo, { quads, how }, { leveller, batch }) => inBatches(leveller, "surroundings", cut(photo, quads, SQUARE, how), batch),

  lay(photo, { tiles, pairs }, { layout, pair }) {
    const n = Math.sqrt(pairs.length / pair);
    return run(layout, { tiles: [tiles, [1, n, tiles.length / n]], pairs: [pairs, [1, n, n, pair]], mask: [new Float32Array(n).fill(1), [1, n]] });
  },
};

/** Crops of quads, eight numbers each: planes of 0..1, and their shape. */
function cut(photo, numbers, shape, how) {
  const [count, size] = [numbers.length / 8, 3 * shape.width * shape.height];
  const out = new Float32Array(count * size);
  for (let k = 0; k < count; k += 1) {
    crop(photo, [0, 2, 4, 6].map(at => [numbers[8 * k + at], numbers[8 * k + at + 1]]), out, k * size, shape);
    tint(out, k * size, size / 3, how);
  }
  return [out, [count, 3, shape.height, shape.width]];
}

async function run({ session, Tensor }, given, wanted) {
  const feeds = Object.fromEntries(Object.entries(given).map(([name, [data, dims]]) => [name, new Tensor("float32", data, dims)]));
  const said = await session.run(feeds, wanted ?? session.outputNames);
  return Object.fromEntries(Object.entries(said).map(([name, { data, dims }]) => [name, [data, [...dims]]]));
}

/** The outputs of a network that is shown so many at once. */
async function inBatches(network, input, [data, [count, ...shape]], batch, wanted) {
  const size = data.length / count;
  const parts = [];
  for (let at = 0; at < count; at += batch) {
    const part = data.subarray(at * size, Math.min(count, at + batch) * size);
    parts.push(await run(network, { [input]: [part, [part.length / size, ...shape]] }, wanted));
  }
  return Object.fromEntries(Object.entries(parts[0]).map(([name, [, dims]]) => {
    const whole = new Float32Array(count * dims.slice(1).reduce((a, b) => a * b, 1));
    let at = 0;
    for (const part of parts) { whole.set(part[name][0], at); at += part[name][0].length; }
    return [name, [whole, [count, ...dims.slice(1)]]];
  }));
}
