/** Whether a CID is one of the codec raw, in its usual form: always bytes of a file, and without links. */
export function isRaw (cid: string): boolean {
  return cid.startsWith('bafkr')
}
