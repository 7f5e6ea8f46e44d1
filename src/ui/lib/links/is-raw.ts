/** Returns whether a CID has codec raw, in its usual form: bytes of a file, without links. */
export function isRaw (cid: string): boolean {
  return cid.startsWith('bafkr')
}
