import { NotFoundError } from 'interface-store'
import type { CID } from 'multiformats/cid'

/** What a store throws for a block that it has not. */
export function notInStore (cid: CID): NotFoundError {
  return new NotFoundError(`block ${cid} is not in the store`)
}
