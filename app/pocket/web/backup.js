// The buttons that save everything as one file and bring it back.

import { el } from "./web/desk/dom.js";
import { save } from "./files.js";
import { restored, saved, unpacked } from "./everything.js";

/** `page` gives the page's texts, says something and takes up what was brought; `again` redraws what lists the kept hands. */
export function backupRow(page, again) {
  const { say } = page.texts;
  const file = el("input", { type: "file", accept: ".zip", id: "restore", "data-key": "restore", onchange: ({ target: { files: [brought] } }) => brought && restore(page, again, brought) });
  return el("div", { class: "pk-row" }, el("button", { class: "pk-button", id: "save-all", "data-key": "save-all", text: say.save_all, onclick: () => saveAll(page) }),
    el("label", { class: "pk-button" }, say.restore, file));
}

async function saveAll(page) {
  const all = await saved(document.body.dataset.version);
  save(new File([all], `yakulens-pocket-${page.date(Date.now()).slice(0, 10)}.zip`, { type: all.type }));
}

async function restore(page, again, file) {
  const { say } = page.texts;
  const content = await unpacked(file).catch(() => null);
  const said = content ? await restored(content).then(() => say.restored, () => say.not_kept) : say.no_backup;
  if (said === say.restored) await page.takeUp();
  await again();
  page.notice(said);
}
