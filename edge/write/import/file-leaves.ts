import type { CID } from 'multiformats/cid'
import { UNIXFS_TYPE } from '../../../src/unixfs/format/unixfs-data.ts'
import type { Chunk } from '../../../src/unixfs/import/chunker/chunk.ts'
import { createChunker } from '../../../src/unixfs/import/chunker/create-chunker.ts'
import { parseChunker } from '../../../src/unixfs/import/chunker/parse-chunker.ts'
import { checkChunkSize, createLayout } from '../../../src/unixfs/import/file/import-file.ts'
import type { importFile } from '../../../src/unixfs/import/file/import-file.ts'
import { FileNodes } from '../../../src/unixfs/import/layout/file-nodes.ts'
import type { FileLink } from '../../../src/unixfs/import/layout/file-nodes.ts'
import { BlockPipeline } from '../../../src/unixfs/import/pipeline/block-pipeline.ts'
import { CidBuilder } from '../../../src/unixfs/import/pipeline/cid-builder.ts'
import type { ImportSettings } from '../messages.ts'

/** Limit of the leaves of a step: some 10 MB of CIDs in memory. */
const MAX_LEAVES = 16_384

export interface LeavesPart {
  leaves: FileLink[]
  /** bytes of the leaves */
  bytes: number
  /** whether the content ended with them */
  isLast: boolean
}

/**
 * Imports the leaves of a part of a file that has more than one leaf. A part ends after a whole leaf: chunkers begin
 * each chunk in the same state.
 *
 * @param content - the rest of the file, from the end of the part before
 * @param options.maxBytes - length after which the part ends
 */
export async function importLeaves (
  content: AsyncIterable<Uint8Array>,
  settings: ImportSettings,
  { put, maxBytes, signal }: {
    put: (cid: CID, bytes: Uint8Array) => Promise<void>
    maxBytes: number
    signal: AbortSignal
  }
): Promise<LeavesPart> {
  const { cidVersion: version, hash, inlineLimit, rawLeaves, layout } = settings
  const pipeline = new BlockPipeline(put, new CidBuilder({ version, hash, inlineLimit }))
  const nodes = new FileNodes(pipeline, { rawLeaves })
  const type = layout === 'trickle' ? UNIXFS_TYPE.raw : UNIXFS_TYPE.file
  const chunker = createChunker(parseChunker(settings.chunker))
  const leaves: Array<Promise<FileLink>> = []
  let bytes = 0

  const add = async (chunk: Chunk): Promise<void> => {
    checkChunkSize(chunk.length)
    await pipeline.room(chunk.length)
    leaves.push(nodes.leaf(chunk, type))
    bytes += chunk.length
  }

  const readPart = async (): Promise<boolean> => {
    for await (const read of content) {
      signal.throwIfAborted()

      for (const chunk of chunker.push(read)) {
        await add(chunk)

        if (bytes >= maxBytes || leaves.length >= MAX_LEAVES) {
          return false
        }
      }

      checkChunkSize(chunker.pending)
    }

    const last = chunker.end()

    if (last != null) {
      await add(last)
    }

    return true
  }

  try {
    const isLast = await readPart()
    await pipeline.drain()
    return { leaves: await Promise.all(leaves), bytes, isLast }
  } finally {
    await pipeline.stop()
  }
}

/** Returns an importer of a file whose leaves are stored, which makes the nodes above them. */
export function importAbove (leaves: Iterable<FileLink>): typeof importFile {
  return async (_content, pipeline, options) => {
    const nodes = new FileNodes(pipeline, options)
    const waiting: FileLink[] = []
    const layout = createLayout({
      leaf: async () => waiting.shift()!,
      node: (children, stat) => nodes.node(children, stat)
    }, options)

    for (const leaf of leaves) {
      options.signal?.throwIfAborted()
      await pipeline.room(0)
      waiting.push(leaf)
      layout.add({ parts: [], length: leaf.fileSize })
    }

    return { root: layout.end(options.stat), looks: layout.looks }
  }
}
