import { NotFoundError } from 'interface-store'
import type { CID } from 'multiformats/cid'

/** Creates the error for a missing block. */
export function notInStore (cid: CID): NotFoundError {
  return new NotFoundError(`block ${cid} is not in the store`)
}
