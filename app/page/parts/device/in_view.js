// Scrolls a new part of the page into view, so that the result of a tap is visible.
const last = {};

export default function ({ data }) {
  const found = document.querySelector(`.st-key-${data.key}`);
  if (!found || data.token === last[data.key]) return;
  last[data.key] = data.token;
  const box = found.getBoundingClientRect();
  if (box.top < 0 || box.top > innerHeight / 2) found.scrollIntoView({ block: "start" });
}
