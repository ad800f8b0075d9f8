// A hand that has not won, drawn from JSON (app/hand/waits_shown.py and before_win.py): whether it is tenpai and furiten,
// what it waits for, or what advances it.

import { button, el } from "./desk/dom.js";
import { aside, folds, headline, note, table, tileRow, title } from "./pieces.js";

/** The verdict, and tables of waits, discards and quads; `send` carries an event to the hand. */
export function tenpai(told, send) {
  const { title: name, lacking, verdict, tables = [], folds: folded, note: remark, assumed, notes = [], discarded } = told;
  if (lacking) return [el("div", { class: "yl-card" }, note(lacking))];
  const { text, wins, cite, note: forms, waits, furiten, furiten_tiles: barred } = verdict;
  const cited = section => el("span", { class: "cite", text: section });
  return [title(name),
    el("div", { class: "yl-card" }, headline({ worth: text, wins }, " ", cited(cite)), aside(forms), tileRow(waits),
      furiten ? el("div", { class: "yl-note" }, el("b", { text: furiten.text }), " ", cited(furiten.cite)) : null, tileRow(barred),
      aside(assumed)),
    ...tables.map(each => table(each, send)), note(remark), ...folds(folded, send), ...notes.map(note), ...own(discarded, send)];
}

/** Says of every tile beside the hand that its player discarded it. */
function own(discarded, send) {
  if (!discarded) return [];
  const { note: remark, tap: { label, events } } = discarded;
  return [note(remark), el("div", { class: "yl-field" }, button("all-own", label, () => events.forEach(send)))];
}
