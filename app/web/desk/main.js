// The desk: the photo, the hand in tiles, the dock, a tile's sheet and the tile keyboard, drawn from data alone.

import { el, focusOn } from "./dom.js";
import { Dock } from "./dock.js";
import { HandView } from "./hand.js";
import { outboxOf } from "./outbox.js";
import { PhotoView } from "./photo.js";
import { ShareSheet } from "./share.js";
import { Speaker, changes } from "./spoken.js";
import { TileKeys } from "./keys.js";
import { TileSheet } from "./sheet.js";

const ANCHOR = "score-in-full";
const desks = new WeakMap();

/** Resolves once the style is loaded, before which nothing is drawn. Last in the page, it overrides others. */
export const styled = new Promise(loaded => document.body.append(el("link", { rel: "stylesheet",
  href: new URL("../desk.css", import.meta.url).href, onload: loaded, onerror: loaded })));

class Desk {
  constructor(parent, outbox) {
    this.outbox = outboxOf(outbox);
    this.speaker = new Speaker(this);
    this.holding = false;
    this.calls = 0;
    this.photo = new PhotoView(this);
    this.hand = new HandView(this);
    this.sheet = new TileSheet(this);
    this.keys = new TileKeys(this);
    this.sharing = new ShareSheet(this);
    this.dock = new Dock(this);
    this.toast = el("div", { class: "yd-toast", role: "status" });
    this.root = el("div", { class: "yd" }, this.photo.host, this.hand.host, this.dock.host, this.sheet.host,
      this.keys.host, this.sharing.host, this.toast, this.speaker.host);
    parent.append(this.root);
    new ResizeObserver(() => this.photo.giveWay()).observe(this.hand.rows);
  }

  /** How far below the window's top the desk begins while the page is not scrolled, pixels. */
  top() {
    let scrolled = scrollY;
    for (let part = this.root.parentElement; part; part = part.parentElement) scrolled += part === document.documentElement ? 0 : part.scrollTop;
    return this.root.getBoundingClientRect().top + scrolled;
  }

  update(data, send) {
    this.outbox.acknowledge(data.heard, send);
    const first = !this.data;
    const before = first ? 0 : this.data.tiles.length;
    // Nobody asked for a better reading's changes: they open no sheet, and sheets about old tiles close.
    const wasLooking = !first && Boolean(this.data.looking);
    this.speaker.say(...changes(first ? [] : this.data.tiles, data));
    this.data = data;
    this.photo.update(data);
    this.sheet.update(data, this.photo.picture);
    this.drawHand();
    this.sharing.update(data);
    this.dock.update(data);
    this.keys.update();
    this.dock.host.classList.toggle("yd-inline", Boolean(data.inline));
    this.dock.host.hidden = !(data.asked || data.outcome || data.questions.length || data.chips.length);
    this.root.dataset.heard = data.heard;
    this.root.dataset.looking = data.looking;
    if (first && !data.photo && !data.looking && !data.tiles.length) this.openKeys("concealed");
    if (first && data.held) this.send({ do: "hold", on: false });
    const added = data.tiles.at(-1);
    if (!first && !wasLooking && data.tiles.length > before && added.quad && added.doubt) this.openTile(added.uid);
    else this.highlight();
  }

  drawHand() {
    this.hand.update(this.data, this.outbox.pending("tap"), this.sheet.uid);
  }

  highlight() {
    const noSheet = this.sheet.uid === null;
    this.photo.highlight(noSheet ? this.dock.tiles() : [], this.sheet.uid, noSheet && Boolean(this.picks()));
  }

  send(event, later = 0) {
    this.outbox.put(event, later);
    this.root.dataset.sent = this.outbox.last;
    this.drawHand();
  }

  /** An open tile's sheet or keyboard defers a better reading, so the hand stays as shown. */
  hold(on) {
    if (on === this.holding || (on && !this.data.looking)) return;
    this.holding = on;
    this.send({ do: "hold", on });
  }

