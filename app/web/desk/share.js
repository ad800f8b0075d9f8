// The score as a picture in a sheet, passed to the device's share sheet, or saved without one.

import { button, el, focusOn, iconButton, redraw } from "./dom.js";

export class ShareSheet {
  constructor(desk) {
    this.desk = desk;
    this.file = null;
    this.host = el("div", { class: "yd-sheet yd-share", role: "dialog", tabindex: "-1", hidden: true,
      onkeydown: e => { if (e.key === "Escape") this.desk.closeSheets(); } });
  }

  /** Request the picture; it arrives with the page's answer. */
  open() {
    this.host.hidden = false;
    if (!this.data.picture) this.desk.send({ do: "picture" });
    this.draw();
    focusOn(this.host, "close");
  }

  close() {
    this.host.hidden = true;
  }

  update(data) {
    const fresh = data.picture?.url !== this.data?.picture?.url;
    this.data = data;
    if (fresh) this.fetch(data.picture);
    if (!data.outcome) this.close();
    if (!this.host.hidden) this.draw();
  }

  /** Load the file before the tap that shares it: browsers allow sharing only within a tap. */
  async fetch(picture) {
    this.file = null;
    if (!picture) return;
    const bytes = await (await fetch(picture.url)).blob();
    if (picture.url !== this.data.picture?.url) return;
    this.file = new File([bytes], picture.name, { type: picture.mime });
    if (!this.host.hidden) this.draw();
  }

  draw() {
    const { words, picture } = this.data;
    this.host.setAttribute("aria-label", words.share);
    const content = this.file && { files: [this.file], title: words.share };
    const canShare = Boolean(content && navigator.canShare?.(content));
    redraw(this.host,
      el("div", { class: "yd-sheet-head" },
        el("b", { class: "yd-told", role: "status", text: this.file ? words.share : words.share_wait }),
        iconButton("close", words.close, "×", () => this.desk.closeSheets())),
      el("div", { class: "yd-sheet-body", tabindex: "0", role: "group", "aria-label": words.share },
        this.file ? el("img", { src: picture.url, alt: [words.share_alt, picture.told].filter(Boolean).join(" · ") }) : null),
      el("div", { class: "yd-choices" },
        button("share-go", canShare ? words.share_go : words.save, () => canShare ? this.share(content) : this.save(),
          { class: "yd-strong", disabled: !this.file }),
        button("share-words", words.share_words, () => this.desk.shareWords())));
  }

  async share(content) {
    try {
      await navigator.share(content);
      this.desk.closeSheets();
    } catch (error) {
      if (error.name !== "AbortError") this.save();
    }
  }

  save() {
    el("a", { href: this.data.picture.url, download: this.data.picture.name }).click();
    this.desk.closeSheets();
  }
}
