// A hand under two rule sets, what makes the difference, the hand won otherwise, and two claims about one hand, drawn
// from JSON (app/hand/comparison.py, alternatives.py and claim.py).

import { el } from "./desk/dom.js";
import { choice, folds, groups, headline, note, table, title } from "./pieces.js";

/** Two rule sets side by side; a choice of the other one is sent as an event. */
export function comparison(told, send) {
  return [title(told.title), choice("other-rules", told.against, rules => send({ do: "compare", rules: rules || null })),
    told.pair ? el("div", { class: "yl-pair" }, ...told.pair.map(worth)) : null, table(told.lines), table(told.causes), note(told.note),
    ...folds(told.folds)];
}

/** The hand won in other ways, and with other tiles. */
export function alternatives(told) {
  return [title(told.title), table(told.table), ...folds(told.folds)];
}

/** Two claims: the upheld one is marked, the other one's points are struck out. */
export function claims(told) {
  return [el("div", { class: "yl-pair" }, ...told.pair.map(claim)), table(told.lines)];
}

function worth({ title: name, value, problems = [], ...told }) {
  return el("div", { class: "yl-card" }, note(name), el("div", { class: "yl-points", text: value }), headline(told), ...problems.map(note));
}

function claim({ title: name, stands, falls, hand, how, lacking, value, open, so_far: soFar, ...told }) {
  const scored = lacking ? [el("div", { class: "yl-note yl-ask", text: lacking })]
    : [el("div", { class: `yl-points${open ? " yl-open" : ""}`, text: value }), note(soFar), headline(told)];
  return el("div", { class: `yl-card yl-claim${stands ? " wins" : ""}${falls ? " yl-fallen" : ""}` }, note(name), ...scored,
    el("div", { class: "yl-small" }, groups(hand)), note(how));
}
