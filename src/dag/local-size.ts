import type { CID } from 'multiformats/cid'
import { blockKey } from '../cid/block-key.ts'
import { eachLink, mayHaveLinks } from '../ipld/links.ts'
import type { BlockReader } from '../blocks/block-reader.ts'

/** How much of a DAG is on this machine. */
export interface LocalSize {
  /** every block is */
  local: boolean
  /** bytes of the blocks that are, those that are linked to more than once each time */
  bytes: number
}

export interface LocalSizeOptions {
  /** reads the local store alone */
  blocks: BlockReader
  signal: AbortSignal
}

/** Deeper than anybody builds; a walk without end it is not, since hashes make no circles. */
const MAX_DEPTH = 1024

/**
 * Adds up what is here of a DAG (Kubo `core/commands/files.go`, `walkBlock`). What stands in it many times is walked once.
 *
 * @throws an Error for a block that cannot be read
 */
export async function localSize (root: CID, options: LocalSizeOptions): Promise<LocalSize> {
  return await sizeOf(root, options, new Map(), 0)
}

async function sizeOf (cid: CID, options: LocalSizeOptions, known: Map<string, LocalSize>, depth: number): Promise<LocalSize> {
  options.signal.throwIfAborted()

  if (depth > MAX_DEPTH) {
    throw new Error(`DAG is nested too deep at ${cid}`)
  }

  if (!await options.blocks.has(cid)) {
    return { local: false, bytes: 0 }
  }

  const key = blockKey(cid)
  const before = known.get(key)

  if (before != null) {
    return before
  }

  const links = mayHaveLinks(cid) ? await options.blocks.get(cid, options) : undefined
  const sum = { local: true, bytes: links?.byteLength ?? await options.blocks.size(cid, options) }

  for (const link of links == null ? [] : eachLink(cid, links)) {
    const { local, bytes } = await sizeOf(link, options, known, depth + 1)
    sum.local &&= local
    sum.bytes += bytes
  }

  // a leaf is found out again as quickly
  if (links != null) {
    known.set(key, sum)
  }

  return sum
}
