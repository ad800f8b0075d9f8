// What the reader answers about tiles cut out of a photo; what that means is Python's to say.

import { CROP, crop } from "./pixels.js";

const SIZE = 3 * CROP.width * CROP.height;
const HEADS = ["faces", "ups", "corners", "present"];

export class Reader {
  constructor(session, ort, batch) {
    Object.assign(this, { session, ort, batch });
  }

  /** The numbers of each quad's answer, one after the other. */
  async once(photo, quads) {
    const answers = [];
    for (let start = 0; start < quads.length; start += this.batch) {
      const part = quads.slice(start, start + this.batch);
      const data = new Float32Array(part.length * SIZE);
      part.forEach((quad, k) => crop(photo, quad, data, k * SIZE));
      const feeds = { crops: new this.ort.Tensor("float32", data, [part.length, 3, CROP.height, CROP.width]) };
      const said = await this.session.run(feeds, HEADS);
      const each = HEADS.map(head => said[head].data.length / part.length);
      part.forEach((_, k) => HEADS.forEach((head, h) => answers.push(...said[head].data.subarray(k * each[h], (k + 1) * each[h]))));
    }
    return Float32Array.from(answers);
  }
}
