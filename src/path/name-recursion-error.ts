import { defineError } from '../errors/define-error.ts'

/**
 * A mutable name leads through more names than are followed, which may be a loop. The words are boxo's
 * (`namesys.ErrResolveRecursion`).
 */
export class NameRecursionError extends defineError('NameRecursionError') {
  constructor () {
    super('could not resolve name (recursion limit exceeded)')
  }
}
