// Files that leave the page.

import { el } from "./web/desk/dom.js";

const KEPT_FOR = 60_000; // milliseconds that a browser gets to save a file

/** Save a file. */
export function save(file) {
  const url = URL.createObjectURL(file);
  el("a", { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR);
}

/** Share a file, or save it where nothing can be shared. */
export async function share(file) {
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] }).catch(() => null);
  else save(file);
}
