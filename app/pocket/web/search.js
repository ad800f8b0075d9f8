// A photo searched for tiles: shown to the networks as Python says, until it has seen enough.

import { letterbox } from "./pixels.js";

/**
 * The reader's answers about the further crops that Python asks for in the end.
 *
 * finder and reader run the networks; phone and looking are Python's, laidOut asks the layout network what
 * lies on the table so far.
 */
export async function searched(photo, finder, reader, { looking, phone, toPy, laidOut }) {
  do {
    await shown(photo, finder, looking, toPy);
    const quads = looking.unread();
    await read(photo, reader, quads, toPy);
    looking.read(quads);
    quads.destroy();
    if (!looking.goes_on()) break;
    await laidOut(phone.so_far());
    phone.go_on();
  } while (listed(looking.shown()).length);
  return reader.once(photo, quadsOf(looking.doubtful()));
}

/** Show the finder the windows that Python names. */
export async function shown(photo, finder, looking, toPy) {
  for (const [x, y, width, height, scale] of listed(looking.shown())) {
    const blob = letterbox(photo, { x, y, width, height, scale });
    const output = await finder(blob);
    looking.saw(toPy(output.data), output.dims[2], ...blob.scale);
  }
}

/** Show the reader some quads, and once more those that Python names then. */
export async function read(photo, reader, quads, toPy) {
  const again = quads.first(toPy(await reader.once(photo, quadsOf(quads.shown()))));
  quads.last(toPy(await reader.once(photo, quadsOf(again))));
}

export function listed(proxy) {
  const list = proxy.toJs();
  proxy.destroy();
  return list;
}

/** Rows of eight numbers as four points each. */
export function quadsOf(proxy) {
  return listed(proxy).map(row => [0, 2, 4, 6].map(k => [row[k], row[k + 1]]));
}
