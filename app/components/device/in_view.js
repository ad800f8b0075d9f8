// Brings a part of the page into view when it has come: what a tap made appear is never out of sight.
const last = {};

export default function ({ data }) {
  const found = document.querySelector(`.st-key-${data.key}`);
  if (!found || data.token === last[data.key]) return;
  last[data.key] = data.token;
  const box = found.getBoundingClientRect();
  if (box.top < 0 || box.top > innerHeight / 2) found.scrollIntoView({ block: "start" });
}
