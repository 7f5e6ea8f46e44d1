/**
 * The input ended at a place where Go's readers say `io.EOF`. A command of Kubo that fails with just that ends as if it
 * had nothing more to say (go-ipfs-cmds takes `io.EOF` for a clean end), so it must be told from other errors.
 */
export class EofError extends Error {
  static override name = 'EofError'
  override name = 'EofError'

  constructor () {
    super('EOF')
  }
}

/** Is it that error itself, and not one that tells more? */
export function isPlainEof (err: unknown): boolean {
  return (err as Error).name === 'EofError' && (err as Error).message === 'EOF'
}

/** Go's `io.ErrUnexpectedEOF`: the input ended in the middle of something. */
export function unexpectedEof (): Error {
  return new Error('unexpected EOF')
}
