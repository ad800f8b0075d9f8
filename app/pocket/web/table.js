// The game at this device's table: drawn from Python's view, kept with every tap, handed to other devices.

import { draw } from "./web/drawn.js";
import { el, redraw } from "./web/desk/dom.js";
import { closing, tableParts } from "./web/table.js";
import { drawCard } from "./web/card.js";
import { save, share } from "./files.js";
import { pick } from "./shots.js";
import { figures } from "./figures.js";
import { allGames, choices, choose, chose, forgetGame, keepGame, openGame, otherTabs } from "./kept.js";

const SECOND = 1000; // milliseconds
const now = () => Math.floor(Date.now() / SECOND);

/** The players of the last game; none where another page of the host has written what is none. */
function lastNames() {
  try {
    return JSON.parse(choices.names || "[]");
  } catch {
    return [];
  }
}

/** `page` gives the page's texts, asks its engines, says and stores something, and leads back to the start. */
export class Table {
  constructor(host, page) {
    Object.assign(this, { host, page, told: null, timer: null, ofDraw: "", tabs: otherTabs("yakulens-game", () => this.catchUp()) });
    this.parts = el("div", { class: "yt" });
    this.foot = el("div", {});
  }

  get isOpen() {
    return !this.host.hidden;
  }

  /** Go on with the game that was played last on this device, if any. */
  async resume() {
    if (await openGame()) await this.catchUp();
  }

  /** Show the game, or the way into one. */
  async show() {
    this.host.hidden = false;
    this.figures = null;
    this.host.replaceChildren(this.parts, this.foot);
    await this.draw(await this.page.ask("table_shown", now()));
  }

  /** Keep what the game has heard elsewhere: from the desk of a hand. */
  async bring() {
    await this.keep(await this.page.ask("table_shown", now()));
  }

  /** Go on as it is stored, which the next tap here would set back: with the game of another tab, or none where that left it. */
  async catchUp() {
    const last = await openGame();
    const problem = await this.page.ask("open_game", last?.kept);
    if (problem) await this.page.stored(keepGame());
    if (this.isOpen) await this.show();
    if (problem) this.page.notice(problem);
  }

  /** Store the game that is played now, if any, and tell other tabs. */
  async play(game) {
    await this.page.stored(keepGame(game));
    this.tabs?.postMessage(null);
  }

  hide() {
    this.host.hidden = true;
    this.foot.replaceChildren();
    clearInterval(this.timer);
  }

  /** Carry out a tap; those of the page itself change nothing of the game. */
  async tap(tap) {
    const own = { save: () => this.save(tap.value), share: () => this.share(), picture: () => this.picture(),
      photograph: () => pick(tap.value === "camera", photo => this.readDraw(photo)) }[tap.do];
    if (own) return own();
    if (tap.do === "begin") choose("names", JSON.stringify(tap.players));
    const told = await this.page.ask("tap_table", { tap, now: now() });
    chose(told.chosen);
    await this.keep(told);
    if (this.isOpen) await this.draw(told);
  }

  /** Read a photo of a draw. That it is read, or shows nothing, stands where it was asked for. */
  async readDraw(blob) {
    const { say } = this.page.texts;
    this.tellDraw(say.reading);
    try {
      const { shows, ...told } = await this.page.ask("draw_photo", { blob, now: now() });
      if (!shows) return this.tellDraw(say.no_open_hands);
      this.ofDraw = "";
      await this.keep(told);
      if (this.isOpen) await this.draw(told);
    } catch ({ message }) {
      this.tellDraw(this.page.why(message));
    }
  }

  /** Say something of the photo of a draw, also after what is tapped next. */
  tellDraw(words) {
    this.ofDraw = words;
    this.showDraw()?.scrollIntoView({ block: "nearest" });
  }

  showDraw() {
    const fold = this.ofDraw && this.parts.querySelector('[data-fold="draw-photo"]');
    if (!fold) return null;
    const told = fold.querySelector("[role=status]") ?? fold.appendChild(el("p", { class: "yl-note yl-ask", role: "status" }));
    told.textContent = this.ofDraw;
    return told;
  }

  /** Keep the game as it is now. It is kept before the next tap is drawn, so that a killed tab loses nothing. */
  async keep({ id, kept, summary }) {
    await this.play(kept && { id, kept, summary });
  }

