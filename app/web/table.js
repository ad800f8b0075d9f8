// A game's table, drawn from JSON (app/table/): the stand, the form for a hand, what it pays, and what stands
// beside it. Whatever is tapped carries the event to send.

import { button, el } from "./desk/dom.js";
import { aside, change, choice, groups, nameParts, note as remark, table as tableOf, tileRow } from "./pieces.js";

const keyOf = ({ version: _, ...tap }) => Object.values(tap).join("-");

/** The parts of a view as elements; `send` gets the tap of what is tapped. */
export function tableParts(parts, send) {
  return parts.map(part => DRAWS[part.part](part, send));
}

/** The button that ends a form, at the foot of the screen: it says what would change, or what is still missing. */
export function closing(told, send) {
  if (!told) return null;
  const words = [el("b", { text: told.label }), told.gloss ? el("small", { text: told.gloss, role: "status" }) : null];
  return el("div", { class: "yt-close" }, button("close", null, () => send(told.tap), { class: `yt-enter${told.destroys ? " yt-destroys" : ""}`, disabled: told.off, "aria-label": null }, ...words));
}

const DRAWS = {
  heading: ({ text }) => el("h3", { class: "yl-h", text }),
  label: ({ text }) => el("div", { class: "yt-title", text }),
  note: ({ text, asks }) => el("p", { class: `yl-note${asks ? " yl-ask" : ""}`, role: asks ? "status" : null, text }),
  table: ({ table }) => tableOf(table),
  hand: ({ groups: all }) => groups(all, "yl-small"),
  tiles: ({ tiles }) => tileRow(tiles, "yl-small"),
  buttons: ({ buttons }, send) => el("div", { class: "yt-row" }, ...buttons.map(each => press(each, send))),
  choices: row,
  fold: ({ key, title, parts, open }, send) => el("details", { class: "yl-fold", "data-fold": key, open },
    el("summary", { "data-key": `fold-${key}`, text: title }), ...tableParts(parts, send)),
  number: ({ label, value, least, most, step, tap }, send) => el("label", { class: "yl-field" }, el("span", { text: label }),
    el("input", { type: "number", inputmode: "numeric", "data-key": keyOf(tap), min: least, max: most, step, value,
      onchange: event => send({ ...tap, number: Math.max(0, Math.round(Number(event.target.value) || 0)) }) })),
  stand,
  pays: ({ seats }) => seatRow(seats.map(({ name, change: moved, chips }) => el("div", { class: "yl-seat" },
    el("div", { class: "yl-name" }, ...nameParts(name)), el("div", { class: "sum" }, change(moved)), remark(chips)))),
  names: beginning,
  places,
};

function press({ label, tap, strong }, send) {
  return button(keyOf(tap), label, () => send(tap), { class: `yt-button${strong ? " yt-strong" : ""}` });
}

/** A row of choices under its title: what holds is tinted and pressed. */
function row({ title, options }, send) {
  const drawn = options.map(({ label, tap, chosen, off }) =>
    button(keyOf(tap), label, () => send(tap), { class: "yt-button", "aria-pressed": chosen ? "true" : "false", disabled: off }));
  return el("div", { class: "yt-choices", role: "group", "aria-label": title },
    title ? el("div", { class: "yt-title", text: title }) : null, el("div", { class: "yt-row" }, ...drawn));
}

function seatRow(seats) {
  const drawn = el("div", { class: "yl-pay" }, ...seats);
  drawn.style.setProperty("--seats", Math.max(2, seats.length));
  return drawn;
}

/** Whose score is what, who deals, and what lies on the table. */
function stand({ turn, sticks, rules, seats }) {
  return el("div", { class: "yl-card yt-stand" },
    el("div", { class: "yl-worth" }, el("b", { text: turn }), " ", el("span", { class: "yl-count", text: sticks })), aside(rules),
    seatRow(seats.map(seat => el("div", { class: `yl-seat${seat.deals ? " wins" : ""}` }, el("div", { class: "wind", text: seat.wind }),
      el("div", { class: "yl-name" }, ...nameParts(seat.name)), el("div", { class: "sum" }, change(seat.sum)),
      el("div", { class: "changed" }, seat.change ? change(seat.change) : "\u00a0"), remark(seat.chips)))));
}

/** A new game: its rules, who sits where, and how long it is. */
function beginning({ title, rules, count, winds, length, go, tap }, send) {
  const form = el("form", { class: "yt-new", onsubmit: event => {
    event.preventDefault();
    const data = new FormData(form);
    const value = data.get("rules");
    send({ ...tap, value, number: Number(data.get("length")), players: data.getAll("player").slice(0, count[value]) });
  } });
  const fields = winds.map((wind, at) => el("label", { class: "yl-field" }, el("span", { text: wind }),
    el("input", { name: "player", "data-key": `player-${at}`, maxlength: 24, autocomplete: "off", autocapitalize: "words", enterkeyhint: "next" })));
  const seat = name => fields.forEach((field, at) => { field.hidden = at >= count[name]; });
  const ruled = choice("table-rules", rules, seat, { name: "rules" });
  const lengths = length.options.map((label, at) => el("label", { class: "yt-button" },
    el("input", { type: "radio", name: "length", value: at, checked: at === 0 }), " ", label));
  form.append(el("h3", { class: "yl-h", text: title }), ruled, el("div", { class: "yt-places" }, ...fields),
    el("div", { class: "yt-choices", role: "radiogroup", "aria-label": length.label }, el("div", { class: "yt-title", text: length.label }),
      el("div", { class: "yt-row" }, ...lengths)),
    el("button", { class: "yt-enter", "data-key": "begin", text: go }));
  seat(rules.value);
  return form;
}

/** The places of a finished game. */
function places({ title, note: after, places: all, table }) {
  return el("div", { class: "yl-card" }, el("div", { class: "yl-worth" }, el("b", { text: title })), remark(after),
    el("div", { class: "yl-places" }, ...all.map(place => el("div", { class: `yl-place${place.wins ? " wins" : ""}` },
      el("span", { class: "rank", text: place.rank }), el("b", {}, ...nameParts(place.name)), el("span", { class: "sum" }, change(place.final)),
      el("span", { class: "gloss", text: place.gloss })))), table ? tableOf(table) : null);
}
