import type { BlobContent } from '../../../bytes/blobs/blob-content.ts'
import { defineError } from '../../../errors/define-error.ts'
import type { StagingSession } from '../../../store/blockstore/capabilities.ts'
import { MIN_STAGED_BYTES, SLICE_BYTES, stagedSlices } from '../../../store/blockstore/staged-slices.ts'
import type { Stat } from '../../format/stat.ts'
import type { Chunk } from '../chunker/chunk.ts'
import { createChunker } from '../chunker/create-chunker.ts'
import type { ChunkerSpec } from '../chunker/parse-chunker.ts'
import { BalancedLayout } from '../layout/balanced-layout.ts'
import { FileNodes } from '../layout/file-nodes.ts'
import type { FileLink, NodeMaker } from '../layout/file-nodes.ts'
import type { Layout } from '../layout/layout.ts'
import { TrickleLayout } from '../layout/trickle-layout.ts'
import type { BlockPipeline } from '../pipeline/block-pipeline.ts'

/** Smaller leaves are stored inline in the index, so staging does not help them. */
const MIN_STAGED_LEAF_BYTES = 32 * 1024

/** Kubo's `DefaultLinksPerBlock`: 8 KiB over the 47 bytes of a link (boxo `importer/helpers/helpers.go`). */
export const DEFAULT_FILE_LINKS = 174

/** The largest block that peers exchange (boxo `chunker/parse.go`, `BlockSizeLimit`). */
const MAX_BLOCK_BYTES = 2 * 1024 * 1024

export interface FileOptions {
  chunker: ChunkerSpec
  layout: 'balanced' | 'trickle'
  /** the maximum number of links of a node; values below 1 mean Kubo's default */
  maxLinks: number
  rawLeaves: boolean
  /** the path of the file for references from raw leaves */
  abspath?: string
  /** the metadata of the root node; ignored if that is a raw leaf */
  stat?: Stat
  /** called with the number of bytes of each part read */
  onRead?: (bytes: number) => void
  /** whether to pass dag-pb leaves without metadata by their payload (`LeafSource.isContent`) */
  leavesByContent?: boolean
  /** stages bytes before they are hashed, if the store benefits from it */
  stage?: StagingSession['stage']
  signal?: AbortSignal
}

/** A chunk that exceeds the block size limit of peers. The message is Kubo's. */
export class SizeLimitError extends defineError('SizeLimitError') {
  constructor () {
    super('object size limit exceeded')
  }
}

/**
 * Imports the bytes of one file.
 *
 * @returns after all bytes are read: a promise of the root, which resolves when the last node is hashed, and the number
 *   of extra reads that Kubo does at the end of the file. Kubo reads once more if a chunk ends there. The pipeline also
 *   records a rejection of the root.
 */
export async function importFile (
  content: BlobContent,
  pipeline: BlockPipeline,
  options: FileOptions
): Promise<{ root: Promise<FileLink>; looks: number }> {
  const chunker = createChunker(options.chunker)
  const layout = createLayout(new FileNodes(pipeline, options), options)

  for await (const bytes of stagedContent(content, options)) {
    options.signal?.throwIfAborted()
    options.onRead?.(bytes.length)

    for (const chunk of chunker.push(bytes)) {
      await addChunk(layout, chunk, pipeline)
    }

    checkChunkSize(chunker.pending)
  }

  const last = chunker.end()

  if (last != null) {
    await addChunk(layout, last, pipeline)
  }

  const root = layout.end(options.stat)
  return { root, looks: last == null ? layout.looks : 0 }
}

/**
 * Stages the bytes of a file before they are read, if the resulting leaves then need not be written again
 * (`WriteSession.put`). This does not apply to dag-pb leaves in trickle layout.
 */
function stagedContent (
  content: BlobContent,
  { chunker, rawLeaves, layout, abspath, stage, signal }: FileOptions
): AsyncIterable<Uint8Array> {
  if (
    stage == null || abspath != null || chunker.kind !== 'size' || chunker.size < MIN_STAGED_LEAF_BYTES ||
    chunker.size > MAX_BLOCK_BYTES || (!rawLeaves && layout !== 'balanced')
  ) {
    return content
  }

  return stagedSlices(content, stage, {
    // a multiple of the leaf size
    sliceBytes: Math.floor(SLICE_BYTES / chunker.size) * chunker.size,
    // a single-leaf file can have a leaf of another form
    minBytes: Math.max(MIN_STAGED_BYTES, chunker.size + 1),
    signal
  })
}

/** Creates the layout of a file over its nodes. */
export function createLayout (
  nodes: NodeMaker,
  { layout, maxLinks }: Pick<FileOptions, 'layout' | 'maxLinks'>
): Layout {
  const links = maxLinks > 0 ? maxLinks : DEFAULT_FILE_LINKS
  return layout === 'trickle' ? new TrickleLayout(nodes, links) : new BalancedLayout(nodes, links)
}

async function addChunk (layout: Layout, chunk: Chunk, pipeline: BlockPipeline): Promise<void> {
  checkChunkSize(chunk.length)
  await pipeline.room(chunk.length)
  layout.add(chunk)
}

/**
 * Checks that a block does not exceed the limit.
 *
 * @throws SizeLimitError
 */
export function checkChunkSize (bytes: number): void {
  if (bytes > MAX_BLOCK_BYTES) {
    throw new SizeLimitError()
  }
}
