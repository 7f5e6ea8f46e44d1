import { defineError, isError } from '../../errors/define-error.ts'

/**
 * Thrown if the input ends where Go's readers return `io.EOF`. A Kubo command that fails with a plain `io.EOF` ends
 * normally (go-ipfs-cmds treats it as a clean end), so it must be distinguishable from other errors.
 */
export class EofError extends defineError('EofError') {
  constructor () {
    super('EOF')
  }
}

/** Returns whether an error is a plain EofError, not an error that wraps it. */
export function isPlainEof (err: unknown): boolean {
  return isError(err, EofError) && (err as Error).message === 'EOF'
}

/** Returns Go's `io.ErrUnexpectedEOF`: the input ended in the middle of a value. */
export function unexpectedEof (): Error {
  return new Error('unexpected EOF')
}
