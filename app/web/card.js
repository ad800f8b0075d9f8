// The ruling card as a picture, drawn only from its lines, with the page's tile pictures.

const WIDTH = 720;
const PAD = 32;

/** The card as a PNG for the desk's share sheet; null without a score. */
export async function drawCard(card) {
  if (!card) return null;
  const canvas = new OffscreenCanvas(WIDTH, 4000);
  const pen = canvas.getContext("2d");
  pen.lang = document.documentElement.lang; // Chinese and Japanese draw the same character differently
  pen.fillStyle = "#fffdf8";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  let y = PAD;
  const write = (text, { size = 20, bold = false, soft = false, right = "" } = {}) => {
    pen.font = `${bold ? "700 " : ""}${size}px system-ui, sans-serif`;
    pen.fillStyle = soft ? "#5c6b64" : "#1c2a25";
    const room = WIDTH - 2 * PAD - (right ? pen.measureText(right).width + 16 : 0);
    if (right) pen.fillText(right, WIDTH - PAD - pen.measureText(right).width, y + size);
    for (const line of wrapped(pen, text, room)) {
      pen.fillText(line, PAD, y + size);
      y += Math.round(size * 1.4);
    }
  };
  write(card.heading, { size: 18, soft: true });
  write(card.rules, { bold: true });
  write(card.headline, { size: 40, bold: true });
  write(card.worth, { size: 22 });
  y = await tiles(pen, card.hand, y + 8) + 12;
  write(card.situation, { size: 17, soft: true });
  const signed = points => points.toLocaleString("en", { signDisplay: "exceptZero" }).replace("-", "\u2212");
  for (const seat of card.seats) write([seat.wind, seat.name].filter(Boolean).join(" · "), { right: signed(seat.change) });
  for (const part of card.parts) {
    y += 12;
    write(part.heading, { bold: true });
    for (const line of part.lines) {
      write(line.text, { size: 18, right: line.number });
      if (line.cite) write(line.cite, { size: 14, soft: true });
    }
  }
  const whole = new OffscreenCanvas(WIDTH, y + PAD);
  whole.getContext("2d").drawImage(canvas, 0, 0);
  const url = URL.createObjectURL(await whole.convertToBlob({ type: "image/png" }));
  return { name: "yakulens-ruling.png", mime: "image/png", url };
}

function wrapped(pen, text, room) {
  const lines = [""];
  for (const word of text.split(/(?<=\s)/)) {
    for (const part of pen.measureText(word).width > room ? [...word] : [word]) {
      if (pen.measureText(lines.at(-1) + part).width > room && lines.at(-1)) lines.push("");
      lines[lines.length - 1] += part;
    }
  }
  return lines;
}

async function tiles(pen, groups, top) {
  const [width, height] = [33, 44];
  const row = groups.flat().some(tile => tile.stacked) ? 2 * width : height; // the added tile of a kan lies above
  let x = PAD;
  for (const group of groups) {
    if (x + group.length * width > WIDTH - PAD) [x, top] = [PAD, top + row + 8];
    for (const tile of group) {
      const face = await picture(tile.face);
      const [across, up] = tile.rotated || tile.stacked ? [height, width] : [width, height];
      if (tile.stacked) x -= height;
      pen.save();
      pen.translate(x + across / 2, top + row - up / 2 - (tile.stacked ? width : 0));
      if (across === height) pen.rotate(-Math.PI / 2);
      pen.strokeStyle = tile.won ? "#0f6b52" : "#b9c2bd";
      pen.strokeRect(-width / 2 + 1, -height / 2 + 1, width - 2, height - 2);
      pen.drawImage(face, -width / 2 + 3, -height / 2 + 3, width - 6, height - 6);
      pen.restore();
      x += across;
    }
    x += 12;
  }
  return top + row;
}

function picture(face) {
  return new Promise((done, failed) => {
    const image = new Image(150, 200);
    image.onload = () => done(image);
    image.onerror = () => failed(new Error(face));
    image.src = new URL(`../tiles/${face}.svg`, import.meta.url).href;
  });
}
