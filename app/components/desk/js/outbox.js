// Events that the page has not acknowledged yet: sent in order, and again until it has.

const RETRY_MS = 1500; // longer than a run of the page takes
const MAX_PAUSE_MS = 24000; // what is sent again begins the page's run anew: on a slow machine one must come to its end

export class Outbox {
  constructor() {
    this.waiting = [];
    this.last = 0;
    this.send = null;
    this.timer = null;
    this.pause = RETRY_MS;
  }

  /** The page says up to which event it has carried them out; `send` is how it gets more. */
  acknowledge(number, send) {
    this.send = send;
    this.last = Math.max(this.last, number);
    this.waiting = this.waiting.filter(event => event.n > number);
    if (!this.waiting.length) clearTimeout(this.timer);
  }

  /** Send an event; with `later` (milliseconds) it waits for others to be sent with. */
  put(event, later = 0) {
    this.last += 1;
    this.waiting.push({ n: this.last, ...event });
    this.pause = RETRY_MS;
    if (later) this.after(later);
    else this.flush();
  }

  /** Send at once what waits, and again, ever less often: a message to a page that runs can be lost. */
  flush() {
    clearTimeout(this.timer);
    if (!this.waiting.length) return;
    this.send?.({ events: this.waiting });
    this.after(this.pause);
    this.pause = Math.min(this.pause * 2, MAX_PAUSE_MS);
  }

  after(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), milliseconds);
  }

  /** Send nothing more: the desk goes. */
  close() {
    clearTimeout(this.timer);
    this.send = null;
    this.waiting = [];
  }

  /** The taps that the page has not answered yet. */
  pending(kind) {
    return this.waiting.filter(event => event.do === kind);
  }
}
