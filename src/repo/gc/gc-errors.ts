import type { CID } from 'multiformats/cid'
import { defineError } from '../../errors/define-error.ts'

/** Thrown if the links of a kept block cannot be read. The message is Kubo's (`gc/gc.go`). */
export class CannotFetchLinksError extends defineError('CannotFetchLinksError') {
  constructor (cid: CID, cause: Error) {
    super(`could not retrieve links for ${cid.toString()}: ${cause.message}`, { cause })
  }
}

/** Thrown if nothing was removed because the kept blocks are not all known. */
export class CannotFetchAllLinksError extends defineError('CannotFetchAllLinksError') {
  constructor () {
    super('garbage collection aborted: could not retrieve some links')
  }
}

/** Thrown if a block could not be removed. */
export class CannotDeleteBlockError extends defineError('CannotDeleteBlockError') {
  constructor (cid: CID, cause: Error) {
    super(`could not remove ${cid.toString()}: ${cause.message}`, { cause })
  }
}

/** Thrown if some garbage could not be removed. */
export class CannotDeleteSomeBlocksError extends defineError('CannotDeleteSomeBlocksError') {
  constructor () {
    super('garbage collection incomplete: could not delete some blocks')
  }
}
