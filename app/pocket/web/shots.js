// The ways to a photo: the viewfinder, the phone's own camera where a browser withholds it, and the library.

import { el } from "./web/desk/dom.js";
import { hasCamera, openFinder } from "./web/camera.js";
import { over } from "./where.js";

/** Ask for a photo from the phone's own camera, or from the library. */
export function pick(fromCamera, take) {
  const where = fromCamera ? { accept: "image/*", capture: "environment" } : { accept: "@ACCEPT@" };
  document.getElementById("picked")?.remove();
  const field = el("input", { type: "file", id: "picked", hidden: true, ...where, onchange: () => field.files[0] && take(field.files[0]) });
  document.body.append(field); // Safari may forget a field that is nowhere on the page
  field.click();
}

export class Shots {
  /** `page` gives the page's texts, asks its engines and says something; `hand` reads a photo; `onWithheld` is called
   * once the browser has refused its camera. */
  constructor(page, hand, onWithheld) {
    Object.assign(this, { page, hand, onWithheld, mayFilm: hasCamera });
  }

  /** The ways to the photo of a new hand. */
  buttons() {
    const { say } = this.page.texts;
    const taken = async ({ target }) => {
      const [blob] = target.files;
      target.value = "";
      if (blob) await this.hand.read(blob);
    };
    const camera = el("input", { type: "file", accept: "image/*", capture: "environment", id: "camera", "data-key": "camera", onchange: taken });
    const library = el("input", { type: "file", accept: "@ACCEPT@", id: "library", onchange: taken });
    return [
      this.mayFilm ? el("button", { class: "pk-button pk-wide pk-strong", id: "finder", "data-key": "camera", text: say.camera, onclick: () => this.film() })
        : el("label", { class: "pk-button pk-wide pk-strong" }, say.camera, camera),
      el("label", { class: "pk-button pk-wide" }, say.library, library),
    ];
  }

  /** A photo from the viewfinder; null if the person closes it. Throws if the browser withholds the camera. */
  async filmed() {
    const { ask, texts } = this.page;
    let taken = null;
    const end = over();
    try {
      await ask("film");
      const look = canvas => {
        const picture = canvas.transferToImageBitmap();
        return ask("aim", picture, [picture]);
      };
      await openFinder(texts.say, look, async (blob, alone) => {
        if (alone && !await ask("passes", blob)) return false;
        taken = blob;
        return true;
      });
    } finally {
      await end();
    }
    return taken;
  }

  /** Open the viewfinder; if the browser withholds the camera, offer the phone's camera app. */
  async film() {
    try {
      const blob = await this.filmed();
      if (blob) await this.hand.read(blob, true);
    } catch (error) {
      this.withheld(error);
    }
  }

  withheld({ message }) {
    this.page.notice(`${this.page.texts.say.no_camera} ${message}`);
    this.mayFilm = false;
    this.onWithheld();
  }

  /** Another look at the open hand. */
  async again() {
    const { hand } = this;
    if (!hand.entry?.blob) return;
    try {
      const blob = this.mayFilm && await this.filmed();
      if (this.mayFilm) return blob && await hand.readAgain(blob, true);
    } catch (error) {
      return this.withheld(error); // the next tap may open the phone's camera
    }
    pick(true, file => hand.readAgain(file, false));
  }
}
