// A photo's pixels, for whoever draws or reads them.

/** A picture, upright. Browsers that know no options throw at them; those that know them turn it without, too. */
export async function bitmapOf(blob, how = {}) {
  try {
    return await createImageBitmap(blob, { imageOrientation: "from-image", ...how });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return createImageBitmap(blob);
  }
}
