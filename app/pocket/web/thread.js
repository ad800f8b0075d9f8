// Questions to another thread and its answers, by number.

/** Returns a function that asks over a port and promises the answer; other messages go to `onOther`. */
export function asking(port, onOther) {
  const waiting = new Map();
  let last = 0;
  port.onmessage = ({ data }) => {
    const { resolve, reject } = waiting.get(data.id) ?? {};
    if (!resolve) return onOther(data);
    waiting.delete(data.id);
    if (data.failed === undefined) resolve(data.answer);
    else reject(new Error(data.failed));
  };
  return (does, what, transfer = []) => new Promise((resolve, reject) => {
    waiting.set(last += 1, { resolve, reject });
    port.postMessage({ id: last, does, what }, transfer);
  });
}

/** Answers questions over a port one after the other, in their order; those of `atOnce` wait for none before them. */
export function answering(port, does, atOnce = []) {
  let before = Promise.resolve();
  port.onmessage = ({ data: { id, does: name, what } }) => {
    const answer = async () => {
      try {
        port.postMessage({ id, answer: await does[name](what) });
      } catch (error) {
        port.postMessage({ id, failed: String(error?.message ?? error) });
      }
    };
    if (atOnce.includes(name)) answer();
    else before = before.then(answer);
  };
}
