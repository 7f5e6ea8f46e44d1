import type { CID } from 'multiformats/cid'
import { eachLink, mayHaveLinks } from '../../ipld/registry/links.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { ReadOptions } from '../../unixfs/read/sizes/read-options.ts'

/**
 * Yields all blocks below a root, parents before children, as often as links lead to them, for clients that store no
 * blocks. It stops only when the client does: even a small DAG may contain its blocks an unbounded number of times.
 */
export async function* walkWithDuplicates (root: CID, options: ReadOptions): AsyncGenerator<Block> {
  const below = ({ cid, bytes }: Block): Iterable<CID> => eachLink(cid, bytes)
  const open = (cids: Iterable<CID>): AsyncGenerator<Block> =>
    options.blocks.getMany(cids, { signal: options.signal, below })
  const frames = [open([root])]

  try {
    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      const { done, value } = await frame.next()

      if (done === true) {
        frames.pop()
        continue
      }

      yield value

      if (mayHaveLinks(value.cid)) {
        frames.push(open(below(value)))
      }
    }
  } finally {
    await Promise.all(frames.map(async (frame) => {
      await frame.return(undefined)
    }))
  }
}
