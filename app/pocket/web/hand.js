// The open hand from its photo to its score: read, drawn on the desk, tapped, and kept with every tap.

import show from "./web/desk/main.js";
import { el, redraw } from "./web/desk/dom.js";
import { Picture } from "./web/desk/picture.js";
import { drawCard } from "./web/card.js";
import { allHands, chose, forgetHands, keepHand, otherTabs, takenOut } from "./kept.js";
import { tilesOf } from "./hands.js";
import { ShownPhoto } from "./photo.js";
import { Score } from "./score.js";
import { go } from "./where.js";

const NO_PHOTO = ["no_picture", "cut_off"]; // of what is none nothing is kept
const byId = id => document.getElementById(id);

const isSameFile = (one, other) => ["name", "size", "lastModified"].every(of => one?.[of] === other[of]);

export class OpenHand {
  /** `page` gives the page's texts, asks its engines, says and stores something, and leads to its other parts. */
  constructor(page) {
    // `entry` is the hand as it is stored, null while none is open; `drawn` the one on the desk, as Python told it last.
    Object.assign(this, { page, entry: null, drawn: null, told: null, photo: new ShownPhoto(), removeDesk: null, runs: 0 });
    this.waits = new Picture(() => this.drawWaiting(), "pk-waits");
    this.tabs = otherTabs("yakulens-hand", told => this.catchUp(told));
    this.runOf = new WeakMap(); // by entry, the number of its latest reading: what comes of an earlier one is left out
    this.score = new Score(page, {
      tap: message => this.tap(message), claim: (does, what) => this.claim(does, what),
      linked: (entry, text) => this.linked(entry, text), again: entry => this.readKept(entry),
    });
  }

  newRun() {
    this.runOf.set(this.entry, this.runs += 1);
    return this.runs;
  }

  /** Read a photo. It is kept before it is read, and shown at once: engines may still be on their way. */
  async read(blob, filmed = false) {
    if (!filmed && this.entry && !this.drawn && isSameFile(this.entry.blob, blob)) return; // it was chosen twice
    const id = Date.now();
    await this.readKept({ id, blob }, this.page.stored(keepHand({ id, blob })), filmed);
  }

  /** Read a photo that is kept, or is being kept. */
  async readKept({ id, blob }, keeping, filmed = false) {
    const { page } = this;
    const own = this.entry = { id, blob };
    const run = this.newRun();
    const photo = this.wait(own);
    go(id);
    page.notice(page.texts.say.reading);
    try {
      const shows = await photo;
      if (this.entry !== own) return;
      const { shown } = await page.ask("read", { id: run, ...shows, filmed });
      if (this.entry !== own) return;
      page.notice(page.unkept ? page.texts.say.not_kept : "");
      this.draw(shown);
    } catch (error) {
      await keeping;
      if (NO_PHOTO.includes(error.message)) await page.stored(forgetHands(id));
      this.unread(own, error.message);
    }
  }

  /** Read another photo of the hand together with those before it. */
  async readAgain(blob, filmed) {
    const own = this.entry;
    try {
      const { shown } = await this.page.ask("look", { id: this.newRun(), blob, filmed });
      if (this.entry === own) this.draw(shown);
    } catch ({ message }) {
      this.page.notice(this.page.why(message));
    }
  }

  /** Begin a hand that is typed. */
  async type() {
    this.entry = { id: Date.now(), blob: null };
    this.draw((await this.page.ask("typed")).shown);
  }

  /** Open a kept hand; a photo whose reading was left is read again. */
  async reopen(entry) {
    const { id, kept } = entry;
    const blob = await takenOut(entry.blob);
    if (!kept) return this.readKept({ id, blob });
    const own = this.entry = { ...entry, blob };
    const shows = await this.wait(own);
    if (this.entry !== own) return;
    try {
      const photo = shows && { ...JSON.parse(kept).photo, url: shows.url };
      const { shown } = await this.page.ask("reopen", { kept, photo, ...shows });
      if (this.entry === own) this.draw(shown);
    } catch {
      this.unread(own, "damaged_hand");
    }
  }

  /** Open the hand of a link: the kept one with its photo, if it is here; a broken link leaves what is open. */
  async follow(text) {
    const { page } = this;
    const here = (await allHands()).find(entry => entry.link === text);
    if (here) return this.reopen(here);
    try {
      const { told, kept, shown } = await page.ask("follow", text);
      this.entry = { id: Date.now(), blob: null, kept, link: text };
      this.draw(shown);
      page.notice(told);
    } catch {
      return page.notice(page.texts.say.no_linked_hand);
    }
    await this.keep();
  }

  /** Show what is known of a hand before Python draws it: its photo, or its tiles and score when it was last seen. */
  async wait(entry) {
    this.page.clear();
    this.score.clear();
    byId("desk").hidden = true;
    const typed = entry?.groups && !entry.blob;
    const stays = entry?.blob && this.photo.id === entry.id && this.waits.canvas.isConnected; // until it is there anew
    if (!stays) this.waitNoMore(); // the photo before may still be on its way
    if (!stays) redraw(byId("waiting"), typed && el("p", { text: entry.headline }), typed && tilesOf(entry));
    if (!entry?.blob) return null;
    const shows = await this.photo.show(entry.id, entry.blob);
    if (this.photo.id === entry.id && byId("desk").hidden) this.waits.show(shows.url);
    return shows;
  }

