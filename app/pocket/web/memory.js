// The memory of the networks' engine. It asks for 4 GB at once, shared between threads, which iOS before 18 refuses:
// it gets less, and what it holds can be weighed.

const PAGE = 2 ** 16; // bytes
const MOST = [1024, 768, 512, 384, 256].map(megabytes => megabytes * 2 ** 20 / PAGE);
const { Memory } = WebAssembly;
const given = [];

WebAssembly.Memory = class extends Memory {
  constructor(wanted) {
    super(wanted.shared ? granted(wanted) : wanted);
    if (wanted.shared && wanted.maximum) given.push(this);
  }
};

/** What is wanted with the highest maximum that the browser grants. */
function granted(wanted) {
  for (const maximum of MOST.filter(most => most < wanted.maximum && most >= wanted.initial)) {
    try {
      new Memory({ ...wanted, maximum });
      return { ...wanted, maximum };
    } catch { /* the next one is smaller */ }
  }
  return wanted;
}

/** Bytes that the engine holds; they only grow until its thread ends. */
export function held() {
  return given.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
}
