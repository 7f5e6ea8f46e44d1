import type { CID } from 'multiformats/cid'
import { errorMessage } from '../../go/text/error-message.ts'

/** The CID is not pinned. The messages of all these errors are boxo's (`pinning/pinner`). */
export class NotPinnedError extends Error {
  static override name = 'NotPinnedError'
  override name = 'NotPinnedError'

  constructor () {
    super('not pinned or pinned indirectly')
  }
}

/** The pin is recursive, and only a direct one may be removed. */
export class PinnedRecursivelyError extends Error {
  static override name = 'PinnedRecursivelyError'
  override name = 'PinnedRecursivelyError'

  constructor (cid: CID) {
    super(`${cid.toString()} is pinned recursively`)
  }
}

/** A recursive pin cannot become a direct one. */
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

/** The target of an update is already pinned. */
export class TargetPinnedError extends Error {
  static override name = 'TargetPinnedError'
  override name = 'TargetPinnedError'

  constructor () {
    super("'to' cid was already recursively pinned")
  }
}

/** The target of a path could not be pinned; `cause` has the reason. */
export class PinFailedError extends Error {
  static override name = 'PinFailedError'
  override name = 'PinFailedError'

  constructor (cause: Error) {
    super(`pin: ${errorMessage(cause)}`, { cause })
  }
}
