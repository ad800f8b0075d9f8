// The statistics over the games that this device keeps, counted once they are unfolded.

import { el } from "./web/desk/dom.js";
import { tableParts } from "./web/table.js";
import { allGames } from "./kept.js";

/** A fold with the statistics; `page` gives the page's texts and asks its engines, `played` is the game that is open. */
export function figures(page, played) {
  const { say } = page.texts;
  const shown = el("div", { class: "yt" });
  const isWanted = () => fold.open && fold.isConnected;
  const fold = el("details", { class: "yl-fold", "data-fold": "figures", ontoggle: () => count(page, played, shown, isWanted) },
    el("summary", { "data-key": "fold-figures", text: say.figures }), shown);
  return fold;
}

/** Count one game after the other, so that a tap in between is heard; Python counts each game once. */
async function count(page, played, host, isWanted) {
  const kept = (await allGames()).map(game => game.kept);
  if (played && !kept.includes(played)) kept.unshift(played); // the browser stores nothing for the page
  const counted = [];
  for (const [at, game] of kept.entries()) {
    if (!isWanted()) return;
    host.replaceChildren(el("p", { class: "yl-note", text: page.texts.say.counting.replace("{n}", at + 1).replace("{of}", kept.length) }));
    await page.ask("count_game", game).then(() => counted.push(game), () => null); // a damaged one is left out
  }
  const parts = await page.ask("figures", counted);
  if (isWanted()) host.replaceChildren(...tableParts(parts));
}
