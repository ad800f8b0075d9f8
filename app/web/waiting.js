// A hand that has not won, drawn from JSON (app/hand/waits_shown.py and before_win.py): whether it is tenpai and furiten,
// what it waits for, or what advances it, and its player's discards (own_discards.py).

import { button, el } from "./desk/dom.js";
import { aside, folds, groups, headline, note, table, tile, tileRow, title } from "./pieces.js";

/** The verdict, the player's discards, and tables of waits, discards and quads; `send` carries an event to the hand. */
export function tenpai(told, send) {
  const { title: name, hand, lacking, verdict, tables = [], folds: folded, note: remark, assumed, notes = [], about, own } = told;
  const heading = [title(name), note(about), hand ? groups(hand) : null];
  if (lacking) return [...heading, el("div", { class: "yl-card" }, note(lacking))];
  const { text, wins, cite, note: forms, waits, furiten, furiten_tiles: barred } = verdict;
  const cited = section => el("span", { class: "cite", text: section });
  return [...heading,
    el("div", { class: "yl-card" }, headline({ worth: text, wins }, " ", cited(cite)), aside(forms), tileRow(waits),
      furiten ? el("div", { class: "yl-note yl-furiten" }, el("span", {}, el("b", { text: furiten.text }), " ", cited(furiten.cite)), tileRow(barred, "yl-small")) : null,
      aside(assumed)),
    ...discards(own, send), ...tables.map(each => table(each, send)), note(remark), ...folds(folded, send), ...notes.map(note)];
}

/** The player's own discards in a row, each to be taken back, the folded keyboard for more, and those on the photo. */
function discards(told, send) {
  if (!told) return [];
  const { label, none, tiles = [], title: words, keys, marks } = told;
  const taken = ({ tap: { label: back, events }, ...shown }, at) =>
    button(`own-${at}`, back, () => events.forEach(send), { class: "yl-pick", title: back }, tile(shown));
  const key = ({ off, ...shown }) => button(`own-key-${shown.face}`, shown.name, event => {
    event.currentTarget.classList.add("yl-sent");
    send({ do: "add_discard", face: shown.face });
  }, { class: `yl-tile is-${shown.face}`, title: shown.name, disabled: off });
  return [el("div", {}, el("div", { class: "yl-head", text: label }),
    el("div", { class: "yl-row yl-own", role: "group", "aria-label": label }, ...tiles.length ? tiles.map(taken) : [note(none)]),
    el("details", { class: "yl-fold", "data-fold": "own-keys" }, el("summary", { "data-key": "fold-own-keys", text: words }),
      ...keys.map(row => el("div", { class: "yl-keys" }, ...row.map(key))))),
  ...marks ? [note(marks.note), el("div", { class: "yl-field" }, button("all-own", marks.tap.label, () => marks.tap.events.forEach(send)))] : []];
}
