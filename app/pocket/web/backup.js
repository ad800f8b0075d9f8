// The buttons that save everything as one file and bring it back.

import { el } from "./web/desk/dom.js";
import { restored, saved } from "./everything.js";

const KEPT_FOR = 60_000; // milliseconds that a browser gets to save a file

/** `page` gives the page's texts and says something; `again` redraws what lists the kept hands. */
export function backupRow(page, again) {
  const { say } = page.texts;
  const file = el("input", { type: "file", accept: ".zip", id: "restore", "data-key": "restore", onchange: ({ target: { files: [brought] } }) => brought && restore(page, again, brought) });
  return el("div", { class: "pk-row" }, el("button", { class: "pk-button", id: "save-all", "data-key": "save-all", text: say.save_all, onclick: () => save(page) }),
    el("label", { class: "pk-button" }, say.restore, file));
}

async function save(page) {
  const url = URL.createObjectURL(await saved(document.body.dataset.version));
  el("a", { href: url, download: `yakulens-pocket-${page.date(Date.now()).slice(0, 10)}.zip` }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR);
}

async function restore(page, again, file) {
  const { say } = page.texts;
  let said = say.restored;
  try {
    await restored(file);
  } catch (error) {
    said = error instanceof DOMException ? say.not_kept : say.no_backup; // full, or blocked
  }
  await again();
  page.notice(said);
}
