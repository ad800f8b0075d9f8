// One tile cut out of the photo and turned upright.

/** Draw the tile with these corners (top left first, clockwise, photo pixels) onto a canvas, with some table. */
export function cutOut(canvas, image, photo, quad, margin = 0.18) {
  const pen = canvas.getContext("2d");
  const { width, height } = canvas;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, width, height);
  if (!image.naturalWidth) return;
  const shown = image.naturalWidth / photo.width;
  const [a, b, , d] = quad.map(point => point.map(side => side * shown));
  const [right, down] = [[b[0] - a[0], b[1] - a[1]], [d[0] - a[0], d[1] - a[1]]];
  const across = Math.hypot(...right);
  const along = Math.hypot(...down);
  const scale = Math.min(width / across, height / along) / (1 + 2 * margin);
  const turn = Math.atan2(right[1], right[0]);
  const middle = [a[0] + (right[0] + down[0]) / 2, a[1] + (right[1] + down[1]) / 2];
  pen.translate(width / 2, height / 2);
  pen.scale(scale, scale);
  pen.rotate(-turn);
  pen.translate(-middle[0], -middle[1]);
  pen.drawImage(image, 0, 0);
}
