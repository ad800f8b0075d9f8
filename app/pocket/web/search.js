// A photo searched for tiles: shown to the networks as Python says, until it has seen enough.

import { letterbox } from "./pixels.js";

/**
 * The kept tiles of a photo.
 *
 * finder and reader run the networks; phone and looking are Python's, laidOut asks the layout network what
 * lies on the table so far.
 */
export async function searched(photo, finder, reader, { looking, phone, toPy, laidOut }) {
  do {
    await shown(photo, finder, looking, toPy);
    const named = await reader.read(photo, listed(looking.unread()).map(quadOf));
    looking.read(toPy(numbers(named)));
    if (!looking.goes_on()) break;
    await laidOut(phone.so_far());
    phone.go_on();
  } while (listed(looking.shown()).length);
  const tiles = listed(phone.kept_tiles()).map(row => (
    { quad: quadOf(row), score: row[8], faces: row.slice(9, -4), ups: row.slice(-4) }));
  await reader.averaged(photo, tiles);
  return tiles;
}

/** Show the finder the windows that Python names. */
export async function shown(photo, finder, looking, toPy) {
  for (const [x, y, width, height, scale] of listed(looking.shown())) {
    const blob = letterbox(photo, { x, y, width, height, scale });
    const output = await finder(blob);
    looking.saw(toPy(output.data), output.dims[2], ...blob.scale);
  }
}

/** Tiles as the numbers that Python takes. */
export function numbers(tiles) {
  return Float32Array.from(tiles.flatMap(tile => [...tile.quad.flat(), tile.score ?? 1, ...tile.faces, ...tile.ups]));
}

export function listed(proxy) {
  const list = proxy.toJs();
  proxy.destroy();
  return list;
}

export function quadOf(row) {
  return [0, 2, 4, 6].map(k => [row[k], row[k + 1]]);
}
