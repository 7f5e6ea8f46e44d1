import type { CID } from 'multiformats/cid'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import type { PbLink } from './pb-node.ts'

/** A link as a listing needs it: its CID is made where it is asked for, and not kept. */
export type Linked = Pick<PbLink, 'cid' | 'cidBytes' | 'code' | 'tsize'>

/** The same of a CID that is there already. */
export function linkTo (cid: CID, tsize?: Uint64): Linked {
  return { cid, cidBytes: cid.bytes, code: cid.code, tsize }
}
