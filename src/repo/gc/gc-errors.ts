import type { CID } from 'multiformats/cid'

/** The links of a block that must be kept cannot be read. The words are Kubo's (`gc/gc.go`). */
export class CannotFetchLinksError extends Error {
  static override name = 'CannotFetchLinksError'
  override name = 'CannotFetchLinksError'

  constructor (cid: CID, cause: Error) {
    super(`could not retrieve links for ${cid.toString()}: ${cause.message}`, { cause })
  }
}

/** Nothing was removed, since it is not known what has to be kept. */
export class CannotFetchAllLinksError extends Error {
  static override name = 'CannotFetchAllLinksError'
  override name = 'CannotFetchAllLinksError'

  constructor () {
    super('garbage collection aborted: could not retrieve some links')
  }
}

/** A block could not be removed. */
export class CannotDeleteBlockError extends Error {
  static override name = 'CannotDeleteBlockError'
  override name = 'CannotDeleteBlockError'

  constructor (cid: CID, cause: Error) {
    super(`could not remove ${cid.toString()}: ${cause.message}`, { cause })
  }
}

/** Some garbage is still there. */
export class CannotDeleteSomeBlocksError extends Error {
  static override name = 'CannotDeleteSomeBlocksError'
  override name = 'CannotDeleteSomeBlocksError'

  constructor () {
    super('garbage collection incomplete: could not delete some blocks')
  }
}
