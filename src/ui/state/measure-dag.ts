import { RpcError } from '../../client/index.ts'
import { Pauses } from '../../client/pauses.ts'
import { askStream } from './ask.ts'

export interface DagSize { bytes: number, blocks: number }

/**
 * Looks through all blocks below a CID or a content path, those that are here alone.
 *
 * @param fetches - others are fetched
 * @param onProgress - told of the blocks so far
 * @returns how many different ones they are, and their bytes
 * @throws RpcError with `isMissing` where a block is not here, or nobody gives it
 */
export async function measureDag (cid: string, { signal, fetches = false, onProgress }: { signal: AbortSignal, fetches?: boolean, onProgress?: (size: DagSize) => void }): Promise<DagSize> {
  const pauses = new Pauses()
  let size: DagSize | undefined

  // Kubo leaves out what is 0
  for await (const { TotalSize = 0, UniqueBlocks = 0 } of askStream<{ TotalSize?: number, UniqueBlocks?: number }>('dag/stat', { args: [cid], options: { offline: !fetches, progress: onProgress != null }, signal })) {
    size = { bytes: TotalSize, blocks: UniqueBlocks }
    onProgress?.(size)
    if (pauses.due) await pauses.take()
  }

  if (size == null) {
    throw new RpcError('the check gave no result', 200)
  }

  return size
}
