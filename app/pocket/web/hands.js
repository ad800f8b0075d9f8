// The kept hands as a list, with what is done with all of them.

import { el } from "./web/desk/dom.js";
import { backupRow } from "./backup.js";
import { forgetHands } from "./kept.js";

/** The list of hands; `page` opens one, and `again` draws the list anew. */
export function handsList(page, hands, unkept, again) {
  const { say } = page.texts;
  const forget = async () => {
    if (!confirm(say.forget_sure)) return;
    await forgetHands();
    await again();
  };
  const entries = hands.map(entry => el("li", {}, el("button", { class: "pk-button", onclick: () => page.reopen(entry) },
    `${page.date(entry.id)} ${entry.kept ? entry.headline : say.unread} `, tilesOf(entry))));
  return [el("ul", { class: "pk-hands" }, ...entries), unkept ? el("p", { text: say.not_kept }) : "",
    hands.length ? el("button", { class: "pk-button", text: say.forget, onclick: forget }) : unkept ? "" : el("p", { text: say.none }),
    backupRow(page, again)];
}

/** A hand's tiles, as they were when it was last seen. */
export const tilesOf = entry => el("span", { class: "pk-hand" },
  ...groups(entry).map(group => el("span", {}, ...group.map(face => el("span", { class: `yl-tile is-${face}` })))));

/** An entry's faces: concealed tiles, each meld, the winning tile. An older version kept one list without melds. */
const groups = ({ groups = [], faces }) => faces ? [faces] : groups.filter(group => group.length);
