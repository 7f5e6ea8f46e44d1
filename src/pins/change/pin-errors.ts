import type { CID } from 'multiformats/cid'
import { defineError } from '../../errors/define-error.ts'
import { errorMessage } from '../../go/text/error-message.ts'

/** The CID is not pinned. The messages of all these errors are boxo's (`pinning/pinner`). */
export class NotPinnedError extends defineError('NotPinnedError') {
  constructor () {
    super('not pinned or pinned indirectly')
  }
}

/** The pin is recursive, and only a direct one may be removed. */
export class PinnedRecursivelyError extends defineError('PinnedRecursivelyError') {
  constructor (cid: CID) {
    super(`${cid.toString()} is pinned recursively`)
  }
}

/** A recursive pin cannot become a direct one. */
export class AlreadyPinnedRecursivelyError extends defineError('AlreadyPinnedRecursivelyError') {
  constructor (cid: CID) {
    super(`${cid.toString()} already pinned recursively`)
  }
}

/** Only recursive pins can be updated. */
export class SourceNotPinnedError extends defineError('SourceNotPinnedError') {
  constructor () {
    super("'from' cid was not recursively pinned already")
  }
}

/** The target of an update is already pinned. */
export class TargetPinnedError extends defineError('TargetPinnedError') {
  constructor () {
    super("'to' cid was already recursively pinned")
  }
}

/** The target of a path could not be pinned; `cause` has the reason. */
export class PinFailedError extends defineError('PinFailedError') {
  constructor (cause: Error) {
    super(`pin: ${errorMessage(cause)}`, { cause })
  }
}
