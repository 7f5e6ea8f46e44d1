import { rpcStream } from '../../../client/index.ts'

/**
 * Looks through all blocks below a CID, those that are here alone.
 *
 * @param onProgress - told the bytes of the blocks so far
 * @returns the bytes of all of them
 * @throws RpcError with `isMissing` where a block is not here
 */
export async function measureDag (cid: string, { signal, onProgress }: { signal: AbortSignal, onProgress?: (bytes: number) => void }): Promise<number> {
  let bytes = 0

  for await (const { TotalSize = 0 } of rpcStream<{ TotalSize?: number }>('dag/stat', { args: [cid], options: { offline: true, progress: onProgress != null }, signal })) {
    bytes = TotalSize
    onProgress?.(bytes)
  }

  return bytes
}
