// Speaks a sentence when it has changed; one that is there at first is read with the page.
const spoken = new WeakMap();

export default function ({ data, parentElement }) {
  const before = spoken.get(parentElement);
  spoken.set(parentElement, data.sentence);
  if (before !== undefined && before !== data.sentence) parentElement.querySelector(".yl-said").textContent = data.sentence;
}
