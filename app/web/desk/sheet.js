// One tile in a sheet at the bottom of the screen: its picture, its face and its role.

import { button, el, focusOn, iconButton, isNew, onKey, redraw, tileButton } from "./dom.js";

const SUITS = ["m", "p", "s"];
export const ALL_FACES = [
  ...SUITS.map(suit => [1, 2, 3, 4, 5, 6, 7, 8, 9].map(rank => `${rank}${suit}`)),
  [1, 2, 3, 4, 5, 6, 7].map(rank => `${rank}z`),
];
const RARE = ["0m", "0p", "0s", "back", "other"];
const MARGIN = 0.18; // of a tile's size: margin around its cut-out
const MOST_LIKELY = 4; // fit on a phone beside the current face and the button for all

/** A named group of buttons. */
function choices(label, ...buttons) {
  return el("div", { class: "yd-choices", role: "group", "aria-label": label }, ...buttons);
}

export class TileSheet {
  constructor(desk) {
    this.desk = desk;
    this.uid = null;
    this.showsAll = false;
    this.head = el("div", { class: "yd-sheet-head" });
    this.body = el("div", { class: "yd-sheet-body" });
    const keys = { Escape: () => desk.closeSheets(), PageDown: () => this.step(1), PageUp: () => this.step(-1) };
    this.host = el("div", { class: "yd-sheet", role: "dialog", tabindex: "-1", hidden: true,
      onkeydown: e => onKey(e, keys) }, this.head, this.body);
  }

  open(uid) {
    this.shown = null;
    this.go(uid);
    focusOn(this.host, "close") || this.host.focus({ preventScroll: true });
  }

  close() {
    this.uid = null;
    this.host.hidden = true;
  }

  update(data, picture) {
    const before = this.tile();
    this.data = data;
    this.picture = picture;
    // A better reading renumbers its tiles: a sheet must not switch to another tile.
    if (this.uid !== null && String(this.tile()?.quad) !== String(before?.quad)) this.desk.closeSheets();
    this.draw();
  }

  tile() {
    return this.data?.tiles.find(tile => tile.uid === this.uid);
  }

  draw() {
    this.host.hidden = this.uid === null;
    if (this.uid === null) return;
    const tile = this.tile();
    if (!isNew(this, tile, this.showsAll, this.data.hand, this.data.can, this.data.language)) return;
    const { sheet, colon, pause } = this.data.words;
    this.host.setAttribute("aria-label", `${sheet}${colon}${tile.told}${pause}${tile.how}`);
    redraw(this.head, ...this.heading(tile));
    redraw(this.body, ...(this.showsAll ? this.allFaces(tile) : this.choices(tile)));
    this.drawTile();
  }

  /** Draw the tile as the photo shows it, if that is here. */
  drawTile() {
    const canvas = this.uid === null ? null : this.head.querySelector("canvas");
    if (canvas) cutOut(canvas, this.picture.bitmap, this.data.photo, this.tile().quad);
  }

  heading(tile) {
    const { words } = this.data;
    const onPhoto = tile.quad && this.data.photo;
    const picture = onPhoto ? el("canvas", { width: 180, height: 216, class: "yd-cut", "aria-hidden": "true" }) : null;
    return [
      picture,
      el("span", { class: `yd-tile yd-large is-${tile.face}`, "aria-hidden": "true" }),
      el("div", { class: "yd-told" }, el("b", { text: tile.name }), el("span", { text: tile.how })),
      iconButton("previous", words.previous, "‹", () => this.step(-1)),
      iconButton("next", words.next, "›", () => this.step(1)),
      iconButton("close", words.close, "×", () => this.desk.closeSheets()),
    ];
  }

  /** Go to the next or previous tile: hand, melds, indicators, then the others. */
  step(by) {
    const { hand } = this.data;
    const win = hand.win === null ? [] : [hand.win];
    const order = [...hand.concealed, ...win, ...hand.melds.flatMap(meld => meld.tiles), ...hand.indicators, ...hand.ura,
      ...hand.others];
    const next = order.indexOf(this.uid) + by;
    this.desk.openTile(order[(next + order.length) % order.length], true);
    const { told, how } = this.tile();
    this.desk.speaker.say(told + this.data.words.pause + how);
  }

  go(uid) {
    this.uid = uid;
    this.showsAll = false;
    this.draw();
  }

  face(tile, face, extra = {}) {
    return tileButton(`face-${face}`, face, this.data.faces[face], () => {
      if (face !== tile.face) this.desk.send({ do: "face", uid: tile.uid, face });
      this.desk.closeSheets();
    }, { ...extra, "aria-pressed": String(face === tile.face) });
  }

  choices(tile) {
    const { words } = this.data;
    const faces = el("div", { class: "yd-faces", role: "group", "aria-label": words.likely },
      this.face(tile, tile.face, { class: "yd-chosen" }), ...tile.likely.slice(0, MOST_LIKELY).map(face => this.face(tile, face)),
      button("all-faces", words.all_faces, () => { this.showsAll = true; this.draw(); }));
    return [this.rows(tile), faces, this.named("is", this.parts(tile)), this.named("meld", this.meldTools(tile)), this.newMelds(tile)];
  }

