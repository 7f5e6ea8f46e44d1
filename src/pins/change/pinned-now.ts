/** Returns the current time in seconds since 1970, as pins store it. */
export function pinnedNow (): number {
  return Math.floor(Date.now() / 1000)
}
