// The dock at the bottom of the screen: the facts as a line of chips, one question at a time, then the score.

import { button, el, isNew, onKey, redraw, tileButton } from "./dom.js";

// Maximum widths, widest first: of a chip, for on a phone two rows must hold all chips; of an answer, for one row holds all.
const CHIP_WIDTHS = ["11rem", "8.5rem", "7rem", "5.5rem", "4.4rem"];
const ANSWER_WIDTHS = ["20rem", "11rem", "9rem", "7rem"];
const GIVING_WAY = ["yd-crowded", "yd-tall"]; // what hides the score beside a question, and what lets the dock grow
const HOLD_MS = 500; // so long an answered question stands, and no second tap answers the one that takes its place

/** Give a row's children the first of these maximum widths with which they fit; false if there is none. */
function fitWidth(row, widths, fits) {
  return widths.some(most => {
    row.style.setProperty("--most", most);
    return fits();
  });
}

export class Dock {
  constructor(desk) {
    this.desk = desk;
    this.chosen = null;
    this.pinned = null;
    this.pinnedSince = 0;
    this.held = null;
    this.opened = null;
    this.chips = el("div", { class: "yd-chips", role: "group" });
    const unfold = event => event.target.closest("button") || this.unfold(!this.isUnfolded);
    this.say = el("div", { class: "yd-say", onclick: unfold });
    this.note = el("div", { class: "yd-note", onclick: unfold, onkeydown: event => onKey(event, { Enter: () => unfold(event) }) });
    this.options = el("div", { class: "yd-options", role: "group", onscroll: () => this.hintAtMore() });
    this.host = el("section", { class: "yd-dock" }, this.chips, this.say, this.note, this.options);
    new ResizeObserver(() => this.fit()).observe(this.chips);
  }

  /** Keep the answered question, which hears nothing more, for half a second; then show what comes after it. */
  hold() {
    if (!this.data) return;
    clearTimeout(this.held?.timer);
    this.held = { ask: this.asked(), next: this.held?.next ?? null, timer: setTimeout(() => this.release(), HOLD_MS) };
    this.host.dataset.holds = "";
  }

  release() {
    if (!this.held) return;
    const { next, timer } = this.held;
    clearTimeout(timer);
    this.held = null;
    delete this.host.dataset.holds;
    if (next) this.update(next);
    else this.draw();
    this.desk.asksAnew();
  }

  update(data) {
    if (this.held) {
      this.held.next = data;
      return;
    }
    // A doubt from a better reading waits until the person's next answer, so that no question changes under a
    // thumb.
    const sameFact = this.data?.questions.length === 0 && data.asked && this.data.asked === data.asked;
    if (this.data?.looking && !data.looking && !this.chosen && sameFact) {
      this.chosen = this.pinned = data.asked;
      this.pinnedSince = data.heard;
    } else if (this.pinned && data.heard > this.pinnedSince) {
      if (this.chosen === this.pinned) this.chosen = null;
      this.pinned = null;
    }
    this.data = data;
    if (this.chosen && !data.facts[this.chosen]) this.chosen = null;
    this.draw();
  }

  /** The current question: the one the person opened, else the first doubt, else the next fact. */
  asked() {
    if (this.held) return this.held.ask;
    const { questions, facts, asked } = this.data;
    if (this.chosen) return facts[this.chosen];
    if (questions.length) return questions[0];
    return asked ? facts[asked] : null;
  }

  /** The tiles in question. */
  tiles() {
    return this.asked()?.tiles ?? [];
  }

