// What was tapped and is not yet known to have been heard: sent in order, and again until it is.

export class Outbox {
  constructor() {
    this.waiting = [];
    this.last = 0;
    this.send = null;
    this.timer = null;
  }

  /** The page says up to which event it has heard; `send` is how it hears more. */
  heard(number, send) {
    this.send = send;
    this.last = Math.max(this.last, number);
    this.waiting = this.waiting.filter(event => event.n > number);
  }

  /** Send an event; with `later` (milliseconds) it waits for others to be sent with. */
  put(event, later = 0) {
    this.last += 1;
    this.waiting.push({ n: this.last, ...event });
    clearTimeout(this.timer);
    if (later) this.timer = setTimeout(() => this.flush(), later);
    else this.flush();
  }

  /** Send at once what waits. */
  flush() {
    clearTimeout(this.timer);
    if (this.waiting.length) this.send?.({ events: this.waiting });
  }

  /** The taps that the page has not answered yet. */
  pending(kind) {
    return this.waiting.filter(event => event.do === kind);
  }
}
