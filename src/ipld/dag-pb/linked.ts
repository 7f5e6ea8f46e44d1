import type { CID } from 'multiformats/cid'
import type { PbLink } from './pb-node.ts'

/** A link as a listing needs it: its CID is made where it is asked for, and not kept. */
export type Linked = Pick<PbLink, 'cid' | 'cidBytes' | 'code' | 'tsize' | 'exactTsize'>

/** The same of a CID that is there already. */
export function linkTo (cid: CID, tsize?: number): Linked {
  return { cid, cidBytes: cid.bytes, code: cid.code, tsize, exactTsize: tsize }
}