  draw() {
    const ask = this.asked();
    const { outcome, words, chips, language, rules, questions, dora } = this.data;
    if (!isNew(this, ask, outcome, chips, this.chosen, language, rules, questions.length, dora)) return;
    this.host.setAttribute("aria-label", words.facts);
    this.chips.setAttribute("aria-label", words.facts);
    const anew = this.host.dataset.asks !== (ask?.key ?? "");
    this.host.dataset.asks = ask?.key ?? "";
    redraw(this.chips, ...chips.map(chip => this.chip(chip, ask)));
    this.say.replaceChildren(...(ask ? this.question(ask, outcome) : this.headline(outcome)));
    this.note.textContent = ask ? this.remark(ask, outcome) : [outcome?.pays, outcome?.assumed].filter(Boolean).join(" · ");
    this.say.classList.toggle("yd-alone", !this.note.textContent); // Safari does not see by :has() that a note has come
    this.options.setAttribute("aria-label", ask?.text ?? words.facts);
    redraw(this.options, ...(ask?.choices ?? outcome?.choices ?? []).map((choice, at) => this.choice(choice, at, ask)));
    this.unfold(false);
    this.desk.speaker.say(...this.spoken(ask, outcome));
    if (anew) this.options.scrollLeft = 0;
    this.showChip();
    this.openFor(ask);
  }

  /** Bring the chip of the current question into sight where the chips are one long row, whose last chip lies on it. */
  showChip() {
    const chip = this.chips.querySelector("[aria-current]");
    if (!chip || chip === this.chips.lastElementChild) return;
    const [row, box, last] = [this.chips, chip, this.chips.lastElementChild].map(each => each.getBoundingClientRect());
    if (last.top > box.bottom || last.bottom < box.top) return;
    const end = last.left - parseFloat(getComputedStyle(this.chips).columnGap);
    if (box.left < row.left) this.chips.scrollLeft += box.left - row.left;
    else if (box.right > end) this.chips.scrollLeft += box.right - end;
  }

  /** Open what a question opens by itself, once: who closes it has it closed. */
  openFor(ask) {
    const opened = ask?.opens ? ask.key + ask.note : null;
    const isNewlyAsked = opened !== this.opened;
    this.opened = opened;
    if (opened && isNewlyAsked && !this.data.inline && !this.desk.isCovered()) this.desk.opens(ask.opens);
  }

  /** Show a note that is cut as a whole: the dock grows. */
  unfold(on) {
    this.isUnfolded = on && this.note.hasAttribute("tabindex");
    this.host.classList.toggle("yd-unfolded", this.isUnfolded);
    this.fit();
  }

  /**
   * Shorten names that would push a chip out of sight, break answers into lines where a row then holds all of them,
   * and shorten a note to the lines that there is room for. A question is never cut: first the score beside it gives
   * way, then the dock grows.
   */
  fit() {
    const { chips, options, host, say, note } = this;
    const along = options.scrollLeft;
    fitWidth(chips, CHIP_WIDTHS, () => chips.scrollHeight <= chips.clientHeight);
    if (!fitWidth(options, ANSWER_WIDTHS, () => options.scrollWidth <= options.clientWidth && options.scrollHeight <= options.clientHeight)) options.style.removeProperty("--most");
    options.scrollLeft = along; // a finger has drawn them there
    this.hintAtMore();
    const question = say.querySelector(":scope > b");
    const isQuestionCut = () => Boolean(question) && question.scrollHeight > question.clientHeight + 1;
    for (const way of GIVING_WAY) host.classList.remove(way);
    for (const way of GIVING_WAY) if (isQuestionCut()) host.classList.add(way);
    note.style.setProperty("--lines", "none");
    const room = note.clientHeight - (this.isUnfolded ? 0 : host.scrollHeight - host.clientHeight);
    const isCut = note.scrollHeight > room + 1;
    const lines = Math.floor(room / parseFloat(getComputedStyle(note).lineHeight));
    if (isCut) note.style.setProperty("--lines", Math.max(1, lines));
    if (isCut || this.isUnfolded) note.tabIndex = 0;
    else note.removeAttribute("tabindex");
  }

  /** Fade the last answer in sight where more follow it. */
  hintAtMore() {
    const { scrollLeft, clientWidth, scrollWidth } = this.options;
    this.options.classList.toggle("yd-more", scrollLeft + clientWidth < scrollWidth - 1);
  }

  chip({ key, label, said }, ask) {
    const current = ask?.key === `fact-${key}`;
    return button(`chip-${key}`, label, () => this.choose(this.chosen === key ? null : key), { class: `yd-chip${said ? " yd-said" : ""}`, "aria-current": current ? "step" : null, "data-said": String(said),
      title: label });
  }

