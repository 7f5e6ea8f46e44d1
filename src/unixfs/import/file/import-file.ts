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
import type { FileLink } from '../layout/file-nodes.ts'
import type { Layout } from '../layout/layout.ts'
import { TrickleLayout } from '../layout/trickle-layout.ts'
import type { BlockPipeline } from '../pipeline/block-pipeline.ts'

/** Smaller leaves lie in the index, without a place of their own. */
const MIN_STAGED_LEAF_BYTES = 32 * 1024

/** Kubo's `DefaultLinksPerBlock`: 8 KiB over the 47 bytes of a link (boxo `importer/helpers/helpers.go`). */
export const DEFAULT_FILE_LINKS = 174

/** The largest block that peers exchange (boxo `chunker/parse.go`, `BlockSizeLimit`). */
const MAX_BLOCK_BYTES = 2 * 1024 * 1024

export interface FileOptions {
  chunker: ChunkerSpec
  layout: 'balanced' | 'trickle'
  /** links of a node; Kubo's default below 1 */
  maxLinks: number
  rawLeaves: boolean
  /** the file that its leaves may be referred to in */
  abspath?: string
  /** goes to the root node, unless that is a raw leaf */
  stat?: Stat
  /** hears of the bytes of every piece that was read */
  onRead?: (bytes: number) => void
  /** leaves of dag-pb are given by their content, where they have nothing else (`LeafSource.isContent`) */
  leavesByContent?: boolean
  /** keeps bytes before they are hashed, where the store gains by that */
  stage?: StagingSession['stage']
  signal?: AbortSignal
}

/** A chunk that no peer would take. The message is Kubo's. */
export class SizeLimitError extends defineError('SizeLimitError') {
  constructor () {
    super('object size limit exceeded')
  }
}

/**
 * Imports the bytes of one file.
 *
 * @returns when all is read: the root, as a promise that resolves when the last node is hashed, and how often Kubo
 * reads at the end of the file once more, which it does where a chunk ends there. The rejection of the root is kept by
 * the pipeline too.
 */
export async function importFile (
  content: BlobContent,
  pipeline: BlockPipeline,
  options: FileOptions
): Promise<{ root: Promise<FileLink>; looks: number }> {
  const chunker = createChunker(options.chunker)
  const layout = createLayout(pipeline, options)

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
 * The bytes of a file, in the store before they are read where leaves are made of them that then need not be written
 * again (`WriteSession.put`; those of a trickle are not of that kind).
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
    // of whole leaves
    sliceBytes: Math.floor(SLICE_BYTES / chunker.size) * chunker.size,
    // a leaf that is a whole file may be another than those of a file
    minBytes: Math.max(MIN_STAGED_BYTES, chunker.size + 1),
    signal
  })
}

function createLayout (
  pipeline: BlockPipeline,
  { layout, maxLinks, rawLeaves, leavesByContent, abspath }: FileOptions
): Layout {
  const nodes = new FileNodes(pipeline, { rawLeaves, leavesByContent, abspath })
  const links = maxLinks > 0 ? maxLinks : DEFAULT_FILE_LINKS
  return layout === 'trickle' ? new TrickleLayout(nodes, links) : new BalancedLayout(nodes, links)
}

async function addChunk (layout: Layout, chunk: Chunk, pipeline: BlockPipeline): Promise<void> {
  checkChunkSize(chunk.length)
  await pipeline.room(chunk.length)
  layout.add(chunk)
}

/** @throws SizeLimitError */
export function checkChunkSize (bytes: number): void {
  if (bytes > MAX_BLOCK_BYTES) {
    throw new SizeLimitError()
  }
}
