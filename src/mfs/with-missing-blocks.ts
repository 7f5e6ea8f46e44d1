import type { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../blocks/exchange/block-not-found-error.ts'
import { isError } from '../errors/define-error.ts'
import type { MfsOptions } from './mfs-options.ts'

/**
 * Repeats a job after fetching each block that it misses, as long as the request may use the network. Locks of the job
 * are released while a block is fetched.
 */
export async function withMissingBlocks<T> ({ blocks, signal }: MfsOptions, job: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await job()
    } catch (err) {
      const missing = missingBlock(err)

      if (missing == null || blocks.offline) {
        throw err
      }

      await blocks.get(missing, { signal })
    }
  }
}

/** Returns the block whose lack an error reports. */
export function missingBlock (err: unknown): CID | undefined {
  if (isError(err, BlockNotFoundError)) {
    return err.cid
  }

  const { cause } = err as Error
  return cause instanceof Error ? missingBlock(cause) : undefined
}
