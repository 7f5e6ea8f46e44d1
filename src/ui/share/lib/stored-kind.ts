import { ask } from '../../client/ask.ts'
import { isRaw } from '../../lib/links/is-raw.ts'

/**
 * Returns whether a CID is a file or a folder, by its root block.
 *
 * @throws the node's error if the block is not stored, or is no UnixFS
 */
export async function storedKind (cid: string, { signal }: { signal: AbortSignal }): Promise<'file' | 'folder'> {
  if (isRaw(cid)) {
    return 'file'
  }

  const { Type } = await ask<{ Type: string }>('files/stat', {
    args: [`/ipfs/${cid}`],
    options: { offline: 'true' },
    signal
  })
  return Type === 'directory' ? 'folder' : 'file'
}
