// The hand in tiles: each is a named button, so that keyboards and screen readers reach it too.

import { button, el, isNew, redraw, tileButton, tileImage } from "./dom.js";

const MARK = { rotated: "yd-rot", stacked: "yd-stack" };

export class HandView {
  constructor(desk) {
    this.desk = desk;
    this.rows = el("div", { class: "yd-rows" });
    this.tools = el("div", { class: "yd-tools" });
    this.host = el("section", { class: "yd-hand" }, this.rows, this.tools);
  }

  update(data, pending, selected) {
    const { language, tiles, hand, can, sides, own, words } = data;
    if (!isNew(this, language, tiles, hand, can, sides, own, pending, selected)) return;
    const open = this.rows.querySelector("details")?.open ?? Boolean(own?.length);
    this.data = data;
    this.selected = selected;
    this.tiles = new Map(tiles.map(tile => [tile.uid, tile]));
    this.host.setAttribute("aria-label", words.hand);
    const called = hand.melds.map(meld => this.meld(meld));
    redraw(this.rows, this.concealed(pending), called.length ? el("div", { class: "yd-row" }, ...called) : null,
      this.strip("indicators", hand.indicators), this.strip("ura", hand.ura), this.others(hand.others, open));
    redraw(this.tools, ...this.actions());
  }

  /** How high the hand is, with what changes it or without, pixels; tiles beside it are not of it. */
  height(isAlone) {
    const [rows, beside] = [this.rows, this.rows.querySelector("details")];
    return (isAlone ? rows : this.host).offsetHeight - (beside ? beside.offsetHeight - (isAlone ? 0 : beside.firstElementChild.offsetHeight) : 0);
  }

  tile(uid, extra = "") {
    const tile = this.tiles.get(uid);
    const doubt = tile.doubt ? "yd-doubt" : "";
    const chosen = uid === this.selected ? "yd-chosen" : "";
    const own = this.data.own?.includes(uid) ? "yd-own" : "";
    const back = tile.lie === "face_down" ? "back" : tile.face;
    return tileButton(`tile-${uid}`, back, tile.name, () => this.desk.tapTile(uid),
      { "aria-label": tile.told, class: `${extra} ${doubt} ${chosen} ${own} ${MARK[tile.lie] ?? ""}` });
  }

  /** The concealed tiles; the winning one never stands alone on a line. */
  concealed(pending) {
    const { concealed, win } = this.data.hand;
    const shown = concealed.map(uid => this.tile(uid));
    const coming = pending.filter(event => event.place === "concealed" || event.place === "win")
      .map(({ face }) => tileImage(face, this.data.faces[face], "yd-coming"));
    const last = win === null ? [] : [...shown.splice(-1), this.tile(win, "yd-won")];
    if (!shown.length && !last.length && !coming.length) return null;
    return el("div", { class: "yd-row", role: "group", "aria-label": this.data.words.held }, ...shown,
      el("span", { class: "yd-together" }, ...last), ...coming);
  }

  meld(meld) {
    const high = meld.kind === "added_kan" ? " yd-high" : "";
    return el("span", { class: `yd-meld${high}`, role: "group", "aria-label": meld.label },
      ...meld.tiles.map(uid => this.tile(uid)));
  }

  strip(key, uids) {
    if (!uids.length) return null;
    const label = this.data.words[key];
    return el("div", { class: "yd-row yd-small", role: "group", "aria-label": label },
      el("span", { class: "yd-label", text: label }), ...uids.map(uid => this.tile(uid)));
  }

  /** What lies beside the hand; discards that lie on no photo are drawn with the waits, where they are told. */
  others(all, open) {
    const uids = all.filter(uid => !this.data.own?.includes(uid) || this.tiles.get(uid).quad);
    if (!uids.length) return null;
    return el("details", { class: "yd-others", "data-fold": "others", open },
      el("summary", { "data-key": "others", text: `${this.data.words.others} (${uids.length})` }),
      el("div", { class: "yd-row" }, ...uids.map(uid => this.tile(uid))));
  }

  actions() {
    const { can, words, hand, sides } = this.data;
    const act = (key, event) => button(key, words[key], () => this.desk.send(event));
    return [
      ...sides.map(({ side, label }) => button(`side-${side}`, label, () => this.desk.send({ do: "hand", side }))),
      button("add", words.add, () => this.desk.openKeys("concealed")),
      can.undo ? act("undo", { do: "undo" }) : null,
      can.first ? act("first", { do: "first" }) : null,
      hand.concealed.length > 1 ? act("sort", { do: "sort" }) : null,
    ];
  }
}
