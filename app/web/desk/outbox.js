// Events that the page has not acknowledged yet: sent in order, and retried until acknowledged.

const RETRY_MS = 1500; // longer than a run of the page takes
const MAX_PAUSE_MS = 24000; // a retry restarts the page's run: on a slow machine one run must finish

const outboxes = new Map();

/** The outbox of everything on the page whose events one counter of Python's acknowledges, by that counter's name. */
export function outboxOf(name) {
  if (!outboxes.has(name)) outboxes.set(name, new Outbox());
  return outboxes.get(name);
}

export class Outbox {
  constructor() {
    this.waiting = [];
    this.last = 0;
    this.send = null;
    this.timer = null;
    this.pause = RETRY_MS;
  }

  /** The page has carried out all events up to `number`; `send` delivers more. */
  acknowledge(number, send) {
    this.send = send;
    this.last = Math.max(this.last, number);
    this.waiting = this.waiting.filter(event => event.n > number);
    if (!this.waiting.length) clearTimeout(this.timer);
  }

  /** Send an event; with `later` (milliseconds) it waits to be sent with others. */
  put(event, later = 0) {
    this.last += 1;
    this.waiting.push({ n: this.last, ...event });
    this.pause = RETRY_MS;
    if (later) this.after(later);
    else this.flush();
  }

  /** Send pending events now and retry with growing pauses: a running page can lose a message. */
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

  /** Stop sending: the desk is removed. */
  close() {
    clearTimeout(this.timer);
    this.send = null;
    this.waiting = [];
  }

  /** The unacknowledged events of a kind. */
  pending(kind) {
    return this.waiting.filter(event => event.do === kind);
  }
}
