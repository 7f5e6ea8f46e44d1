import { defineError } from '../errors/define-error.ts'

/**
 * A mutable name that resolves through more names than the limit, which may be a loop. The message is that of boxo
 * (`namesys.ErrResolveRecursion`).
 */
export class NameRecursionError extends defineError('NameRecursionError') {
  constructor () {
    super('could not resolve name (recursion limit exceeded)')
  }
}
