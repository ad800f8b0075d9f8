// Questions to another thread and its answers, by number.

/** Gives a function that asks over a port and promises the answer; whatever else comes over it goes to `told`. */
export function asking(port, told) {
  const waiting = new Map();
  let last = 0;
  port.onmessage = ({ data }) => {
    const { done, refused } = waiting.get(data.id) ?? {};
    if (!done) return told(data);
    waiting.delete(data.id);
    if (data.failed === undefined) done(data.answer);
    else refused(new Error(data.failed));
  };
  return (does, what, given = []) => new Promise((done, refused) => {
    waiting.set(last += 1, { done, refused });
    port.postMessage({ id: last, does, what }, given);
  });
}

/** Answers what is asked over a port, one thing after the other, in the order in which it was asked. */
export function answering(port, does) {
  let before = Promise.resolve();
  port.onmessage = ({ data: { id, does: name, what } }) => {
    before = before.then(async () => {
      try {
        port.postMessage({ id, answer: await does[name](what) });
      } catch (error) {
        port.postMessage({ id, failed: String(error?.message ?? error) });
      }
    });
  };
}
