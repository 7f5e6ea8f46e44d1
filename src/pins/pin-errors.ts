import type { CID } from 'multiformats/cid'
import { errorMessage } from '../go/error-message.ts'

/** There is no such pin. The words of all these are boxo's (`pinning/pinner`). */
export class NotPinnedError extends Error {
  static override name = 'NotPinnedError'
  override name = 'NotPinnedError'

  constructor () {
    super('not pinned or pinned indirectly')
  }
}

/** A recursive pin is not removed by who wants to remove a direct one. */
export class PinnedRecursivelyError extends Error {
  static override name = 'PinnedRecursivelyError'
  override name = 'PinnedRecursivelyError'

  constructor (cid: CID) {
    super(`${cid.toString()} is pinned recursively`)
  }
}

/** A recursive pin is not turned into a direct one. */
export class AlreadyPinnedRecursivelyError extends Error {
  static override name = 'AlreadyPinnedRecursivelyError'
  override name = 'AlreadyPinnedRecursivelyError'

  constructor (cid: CID) {
    super(`${cid.toString()} already pinned recursively`)
  }
}

/** Only recursive pins can be updated. */
export class SourceNotPinnedError extends Error {
  static override name = 'SourceNotPinnedError'
  override name = 'SourceNotPinnedError'

  constructor () {
    super("'from' cid was not recursively pinned already")
  }
}

/** A pin is not moved to where another one is. */
export class TargetPinnedError extends Error {
  static override name = 'TargetPinnedError'
  override name = 'TargetPinnedError'

  constructor () {
    super("'to' cid was already recursively pinned")
  }
}

/** Something that a path led to could not be pinned; its `cause` says why. */
export class PinFailedError extends Error {
  static override name = 'PinFailedError'
  override name = 'PinFailedError'

  constructor (cause: Error) {
    super(`pin: ${errorMessage(cause)}`, { cause })
  }
}
