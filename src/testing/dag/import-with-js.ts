import { importBytes } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import { CID } from 'multiformats/cid'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'

export interface ImportWithJsOptions {
  rawLeaves?: boolean
  leafType?: 'file' | 'raw'
  chunkSize?: number
}

/**
 * Imports a file with a foreign importer, in one session like `add`, so that the leaves are stored in large segments.
 * Blocks arrive in order, the root last.
 */
export async function importWithJs (
  target: Blockstore,
  bytes: Uint8Array,
  { rawLeaves = true, leafType = 'file', chunkSize = 100_000 }: ImportWithJsOptions = {}
): Promise<{ root: CID; blocks: Block[] }> {
  const blocks: Block[] = []
  const sink = {
    put: async (cid: { bytes: Uint8Array }, bytes: Uint8Array) => {
      blocks.push({ cid: CID.decode(cid.bytes), bytes })
    }
  }
  const { cid } = await importBytes(bytes, sink as never, {
    rawLeaves,
    leafType,
    chunker: fixedSize({ chunkSize }),
    layout: balanced({ maxChildrenPerNode: 10 })
  })
  const session = target.session()

  for (const block of blocks) {
    await session.put(block.cid, block.bytes)
  }

  await session.commit()
  return { root: CID.decode(cid.bytes), blocks }
}
