// What a person who does not see the desk is told: the change made, then what is asked or what it is worth.

import { el } from "./dom.js";

const TOGETHER_MS = 60;
const MOST_CHANGES = 3;

/** One place from which everything is said; what comes at once is said in one go. */
export class Speaker {
  constructor() {
    this.host = el("div", { class: "yd-spoken", role: "status" });
    this.parts = [];
  }

  say(...parts) {
    this.parts.push(...parts.filter(Boolean));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.parts.length) this.host.textContent = this.parts.reduce((said, part) => said + (/[.?!…。？！]$/.test(said) ? " " : ". ") + part);
      this.parts = [];
    }, TOGETHER_MS);
  }
}

/** What has become of the tiles, in words; of many changes at once only how many tiles there are now. */
export function changes(before, { tiles, words, hand }) {
  const was = new Map(before.map(tile => [tile.uid, tile]));
  const is = new Set(tiles.map(tile => tile.uid));
  const filled = (key, values) => Object.entries(values).reduce((said, [name, value]) => said.replace(`{${name}}`, value), words[key]);
  const found = [
    ...before.filter(tile => !is.has(tile.uid)).map(tile => filled("spoken_removed", { tile: tile.name })),
    ...tiles.map(tile => {
      const old = was.get(tile.uid);
      if (!old) return filled("spoken_added", { tile: tile.name });
      if (old.face !== tile.face) return filled("spoken_face", { was: old.name, tile: tile.name });
      if (old.part !== tile.part || old.meld !== tile.meld) return filled("spoken_part", { tile: tile.name, part: partOf(tile, words) });
      return old.told === tile.told ? null : tile.told;
    }).filter(Boolean),
  ];
  if (found.length <= MOST_CHANGES) return found;
  const held = hand.concealed.length + (hand.win === null ? 0 : 1) + hand.melds.reduce((sum, meld) => sum + meld.tiles.length, 0);
  return [filled("spoken_hand", { n: held })];
}

function partOf({ part, meld }, words) {
  if (part === "meld") return words.in_meld.replace("{n}", meld + 1);
  return { hand: words.held, win: words.win, indicators: words.indicators, ura: words.ura, others: words.not_hand }[part];
}
