// Teaching a tile set in Python's thread: the photos of its rows are opened one at a time, their tiles found, and the
// set learnt, while other requests are answered in between.

const COPY = "laid-copy"; // the altered copy of the open photo

export class Taught {
  /** `python` promises Pyodide, `engine` asks the thread with pixels and networks, which `thread` promises; `answerAll`
   * answers what Python asks of them, and `post` tells the page how far it is. */
  constructor(told) {
    Object.assign(this, { ...told, language: null, blobs: {}, opened: null, by: null, run: 0 });
  }

  /** Pictures that the other thread must keep. */
  get pictures() {
    return this.opened ? [this.opened, COPY] : [];
  }

  /** Open a photo of rows in place of the one before, unless it is open; other pictures are none of these. */
  async open(name) {
    const blob = this.blobs[name];
    const thread = await this.thread();
    if (!blob || (this.opened === name && this.by === thread)) return this.size;
    if (this.opened) await this.engine("drop", { names: this.pictures });
    this.size = await this.engine("open", { blob, name });
    [this.opened, this.by] = [name, thread];
    return this.size;
  }

  /** Let go of all photos. */
  async close() {
    const names = this.pictures;
    Object.assign(this, { blobs: {}, opened: null });
    if (names.length) await this.engine("drop", { names });
  }

  /** Python's side, started when first needed. */
  async teacher() {
    const { pyodide } = await this.python;
    this.made ??= (async () => {
      const card = await (await fetch("./card.json")).text();
      const { known } = JSON.parse(card).reader;
      const data = new Uint8Array(await (await fetch(`./models/${known}`)).arrayBuffer());
      return pyodide.pyimport("yakulens.app.pocket.teaching").Teacher.of(card, pyodide.toPy(data));
    })();
    const teacher = await this.made.catch(error => { this.made = null; throw error; });
    if (this.language) teacher.language = this.language;
    return { pyodide, teacher };
  }

  /** A request of the page, by its name. */
  async asked({ does, ...what }) {
    return this[`on_${does}`](await this.teacher(), what);
  }

  on_order = ({ teacher }) => JSON.parse(teacher.order());

  on_described = ({ pyodide, teacher }, { data, file }) => JSON.parse(teacher.described(pyodide.toPy(new Uint8Array(data)), file));

  /** Begin with a name; returns what is wrong with it. */
  on_begin = ({ teacher }, { name, reds }) => teacher.begin(name, reds ?? undefined);

  /** Start to read the photos, then carry out what was tapped before; the page is told. */
  on_read = (made, { blobs, sums, taps }) => {
    this.blobs = Object.fromEntries(blobs.map((blob, at) => [`laid-${at}`, blob]));
    this.opened = null;
    this.go(made, async ({ pyodide, teacher }, stops) => {
      for (const [at, name] of Object.keys(this.blobs).entries()) {
        const { width, height } = await this.open(name);
        await this.answerAll(teacher.survey(name, sums[at], height, width));
        if (stops()) return;
        this.post({ doing: "reading", done: (at + 1) / blobs.length });
      }
      teacher.label();
      for (const tap of taps) teacher.tap(pyodide.toPy(tap));
    });
  };

  /** An answer to a doubt; once none is open the set is learnt, and the page is told. */
  on_tap = (made, { tap }) => {
    made.teacher.tap(made.pyodide.toPy(tap));
    this.go(made, async () => null);
  };

  /** A tile's picture: RGBA pixels and their size. */
  on_tile = (_, { picture, quad }) => this.engine("tile", { name: picture, quad }, [], () => this.open(picture));

  /** The learnt set's file. */
  on_file = ({ teacher }) => {
    const data = teacher.file();
    const bytes = data.toJs();
    data.destroy();
    return bytes;
  };

  /** Leave the teaching. */
  on_leave = async () => {
    this.run += 1;
    await this.close();
  };

  /** Do some work, then learn the set if nothing is open; tell the page what came of it, unless it left meanwhile. */
  async go({ pyodide, teacher }, work) {
    const run = this.run += 1;
    const stops = () => this.run !== run;
    try {
      await work({ pyodide, teacher }, stops);
      if (!stops() && teacher.is_ready) {
        this.post({ doing: "learning", done: 0 });
        const tell = done => stops() || this.post({ doing: "learning", done });
        await this.answerAll(teacher.learn(`${new Date().toISOString().slice(0, 19)}+00:00`, tell));
      }
      if (!stops()) this.post({ ready: true });
    } catch (error) {
      if (!stops()) this.post({ failed: String(error?.message ?? error) });
    }
  }

  /** What the page shows of the teaching. */
  on_shown = ({ teacher }, { kept }) => JSON.parse(teacher.shown(kept));
}
