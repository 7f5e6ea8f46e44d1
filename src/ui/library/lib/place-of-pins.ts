/** An entry of Files, at any depth. */
export interface Placed {
  cid: string
  path: string
}

/**
 * Returns where the contents of Files lie, by CID: the first path in list order.
 *
 * @param entries - of Files
 */
export function placesByCid (entries: readonly Placed[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  for (const { cid, path } of entries) {
    if (!places.has(cid)) {
      places.set(cid, path)
    }
  }
  return places
}

/** Returns the pins whose content has no place in Files. */
export function pinsWithoutPlace<P extends { cid: string; type: string }> (
  pins: readonly P[],
  places: ReadonlyMap<string, string>
): P[] {
  // A direct pin protects a single block, which is no file.
  return pins.filter(({ cid, type }) => type === 'recursive' && !places.has(cid))
}
