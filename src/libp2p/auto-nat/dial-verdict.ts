/** Verdict of a peer that was asked to dial an address of this node: reached, failed, or nothing about that address. */
export type DialVerdict = 'reached' | 'failed' | 'unsaid'
