// The score in full, drawn from JSON (app/hand/result.py): points, payments, rows, other readings, and why not more.

import { button, el } from "./desk/dom.js";
import { aside, choice, folds, headline, note, reading, seats, table, title } from "./pieces.js";
import { tenpai } from "./waiting.js";

/** The score of a hand, or what it still lacks; `send` carries an event to the hand. */
export function result(told, send) {
  const scored = told.title
    ? [title(told.title), card(told), reading(told.read), ...(told.tables ?? []).map(each => table(each)), ...folds(told.folds)] : [];
  return [...scored, ...(told.before ? tenpai(told.before, send) : []), ...settings(told.settings, send)];
}

function card({ lacking, points, pays, notes = [], problems = [], ...told }) {
  if (lacking) return el("div", { class: "yl-card" }, note(lacking));
  return el("div", { class: "yl-card" },
    points ? el("div", { class: `yl-points${points.open ? " yl-open" : ""}` }, points.value, " ", el("small", { text: points.label })) : null,
    headline(told), pays ? seats(pays) : null, ...problems.map(note), ...notes.map(aside));
}

/** Rules, counters, sticks and rare cases; those of a running game are told, not asked. */
function settings(told, send) {
  if (!told) return [];
  const say = (field, value) => send({ do: "say", field, value });
  return [
    aside(told.note),
    told.rules ? choice("rules", told.rules, value => say("rules", value)) : null,
    told.numbers ? el("details", { class: "yl-fold", "data-fold": "more" }, el("summary", { "data-key": "fold-more", text: told.title }),
      ...told.numbers.map(number => counter(number, value => say(number.field, value)))) : null,
  ];
}

/** A number that is typed, or lowered and raised by one. */
function counter({ field, label, lower, higher, value, most }, choose) {
  const input = el("input", { type: "number", inputmode: "numeric", min: 0, max: most, step: 1, value, "data-key": `number-${field}`,
    onchange: () => set(Number(input.value)) });
  const set = number => {
    input.value = Math.min(most, Math.max(0, Math.round(number)));
    choose(Number(input.value));
  };
  const step = (key, words, sign, by) => button(`${key}-${field}`, words, () => set(Number(input.value) + by), {},
    el("span", { "aria-hidden": "true", text: sign }));
  return el("div", { class: "yl-field" }, el("label", {}, el("span", { text: label }), input),
    step("lower", lower, "−", -1), step("higher", higher, "+", 1));
}