  /** Draw the photo that waits for its reading. */
  drawWaiting() {
    this.waits.drawWhole();
    redraw(byId("waiting"), this.waits.canvas);
  }

  /** Handle a better or the last reading of a photo. */
  async hear({ hand: run, shown, kept, last, failed }) {
    const { entry } = this;
    if (!entry || this.runOf.get(entry) !== run) return;
    if (failed) return this.unread(entry, failed);
    Object.assign(entry, { kept, picture: null });
    this.draw(shown);
    await this.keep();
    if (!last) return;
    window.yakulens = last;
    document.body.dataset.read = run;
  }

  /** Go on as another tab has the open hand, unless it has changed here since, or is being read here. */
  async catchUp({ id, kept, link, changed }) {
    const { entry } = this;
    if (entry?.id !== id || !entry.kept || entry.changed >= changed || (this.drawn === entry && this.told.looking)) return;
    Object.assign(entry, { kept, link, changed, picture: null });
    const { shown } = await this.page.ask("catch_up", kept);
    if (this.entry === entry) this.draw(shown);
  }

  /** A hand is not read, for this reason. */
  unread(unread, reason) {
    if (this.entry === unread) this.page.toStart();
    this.page.notice(this.page.why(reason));
    window.yakulens = { failed: reason };
    document.body.dataset.read = `failed-${Date.now()}`;
  }

  /** Store a hand, by default the shown one, as the desk shows it. */
  keep(entry = this.entry, { outcome, hand: laid, tiles } = this.told) {
    const groups = [laid.concealed, ...laid.melds.map(meld => meld.tiles), [laid.win ?? []].flat()]
      .map(uids => uids.map(uid => tiles.find(tile => tile.uid === uid)?.face).filter(Boolean));
    entry.changed = Date.now();
    const { id, kept, link, changed } = entry;
    this.tabs?.postMessage({ id, kept, link, changed });
    return this.page.stored(keepHand({ ...entry, picture: null, headline: outcome?.headline ?? "", groups }));
  }

  /** Carry out what was tapped on the desk, or in the score below it. */
  async tap(message) {
    const { page } = this;
    page.clearNotice();
    const { events } = message;
    const goes = events.find(event => event.do === "go");
    if (goes) {
      const heard = page.ask("hear", message); // whether the next photo shows the same hand, or that the table takes its win
      if (goes.where !== "table") return page.toStart();
      await heard;
      return page.bring();
    }
    if (events.some(event => event.do === "stop") && !this.entry.kept && this.entry.blob) {
      const { id } = this.entry;
      page.toStart();
      return page.stored(forgetHands(id));
    }
    await this.change("hear", message, async shown => ({
      picture: events.some(event => event.do === "picture") ? await drawCard(shown.card) : null, link: null,
    }));
  }

  /** Carry out a tap about the second claim, or about another hand. */
  async claim(does, what) {
    this.page.clearNotice();
    await this.change(does, what, () => ({ picture: null }));
  }

  /** What Python makes of a tap is drawn, unless the hand was left meanwhile, and kept; `besides`: what else changes. */
  async change(does, what, besides) {
    const tapped = this.entry;
    const { kept, shown } = await this.page.ask(does, what);
    chose(shown.chosen);
    Object.assign(tapped, { kept, ...await besides(shown) });
    if (this.entry === tapped) this.draw(shown);
    await this.keep(tapped, shown);
  }

  /** A hand has become a link. */
  linked(entry, text) {
    entry.link = text;
    if (this.entry === entry) this.keep();
  }

  /** Close the hand. */
  close() {
    this.entry = null;
    this.removeDesk?.(); // else what it has sent last is sent again, and leaves the next hand too
    this.removeDesk = this.drawn = null;
    this.page.ask("leave");
    this.photo.hide();
    byId("desk").hidden = true;
    this.score.close();
    this.waitNoMore();
  }

  /** Draw the hand in the page's language. */
  async redraw() {
    if (this.entry) this.draw((await this.page.ask("shown")).shown);
  }

  waitNoMore() {
    byId("waiting").replaceChildren();
    this.waits.close();
  }

  draw(shown) {
    const { entry } = this;
    if (!entry) return; // it was closed meanwhile
    this.told = shown;
    const isNew = this.drawn !== entry;
    this.drawn = entry;
    if (isNew) {
      this.removeDesk?.(); // what was open or enlarged belongs to the hand before
      this.score.leave();
    }
    this.page.clear();
    byId("desk").hidden = false;
    this.removeDesk = show({ data: { ...shown, picture: entry.picture ?? null }, parentElement: byId("desk"), setTriggerValue: (_, message) => this.tap(message) });
    this.waitNoMore();
    this.score.draw(shown, entry);
    if (shown.told) this.page.notice(shown.told);
    if (!isNew) return;
    go(entry.id);
    scrollTo(0, 0);
  }
}
