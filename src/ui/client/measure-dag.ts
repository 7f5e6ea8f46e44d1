import { Pauses } from '../../client/body/page-pauses.ts'
import { RpcError } from '../../client/index.ts'
import { askStream } from './ask-node.ts'

export interface DagSize {
  bytes: number
  blocks: number
}

/**
 * Walks all blocks below a CID or a content path, by default only local ones.
 *
 * @param fetches - whether missing blocks are fetched
 * @param onProgress - called with the blocks so far
 * @returns the number of unique blocks, and their bytes
 * @throws RpcError with `isMissing` if a block is missing, or cannot be fetched
 */
export async function measureDag (
  cid: string,
  { signal, fetches = false, onProgress }: {
    signal: AbortSignal
    fetches?: boolean
    onProgress?: (size: DagSize) => void
  }
): Promise<DagSize> {
  const pauses = new Pauses()
  let size: DagSize | undefined

  // Kubo omits zero values.
  for await (
    const { TotalSize = 0, UniqueBlocks = 0 } of askStream<{ TotalSize?: number; UniqueBlocks?: number }>('dag/stat', {
      args: [cid],
      options: { offline: !fetches, progress: onProgress != null },
      signal
    })
  ) {
    size = { bytes: TotalSize, blocks: UniqueBlocks }
    onProgress?.(size)
    if (pauses.due) {
      await pauses.take()
    }
  }

  if (size == null) {
    throw new RpcError('the check gave no result', 200)
  }

  return size
}
