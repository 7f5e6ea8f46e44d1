import type { CID } from 'multiformats/cid'
import type { Block } from '../../src/store/blockstore/blockstore.ts'
import { DEFAULT_FILE_LINKS, importFile } from '../../src/unixfs/import/file/import-file.ts'
import { BlockPipeline } from '../../src/unixfs/import/pipeline/block-pipeline.ts'
import { CidBuilder } from '../../src/unixfs/import/pipeline/cid-builder.ts'

/**
 * Builds a file of small blocks, so that pins and GC have a DAG to walk.
 *
 * @returns the leaves and inner nodes, and the root
 */
export async function smallFile (bytes: Uint8Array, leafBytes: number): Promise<{ blocks: Block[]; root: CID }> {
  const blocks: Block[] = []
  const pipeline = new BlockPipeline((cid, bytes) => {
    blocks.push({ cid, bytes: bytes.slice() })
  }, new CidBuilder({ version: 1, hash: 0x12 }))
  const { root } = await importFile(yieldOnce(bytes), pipeline, {
    chunker: { kind: 'size', size: leafBytes },
    layout: 'balanced',
    maxLinks: DEFAULT_FILE_LINKS,
    rawLeaves: true
  })
  await pipeline.drain()
  return { blocks, root: (await root).cid }
}

async function* yieldOnce (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