  async draw(told) {
    const moved = this.told?.view.shows !== told.view.shows; // otherwise what was tapped stays where it is
    this.told = told;
    const { parts, close, until } = told.view;
    const send = tap => this.tap(tap);
    const photo = el("button", { class: "pk-button", "data-key": "photo", text: this.page.texts.say.photo_of_hand, onclick: () => this.page.toStart() });
    const toStart = el("button", { class: "yt-button", "data-key": "to-start", text: this.page.texts.say.to_start, onclick: () => this.page.toStart() });
    const head = [el("div", { class: "yt-row yt-head" }, told.kept && close ? photo : toStart, this.clock(until))]; // a game that is over takes no hand
    if (moved) this.figures = null;
    draw(this.parts, [...head, ...tableParts(parts, send), ...told.kept ? [] : await this.earlier(), ...await this.counted()]);
    redraw(this.foot, closing(close, send));
    this.fill();
    if (moved) this.ofDraw = "";
    this.showDraw();
    if (moved) scrollTo(0, 0);
  }

  /** The names of the last game stand in the form for a new one. */
  fill() {
    const names = lastNames();
    this.parts.querySelectorAll("[name=player]").forEach((field, at) => { field.value ||= names[at] ?? ""; });
  }

  /** The time left on the round timer, counted on; at the signal the form is drawn again. */
  clock(until) {
    clearInterval(this.timer);
    if (!until) return null;
    const face = el("b", { class: "yt-clock", role: "timer" });
    let rang = now() >= until;
    const tick = () => {
      const left = Math.max(0, until - now());
      face.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (left || rang) return;
      rang = true;
      this.show();
    };
    tick();
    this.timer = setInterval(tick, SECOND);
    return face;
  }

  /** The games that this device keeps, the latest first, and the way to take one from a file. */
  async earlier() {
    const { say } = this.page.texts;
    const games = await allGames();
    const entry = game => el("li", {}, el("button", { class: "yt-button", "data-key": `game-${game.id}`, text: `${this.page.date(game.id * SECOND)} · ${game.summary}`, onclick: () => this.open(game) }),
      el("button", { class: "yt-button", "data-key": `delete-${game.id}`, text: say.delete_game, "aria-label": `${say.delete_game}: ${game.summary}`, onclick: () => this.forget(game) }));
    const file = el("input", { type: "file", accept: ".json,.yakugame", id: "game-file", "data-key": "game-file", onchange: async ({ target: { files: [brought] } }) => {
      if (brought && !await this.take(await brought.slice(0, 2 ** 20).text())) this.page.notice(say.no_game);
    } });
    return [el("label", { class: "pk-button" }, say.bring_game, file), ...games.length ? [el("h3", { class: "yl-h", text: say.earlier_games }), el("ul", { class: "yt-games" }, ...games.map(entry))] : []];
  }

  /** The statistics, where no hand is played and there is a game. */
  async counted() {
    const { kept, view } = this.told;
    if (view.close || !kept && !(await allGames()).length) return [];
    this.figures ??= figures(this.page, kept);
    return [this.figures];
  }

  async open(game) {
    const problem = await this.page.ask("open_game", game.kept);
    if (!problem) await this.play(game);
    await this.show();
    if (problem) this.page.notice(problem);
  }

  async forget(game) {
    if (!confirm(this.page.texts.say.delete_game_sure)) return;
    await forgetGame(game.id);
    await this.show();
  }

  /** Go on with a game from another device, and say whether it was one; else what is open stays. */
  async take(text) {
    try {
      await this.page.ask("take_game", { text, now: now() });
    } catch {
      return false;
    }
    await this.bring();
    if (this.isOpen) await this.show();
    return true;
  }

  /** Save the game as a file for another device, or for another program. */
  async save(form) {
    const text = await this.page.ask("game_file", form);
    const name = form === "game" ? "yakulens-game.json" : `yakulens-game-${form}.json`;
    save(new File([text], name, { type: "application/json" }));
  }

  /** The game as a link and as a code for another phone's camera, or for a server's page. */
  async share() {
    const links = await this.page.ask("game_links", { own: `${location.origin}${location.pathname}`, server: choices.server ?? "" });
    const { say } = this.page.texts;
    const shown = el("div", { class: "yl-invite", id: "game-handed" }, links.code ? el("img", { class: "yl-qr", src: links.code, alt: say.game_link }) : null,
      el("div", {}, el("p", { class: "yl-note", text: links.code ? say.game_handed : say.game_long }), el("a", { href: links.own, "data-key": "game-own", text: say.game_link }),
        links.there ? el("a", { class: "pk-button pk-wide pk-strong", href: links.there, target: "_blank", rel: "noopener", text: say.game_there }) : null));
    const old = document.getElementById("game-handed");
    if (old) old.replaceWith(shown);
    else this.parts.querySelector('[data-fold="handoff"]').append(shown);
    shown.scrollIntoView({ block: "nearest" });
    if (navigator.share) await navigator.share({ url: links.own }).catch(() => null);
    else await navigator.clipboard?.writeText(links.own).catch(() => null);
  }

  /** The final places as a picture, to share or to save. */
  async picture() {
    const { url, name, mime } = await drawCard(await this.page.ask("game_card"));
    await share(new File([await (await fetch(url)).blob()], name, { type: mime }));
  }
}
