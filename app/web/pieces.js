// Pieces of a score, drawn from JSON (app/hand/shown.py): tiles, tables, seats, folded parts.

import { button, el } from "./desk/dom.js";

const LONG_WORD = /^[^\d\u2e80-\uffff]{7,}$/; // no number; Chinese and Japanese break between any letters
const LEAST_PART = 3;
const LIES = { rotated: "yl-rot", stacked: "yl-stack" };

/** A tile as it lies, with its name for screen readers. */
export function tile({ face, name, lie, won }) {
  const css = ["yl-tile", `is-${face}`, LIES[lie], won && "yl-won"].filter(Boolean).join(" ");
  return el("span", { class: css, role: "img", "aria-label": name, title: name });
}

/** Tiles side by side; nothing for none. */
export function tileRow(tiles, css = "") {
  return tiles?.length ? el("div", { class: `yl-row ${css}` }, ...tiles.map(tile)) : null;
}

/** Groups of tiles: a hand as it lies, or its sets. The winning tile never stands alone on a line. */
export function groups(all, css = "") {
  return el("div", { class: `yl-row ${css}` }, ...all.filter(group => group.tiles).map(({ tiles, high }) => {
    const drawn = tiles.map(tile);
    const last = tiles.at(-1).won ? [el("span", { class: "yl-together" }, ...drawn.splice(-2))] : [];
    return el("span", { class: `yl-group${high ? " yl-high" : ""}` }, ...drawn, ...last);
  }));
}

export function title(words) {
  return words ? el("h3", { class: "yl-h", text: words }) : null;
}

/** The heading of a table, or of a hand's sets. */
export function head(words) {
  return words ? el("div", { class: "yl-head", text: words }) : null;
}

export function note(words) {
  return words ? el("div", { class: "yl-note", text: words }) : null;
}

/** A remark close under its subject. */
export function aside(words) {
  return words ? el("div", { class: "yl-why", text: words }) : null;
}

/** A change of points, as a screen reader says it. */
export function change({ text, label, sign }) {
  return el("span", { class: sign ?? "", role: "img", "aria-label": label, text });
}

/** What a hand is worth, or that it does not win; without a verdict neither is said. */
export function headline({ worth, wins }, ...more) {
  return el("div", { class: `yl-worth${wins ? "" : wins === false ? " yl-fails" : " yl-far"}` }, el("b", { text: worth }), ...more);
}

/** A name whose long words break into even parts where there is no room for them, not before a last odd letter. */
export function nameParts(name) {
  return name.split(/(\s+)/).map(word => {
    if (!LONG_WORD.test(word)) return word;
    const letters = [...word];
    const parts = letters.map((letter, at) => at >= LEAST_PART && at <= letters.length - LEAST_PART ? [el("wbr"), letter] : [letter]);
    return el("span", { class: "yl-long" }, ...parts.flat());
  });
}

/** The players side by side, the winner's seat marked. */
export function seats({ label, seats: all }) {
  const row = el("div", { class: "yl-pay", role: "group", "aria-label": label }, ...all.map(seat =>
    el("div", { class: `yl-seat${seat.wins ? " wins" : ""}` }, el("div", { class: "wind", text: seat.wind }),
      seat.name ? el("div", { class: "yl-name" }, ...nameParts(seat.name)) : null,
      el("div", { class: "sum" }, change(seat.change)))));
  row.style.setProperty("--seats", Math.max(2, all.length));
  return row;
}

/** A table under its heading; a cell may be a button, whose events `send` carries to the hand. */
export function table(told, send) {
  if (!told) return null;
  const columns = told.columns
    && el("tr", {}, ...told.columns.map(name => name ? el("th", { class: "num", scope: "col" }, ...nameParts(name)) : el("td")));
  return el("div", {}, head(told.heading), el("table", { class: "yl-table" }, columns, ...told.rows.map(row => tableRow(row, send))));
}

function tableRow({ cells, mark }, send) {
  return el("tr", { class: mark === "differs" ? "yl-differs" : mark }, ...cells.map(each => cell(each, send)));
}

function cell({ text, kind, strong, gloss, tiles, difference, was, from, to, tap }, send) {
  if (tap) {
    const act = () => tap.events.forEach(send);
    return el("td", { class: kind }, button(`tap-${tap.label}`, tap.label, act, { class: "yl-pick", title: tap.label }, ...tiles.map(tile)));
  }
  const below = gloss || difference || was
    ? el("span", { class: "gloss" }, gloss, difference && change(difference), was && el("s", { text: was })) : null;
  const beside = tiles && el("span", { class: "yl-row" }, ...tiles.map(tile));
  return el("td", { class: kind }, text && strong ? el("b", {}, ...nameParts(text)) : text, text && beside ? " " : null, beside, below,
    from || to ? el("div", { class: "yl-row" }, ...(from ?? []).map(tile), el("span", { text: "→" }),
      ...(to?.map(tile) ?? ["−"])) : null);
}

/** A reading of the hand: its sets and its wait. */
export function reading(read) {
  return read ? el("div", {}, head(read.heading), groups(read.groups)) : null;
}

/** A part that is unfolded by a tap; it stays as the visitor left it. */
export function fold({ key, title: words, note: remark, readings = [], tables = [] }, send) {
  return el("details", { class: "yl-fold", "data-fold": key }, el("summary", { "data-key": `fold-${key}`, text: words }),
    note(remark), ...readings.map(other => el("div", {}, reading(other.read), ...other.notes.map(note))),
    ...tables.map(each => table(each, send)));
}

export function folds(all = [], send) {
  return all.map(each => fold(each, send));
}

/** A field to choose from, with its label. */
export function choice(key, { label, value, options }, choose, props = {}) {
  return el("label", { class: "yl-field" }, el("span", { text: label }),
    el("select", { "data-key": key, onchange: event => choose(event.target.value), ...props },
      ...options.map(option => el("option", { value: option.value, text: option.label, selected: option.value === value }))));
}
