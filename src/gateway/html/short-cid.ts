const END_CHARS = 4
const START_CHARS = 4

/** The ends of a CID, which are what people compare. */
export function shortCid (cid: string): string {
  return cid.length <= START_CHARS + END_CHARS ? cid : `${cid.slice(0, START_CHARS)}…${cid.slice(-END_CHARS)}`
}
