import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { blockKey } from '../cid/hash/multihash-key.ts'
import { eachLink, mayHaveLinks } from '../ipld/registry/links.ts'

/** The part of a DAG that is stored locally. */
export interface LocalSize {
  /** Whether all blocks are local. */
  local: boolean
  /** Bytes of the local blocks. A block counts once for each link to it. */
  bytes: number
}

export interface LocalSizeOptions {
  /** Reads the local store only. */
  blocks: BlockReader
  signal: AbortSignal
}

interface Frame {
  key: string
  sum: LocalSize
  links: Iterator<CID>
}

/**
 * Adds up the local blocks of a DAG (Kubo `core/commands/files.go`, `walkBlock`). Walks a block with many links to it
 * once. Uses an explicit stack: a DAG can be deeper than the call stack allows.
 *
 * @throws an Error for an unreadable block
 */
export async function localSize (root: CID, { blocks, signal }: LocalSizeOptions): Promise<LocalSize> {
  const known = new Map<string, LocalSize>()
  const frames: Frame[] = [{ key: '', sum: { local: true, bytes: 0 }, links: [root].values() }]

  const add = (sum: LocalSize, { local, bytes }: LocalSize): void => {
    sum.local &&= local
    sum.bytes += bytes
  }

  for (let frame = frames[0];;) {
    signal.throwIfAborted()
    const { done, value: cid } = frame.links.next()

    if (done === true) {
      frames.pop()
      known.set(frame.key, frame.sum)
      const above = frames.at(-1)

      if (above == null) {
        return frame.sum
      }

      add(above.sum, frame.sum)
      frame = above
      continue
    }

    const key = blockKey(cid)
    const before = known.get(key)

    if (before != null) {
      add(frame.sum, before)
    } else if (!await blocks.has(cid)) {
      add(frame.sum, { local: false, bytes: 0 })
    } else if (mayHaveLinks(cid)) {
      const bytes = await blocks.get(cid, { signal })
      frame = { key, sum: { local: true, bytes: bytes.byteLength }, links: eachLink(cid, bytes)[Symbol.iterator]() }
      frames.push(frame)
    } else {
      // Leaves are not cached: a lookup is as fast.
      add(frame.sum, { local: true, bytes: await blocks.size(cid, { signal }) })
    }
  }
}
