/** Seconds since 1970, as a pin keeps them. */
export function pinnedNow (): number {
  return Math.floor(Date.now() / 1000)
}
