import { isPlainEof } from '../../go/eof-error.ts'
import { nothing } from '../../rpc/result.ts'
import type { Result } from '../../rpc/result.ts'

/**
 * Runs a command whose input may end too early: where Go's decoders say no more than `io.EOF`, Kubo answers nothing, with
 * status 200 (go-ipfs-cmds takes that error for a clean end).
 */
export async function unlessEof<V> (run: () => Promise<Result<V>>): Promise<Result<V>> {
  try {
    return await run()
  } catch (err) {
    if (isPlainEof(err)) {
      return nothing()
    }

    throw err
  }
}
