const END_CHARS = 4
const START_CHARS = 4

/** Shortens a CID to its ends, which people compare. */
export function shortCid (cid: string): string {
  return cid.length <= START_CHARS + END_CHARS ? cid : `${cid.slice(0, START_CHARS)}…${cid.slice(-END_CHARS)}`
}
