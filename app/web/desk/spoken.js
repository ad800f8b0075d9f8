// Screen reader text: the change, then the question or the hand's worth.

import { el } from "./dom.js";

const TOGETHER_MS = 60;
const MAX_CHANGES = 3;

/** The desk's only live region; simultaneous texts are spoken together. */
export class Speaker {
  constructor(desk) {
    this.desk = desk;
    this.host = el("div", { class: "yd-spoken", role: "status" });
    this.parts = [];
  }

  say(...parts) {
    this.parts.push(...parts.filter(Boolean));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { end } = this.desk.data.words;
      const join = (text, part) => text + (/[.?!…。？！]$/.test(text) ? end.slice(1) : end) + part;
      if (this.parts.length) this.host.textContent = this.parts.reduce(join);
      this.parts = [];
    }, TOGETHER_MS);
  }
}

/** The changes of the tiles in words; for many at once only the new tile count. */
export function changes(before, { tiles, words }) {
  const oldTiles = new Map(before.map(tile => [tile.uid, tile]));
  const uids = new Set(tiles.map(tile => tile.uid));
  const filled = (key, values) => Object.entries(values)
    .reduce((text, [name, value]) => text.replace(`{${name}}`, value), words[key]);
  const sentences = [
    ...before.filter(tile => !uids.has(tile.uid)).map(tile => filled("spoken_removed", { tile: tile.name })),
    ...tiles.map(tile => {
      const old = oldTiles.get(tile.uid);
      if (!old) return filled("spoken_added", { tile: tile.name });
      if (old.face !== tile.face) return filled("spoken_face", { was: old.name, tile: tile.name });
      if (old.part !== tile.part || old.meld !== tile.meld)
        return filled("spoken_part", { tile: tile.name, part: partOf(tile, words) });
      return old.told === tile.told ? null : tile.told;
    }).filter(Boolean),
  ];
  if (sentences.length <= MAX_CHANGES) return sentences;
  const inHand = tiles.filter(({ part }) => ["hand", "win", "meld"].includes(part)).length;
  return [filled("spoken_hand", { n: inHand })];
}

function partOf({ part, meld }, words) {
  if (part === "meld") return words.in_meld.replace("{n}", meld + 1);
  return { hand: words.held, win: words.win, indicators: words.indicators, ura: words.ura, others: words.not_hand }[part];
}