  /** Ask about the fact that a person opened; null asks what comes next. */
  choose(key) {
    this.release();
    this.chosen = key;
    this.opened = null;
    this.draw();
    this.desk.highlight();
  }

  question(ask, outcome) {
    const { questions, words } = this.data;
    const isOneOfSeveral = !this.chosen && questions.length > 1;
    const count = words.question_of.replace("{n}", 1).replace("{of}", questions.length);
    return [isOneOfSeveral ? el("small", { text: count }) : null, el("b", { text: ask.text }),
      ...(outcome && !isOneOfSeveral ? [this.dora(), this.scoreSoFar(outcome)] : [])].filter(Boolean);
  }

  /** The chosen indicators, beside the total that they make; a tap takes one back, and its row is asked for again. */
  dora() {
    const takeBack = (place, { event }) => {
      this.desk.send(event);
      this.choose(place === "ura" ? "ura" : "dora");
    };
    const tiles = Object.entries(this.data.dora).flatMap(([place, choices]) => choices.map((choice, at) =>
      tileButton(`dora-${place}-${at}`, choice.face, choice.label, () => takeBack(place, choice))));
    return tiles.length ? el("span", { class: "yd-dora" }, ...tiles) : null;
  }

  /** The dock's text for a screen reader. */
  spoken(ask, outcome) {
    const worth = outcome ? [ask ? outcome.so_far : outcome.headline, outcome.wins ? outcome.worth : null] : [];
    if (!ask) return [...worth, this.note.textContent];
    const texts = [...this.say.children].filter(({ tagName }) => tagName !== "BUTTON").map(child => child.textContent);
    return [...texts, this.note.textContent, ...worth];
  }

  /** The score so far, beside a question. */
  scoreSoFar(outcome) {
    return button("score", outcome.so_far, () => this.desk.details(), { class: `yd-sum${outcome.wins ? "" : " yd-not"}` });
  }

  remark(ask, outcome) {
    const reasons = [...new Set(ask.choices.map(choice => choice.why_not).filter(Boolean))];
    return [ask.note, ...reasons].filter(Boolean).join(" · ") || outcome?.assumed || "";
  }

  headline(outcome) {
    if (!outcome) return [];
    const score = button("score", outcome.headline + this.data.words.pause + outcome.worth, () => this.desk.details(),
      { class: `yd-headline${outcome.wins ? "" : " yd-not"}` },
      el("b", { text: outcome.headline }), outcome.wins ? el("span", { text: outcome.worth }) : null);
    return [score, this.dora(), this.rules()].filter(Boolean);
  }

  /** The rules, beside the score; those of a running game cannot be changed. */
  rules() {
    const { label, said, open } = this.data.rules;
    if (!open) return el("span", { class: "yd-by", text: label });
    return button("rules", label, () => this.choose("rules"), { class: `yd-chip yd-by${said ? " yd-said" : ""}` });
  }

  choice(choice, at, ask) {
    const key = `choice-${at}`;
    const act = event => this.take(choice, event.currentTarget, ask);
    const pressed = choice.held ? { "aria-pressed": "true" } : {};
    if (choice.face) return tileButton(key, choice.face, choice.label, act, { ...pressed, "data-choice": choice.face });
    return button(key, [choice.label, choice.note].filter(Boolean).join(this.data.words.pause), act,
      { ...pressed, class: choice.strong ? "yd-strong" : "", disabled: Boolean(choice.why_not), title: choice.why_not || null },
      el("span", { text: choice.label }), choice.note ? el("small", { text: choice.note }) : null);
  }

  take(choice, element, ask) {
    if (this.held) return;
    if (choice.opens) return this.desk.opens(choice.opens);
    if (!choice.event) return;
    element.classList.add("yd-sent");
    if (ask && !ask.stays) {
      this.hold();
      this.chosen = null;
    }
    this.desk.send(choice.event);
  }
}
