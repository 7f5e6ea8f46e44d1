/** Largest and smallest size of an image, relative to its own size and to the size that fits the window. */
const MAX_SCALE = 8
const MAX_OF_FIT = 8

/**
 * Returns the scale after a step of the zoom; undefined if the image then fits the window again.
 *
 * @param scale - displayed width by the width of the image
 * @param fit - the scale at which the image fits the window
 */
export function nextScale (scale: number, factor: number, fit: number): number | undefined {
  const next = Math.min(scale * factor, Math.max(MAX_SCALE, MAX_OF_FIT * fit))
  return next <= fit * 1.01 ? undefined : next
}