  /** A group with its label. */
  named(key, group) {
    group?.prepend(el("span", { class: "yd-label", "aria-hidden": "true", text: this.data.words[key] }));
    return group;
  }

  /** A button that sends an event, if any, and closes the sheet. */
  settles(key, label, event, props = {}) {
    return button(key, label, () => {
      if (event) this.desk.send(event);
      this.desk.closeSheets();
    }, props);
  }

  /** A tile beside the hand stands for its row: the hand, or a called set. */
  rows(tile) {
    if (!tile.row && !tile.calls.length) return null;
    const { uid, row, calls } = tile;
    return choices(this.data.words.is,
      row ? this.settles("row", this.data.words.this_row, { do: "row", uid }, { class: "yd-strong" }) : null,
      ...calls.map(({ origin, label }) => this.settles(`called-${origin}`, label, { do: "call", uid, origin }, { class: "" })));
  }

  allFaces(tile) {
    return [...ALL_FACES, RARE].map(row =>
      el("div", { class: "yd-keys-row" }, ...row.map(face => this.face(tile, face))));
  }

  /** The tile's role. */
  parts(tile) {
    const { words, can, hand, own } = this.data;
    const part = (key, label, isNow, event) => this.settles(key, label, isNow ? null : event, { "aria-pressed": String(isNow) });
    const move = (key, label, place, isNow) => part(`is-${key}`, label, isNow, { do: "move", uid: tile.uid, place });
    return choices(words.is,
      move("held", words.held, "concealed", tile.part === "hand"),
      move("win", words.win, "win", tile.part === "win"),
      ...hand.melds.filter(meld => tile.meld === meld.number || meld.tiles.length < 4).map(meld =>
        move(`meld-${meld.number}`, words.in_meld.replace("{n}", meld.number + 1), meld.number, tile.meld === meld.number)),
      can.indicators ? move("indicators", words.indicators, "indicators", tile.part === "indicators") : null,
      can.ura ? move("ura", words.ura, "ura", tile.part === "ura") : null,
      move("others", words.not_hand, "others", tile.part === "others"),
      own && tile.part === "others"
        ? part("own", words.own, own.includes(tile.uid), { do: "own", uids: [tile.uid], own: true }) : null,
      own?.includes(tile.uid) ? part("not-own", words.not_own, false, { do: "own", uids: [tile.uid], own: false }) : null,
      part("is-none", words.remove, false, { do: "remove", uid: tile.uid }));
  }

  meldTools(tile) {
    const { words, hand } = this.data;
    const meld = hand.melds[tile.meld];
    if (!meld) return null;
    const turned = tile.lie === "rotated";
    const number = meld.number;
    const act = (key, label, event, pressed = null) => button(key, label, () => this.desk.send(event),
      { "aria-pressed": pressed === null ? null : String(pressed) });
    return choices(words.meld,
      ...meld.kinds.map(({ kind, label }) => act(`kind-${kind}`, label, { do: "meld_kind", number, kind }, kind === meld.kind)),
      // After the kinds, which stay where they are when another one is chosen.
      meld.kind === "closed_kan" ? null : act("turned", words.turned, { do: "turn", uid: tile.uid, turned: !turned }, turned),
      ...meld.origins.map(({ origin, label }) =>
        act(`from-${origin}`, label, { do: "meld_from", number, origin }, origin === meld.origin)),
      act("apart", words.apart, { do: "meld_apart", number }),
      act("meld-remove", words.meld_remove, { do: "meld_remove", number }));
  }

  newMelds(tile) {
    if (!tile.melds.length) return null;
    const { make } = this.data.words;
    return choices(make, el("span", { class: "yd-label", text: make }),
      ...tile.melds.map(({ kind, uids, label }) => this.settles(`make-${label}`, label, { do: "make_meld", kind, uids })));
  }
}

/** Draw the tile with these corners (top left first, clockwise, photo pixels) and a margin onto a canvas. */
function cutOut(canvas, bitmap, photo, quad) {
  const pen = canvas.getContext("2d");
  const { width, height } = canvas;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, width, height);
  if (!bitmap) return; // it has not come yet
  const shown = bitmap.width / photo.width;
  const [a, b, , d] = quad.map(point => point.map(side => side * shown));
  const [right, down] = [[b[0] - a[0], b[1] - a[1]], [d[0] - a[0], d[1] - a[1]]];
  const across = Math.hypot(...right);
  const along = Math.hypot(...down);
  const scale = Math.min(width / across, height / along) / (1 + 2 * MARGIN);
  const turn = Math.atan2(right[1], right[0]);
  const middle = [a[0] + (right[0] + down[0]) / 2, a[1] + (right[1] + down[1]) / 2];
  pen.translate(width / 2, height / 2);
  pen.scale(scale, scale);
  pen.rotate(-turn);
  pen.translate(-middle[0], -middle[1]);
  pen.drawImage(bitmap, 0, 0);
}
