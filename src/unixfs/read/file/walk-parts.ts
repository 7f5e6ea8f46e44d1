import type { CID } from 'multiformats/cid'
import type { Pace } from '../../../blocks/reader/fetch-window.ts'
import type { Block } from '../../../store/blockstore/blockstore.ts'
import type { ReadOptions } from '../sizes/read-options.ts'

/** Levels whose next blocks are read ahead; on the levels above these it stops. */
const LIVE_LEVELS = 16

/**
 * Parts that wait for their turn on all levels, about 100 bytes each. Bounds the memory of a walk, whatever shape the
 * DAG has.
 */
const MAX_WAITING = 1_000_000

interface Part {
  cid: CID
}

/** The result of a visit of a part. */
export interface Visited<P, T> {
  /** is yielded */
  value?: T
  /** the parts below it, visited next */
  below: P[]
}

export interface WalkPartsOptions<P, T> extends ReadOptions {
  visit: (part: P, block: Block) => Visited<P, T> | Promise<Visited<P, T>>
  /** CIDs below a block, read ahead; may throw */
  ahead: (block: Block, part: P | undefined) => CID[]
  pace?: Pace | undefined
}

interface Frame<P> {
  parts: P[]
  at: number
  blocks: AsyncGenerator<Block> | undefined
}

/**
 * Walks the parts of a UnixFS file or directory, depth first and in order, with a stack of its own in place of
 * recursion.
 *
 * @throws an Error if more than a million parts wait for their turn
 */
export async function* walkParts<P extends Part, T> (parts: P[], options: WalkPartsOptions<P, T>): AsyncGenerator<T> {
  const { blocks, signal, pace, visit, ahead } = options
  const frames: Array<Frame<P>> = []
  let waiting = 0

  const read = ({ parts, at }: Frame<P>): AsyncGenerator<Block> => {
    const rest = at === 0 ? parts : parts.slice(at)
    const partOf = new Map(rest.map((part) => [part.cid, part]))
    return blocks.getMany(partOf.keys(), { signal, below: (block) => ahead(block, partOf.get(block.cid)), pace })
  }

  const push = (parts: P[]): void => {
    waiting += parts.length

    if (waiting > MAX_WAITING) {
      throw new Error(`more than ${MAX_WAITING} parts of a file wait to be read: it is nested too deep`)
    }

    frames.push({ parts, at: 0, blocks: undefined })
    const parked = frames.at(-1 - LIVE_LEVELS)
    parked?.blocks?.return(undefined).catch(() => {}) // it is read anew from where it stands
    if (parked != null) {
      parked.blocks = undefined
    }
  }

  try {
    push(parts)

    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      signal.throwIfAborted()

      if (frame.at === frame.parts.length) {
        await frames.pop()?.blocks?.return(undefined)
        continue
      }

      frame.blocks ??= read(frame)
      const part = frame.parts[frame.at]
      const { value: block } = await frame.blocks.next() as IteratorResult<Block, Block>
      const visited = visit(part, block)
      const { value, below } = visited instanceof Promise ? await visited : visited
      frame.at++
      waiting--

      if (value !== undefined) {
        yield value
      }

      // a level that is done is left before the next, so that a chain takes no memory
      if (frame.at === frame.parts.length) {
        await frames.pop()?.blocks?.return(undefined)
      }

      if (below.length > 0) {
        push(below)
      }
    }
  } finally {
    await Promise.all(frames.map(async ({ blocks }) => {
      await blocks?.return(undefined)
    }))
  }
}
