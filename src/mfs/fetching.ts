import type { CID } from 'multiformats/cid'
import type { MfsOptions } from './mfs-options.ts'

/**
 * Does something again with every block that it turns out to miss, as long as the request may ask others for blocks. What it
 * holds while it runs it does not hold while a block is fetched.
 */
export async function fetching<T> ({ blocks, signal }: MfsOptions, job: () => Promise<T>): Promise<T> {
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

function missingBlock (err: unknown): CID | undefined {
  const { name, cid, cause } = err as Error & { cid?: CID }
  return name === 'BlockNotFoundError' ? cid : cause instanceof Error ? missingBlock(cause) : undefined
}
