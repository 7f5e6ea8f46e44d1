import { defineError } from '../errors/define-error.ts'

/** A mutable name that does not resolve. The message is that of boxo (`namesys`). */
export class NameNotResolvedError extends defineError('NameNotResolvedError') {
  constructor (message = 'could not resolve name', options?: ErrorOptions) {
    super(message, options)
  }
}
