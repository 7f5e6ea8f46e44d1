import { defineError } from '../errors/define-error.ts'

/** A mutable name leads nowhere. The words are boxo's (`namesys`). */
export class NameNotResolvedError extends defineError('NameNotResolvedError') {
  constructor (message = 'could not resolve name', options?: ErrorOptions) {
    super(message, options)
  }
}
