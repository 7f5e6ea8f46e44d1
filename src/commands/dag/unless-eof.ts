import { isPlainEof } from '../../go/text/eof-error.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import type { Result } from '../../rpc/command/result.ts'

/**
 * Runs a command on input that may be truncated. If Go's decoders return plain `io.EOF`, Kubo answers nothing, with
 * status 200 (go-ipfs-cmds treats that error as a clean end).
 */
export async function unlessEof<V> (run: () => Promise<Result<V>>): Promise<Result<V>> {
  try {
    return await run()
  } catch (err) {
    if (isPlainEof(err)) {
      return emptyResult()
    }

    throw err
  }
}
