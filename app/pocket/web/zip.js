// Zips of files: written as a Blob, without compression, as photos are compressed already and none is held in memory
// whole; read from a Blob, or from bytes that are in memory anyway.

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const HEAD_BYTES = 30; // of a file, without its name and what may follow that
const UTF8 = 0x0800; // flag: names are in UTF-8
const DAY = 0x21; // the first of January 1980, the zip format's first day
const MOST_COMMENT = 65_557; // bytes of the end of a zip, with the longest comment
const STORED = 0;
const DEFLATED = 8;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

/** The sum of bytes that a zip names for each file. */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Little-endian numbers, each with its bytes: [value, 2 or 4]. */
function packed(...numbers) {
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [, size]) => sum + size, 0)));
  let at = 0;
  for (const [value, size] of numbers) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return view.buffer;
}

/** The zip of files: `[name, Blob]` each, taken one after the other. */
export async function zipped(files) {
  const [parts, central] = [[], []];
  let at = 0;
  for await (const [path, blob] of files) {
    const name = new TextEncoder().encode(path);
    const crc = crc32(new Uint8Array(await blob.arrayBuffer()));
    const about = [[20, 2], [UTF8, 2], [STORED, 2], [0, 2], [DAY, 2], [crc, 4], [blob.size, 4], [blob.size, 4], [name.length, 2], [0, 2]];
    const head = packed([LOCAL, 4], ...about);
    parts.push(head, name, blob);
    central.push(packed([CENTRAL, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), name);
    at += head.byteLength + name.length + blob.size;
  }
  const size = central.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const count = central.length / 2;
  return new Blob([...parts, ...central, packed([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2])], { type: "application/zip" });
}

/** The files of a zip by name, as Blobs of its own bytes. Throws if it is no zip. */
export async function unzipped(zip) {
  const end = endOf(new DataView(await zip.slice(-MOST_COMMENT).arrayBuffer()));
  const central = new DataView(await zip.slice(end.from, end.from + end.size).arrayBuffer());
  const files = new Map();
  for (const { path, method, bytes, begin } of entries(central, end.count)) {
    const start = begin + headBytes(new DataView(await zip.slice(begin, begin + HEAD_BYTES).arrayBuffer()));
    files.set(path, await content(zip.slice(start, start + bytes), method));
  }
  return files;
}

/** The files of a zip that holds all of them as they are: `[name, Uint8Array]` each, of the zip's own bytes. */
export function* stored(zip) {
  const { count, size, from } = endOf(new DataView(zip, Math.max(0, zip.byteLength - MOST_COMMENT)));
  for (const { path, method, bytes, begin } of entries(new DataView(zip, from, size), count)) {
    if (method !== STORED) throw new Error("no zip of ours");
    yield [path, new Uint8Array(zip, begin + headBytes(new DataView(zip, begin)), bytes)];
  }
}

/** Where a zip's list of files lies, from its last bytes. */
function endOf(tail) {
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new Error("no zip");
  return { count: tail.getUint16(end + 10, true), size: tail.getUint32(end + 12, true), from: tail.getUint32(end + 16, true) };
}

/** What a zip's list says of each file. */
function* entries(central, count) {
  for (let at = 0, k = 0; k < count; k += 1) {
    if (central.getUint32(at, true) !== CENTRAL) throw new Error("no zip");
    const [method, bytes] = [central.getUint16(at + 10, true), central.getUint32(at + 20, true)];
    const [name, extra, comment] = [28, 30, 32].map(place => central.getUint16(at + place, true));
    const path = new TextDecoder().decode(new Uint8Array(central.buffer, central.byteOffset + at + 46, name));
    yield { path, method, bytes, begin: central.getUint32(at + 42, true) };
    at += 46 + name + extra + comment;
  }
}

/** How many bytes lie before a file's own. */
const headBytes = head => HEAD_BYTES + head.getUint16(26, true) + head.getUint16(28, true);

async function content(blob, method) {
  if (method === STORED) return blob;
  if (method !== DEFLATED) throw new Error("no zip of ours");
  const bytes = new Response(blob.stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
  return new Blob([await bytes]); // a stream's own blob lies on the disk, which may be full
}
