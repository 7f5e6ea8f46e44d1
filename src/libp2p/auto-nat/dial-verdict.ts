/** What a peer that was asked to dial an address of this node says: somebody answered there, nobody did, or it says nothing of that address. */
export type DialVerdict = 'reached' | 'failed' | 'unsaid'