  opens(what) {
    const [kind, which] = what.split(":");
    if (kind === "tile") this.openTile(Number(which));
    else if (kind === "keys") this.openKeys(which);
    else if (kind === "box") this.photo.draw(true);
    else if (kind === "share") this.openShare();
    else if (kind === "look") this.root.dispatchEvent(new CustomEvent("yl-look", { bubbles: true })); // the page has the camera
    else if (kind === "score") this.details();
  }

  /** Where a tile goes that is tapped or drawn as the dock's answer; null if the dock asks for no tile. */
  picks() {
    return this.dock.asked()?.picks || null;
  }

  /** Tapping a tile beside the hand answers a question for one; other taps open its sheet. */
  tapTile(uid) {
    if (!this.isPicked(uid)) return this.openTile(uid);
    if (this.dock.held) return;
    this.dock.hold();
    this.send({ do: "move", uid, place: this.picks() });
  }

  /** Whether a tap on this tile answers the dock's question: it is offered, or lies face up and nobody has it or had it. */
  isPicked(uid) {
    if (!this.picks() || this.sheet.uid !== null || this.data.own?.includes(uid)) return false;
    const tile = this.data.tiles.find(each => each.uid === uid);
    const isLoose = !tile.row && !tile.calls.length && !["back", "other"].includes(tile.face);
    return tile.part === "others" && (isLoose || this.dock.tiles().includes(uid));
  }

  /** The dock has gone on to its next question: the photo shows its tiles, and a keyboard for the last one closes. */
  asksAnew() {
    this.keys.update();
    this.highlight();
  }

  /** Whether something covers the dock that a person opened. */
  isCovered() {
    return this.sheet.uid !== null || (this.keys.place !== null && !this.keys.isRow());
  }

  openTile(uid, fromSheet = false) {
    if (!fromSheet) this.openedBy = document.activeElement?.dataset?.key;
    this.hold(true);
    this.keys.close();
    if (fromSheet) this.sheet.go(uid);
    else this.sheet.open(uid);
    this.drawHand();
    this.highlight();
  }

  openKeys(place) {
    this.openedBy = document.activeElement?.dataset?.key;
    this.hold(true);
    this.sheet.close();
    this.keys.open(place);
    this.highlight();
  }

  openShare() {
    this.openedBy = document.activeElement?.dataset?.key;
    this.sharing.open();
  }

  closeSheets() {
    const last = this.sheet.uid;
    this.sheet.close();
    this.keys.close();
    this.sharing.close();
    this.dock.hold(); // a second tap on what covered it does not fall through to an answer
    this.drawHand();
    this.highlight();
    this.hold(false);
    const focusKeys = last !== null && this.openedBy?.startsWith("tile-") ? [`tile-${last}`, this.openedBy] : [this.openedBy, `tile-${last}`];
    focusKeys.some(key => key && focusOn(this.root, key));
  }

  /** Go to the full score; a screen reader continues there. */
  details() {
    const score = document.getElementById(ANCHOR);
    if (!score) return;
    score.scrollIntoView({ block: "start" });
    score.tabIndex = -1;
    score.focus({ preventScroll: true });
  }

  /** Share the score as text with the device's share sheet, or else copy it. */
  async shareWords() {
    const { share } = this.data.outcome;
    try {
      if (navigator.share) await navigator.share({ text: share });
      else {
        await navigator.clipboard.writeText(share);
        this.showToast(this.data.words.shared);
      }
    } catch (error) {
      if (error.name !== "AbortError") this.showToast(share);
    }
  }

  showToast(words) {
    this.toast.textContent = words;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.toast.textContent = ""; }, 4000);
  }
}

/**
 * Streamlit calls this with every change of the data, and calls the returned function to remove the desk. If the data
 * changed while these scripts loaded, it also calls the functions of earlier calls: the desk must stay.
 */
export default function show({ data, parentElement, setTriggerValue }) {
  if (!desks.has(parentElement)) desks.set(parentElement, new Desk(parentElement, data.outbox));
  const desk = desks.get(parentElement);
  const call = desk.calls += 1;
  desk.update(data, message => setTriggerValue("taps", message));
  return () => {
    if (desk.calls !== call) return;
    desk.outbox.close();
    desk.photo.picture.close();
    desk.root.remove();
    desks.delete(parentElement);
  };
}
