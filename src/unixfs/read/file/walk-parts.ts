import type { CID } from 'multiformats/cid'
import { FetchKeeper } from '../../../blocks/reader/fetch-keeper.ts'
import type { Pace } from '../../../blocks/reader/fetch-window.ts'
import type { Block } from '../../../store/blockstore/blockstore.ts'
import type { ReadOptions } from '../sizes/read-options.ts'

/** The number of levels that read blocks ahead; levels further up are parked. */
const LIVE_LEVELS = 16

/**
 * The maximum number of pending parts on all levels, about 100 bytes each. Limits the memory of a walk for any DAG
 * shape.
 */
const MAX_WAITING = 1_000_000

interface Part {
  cid: CID
}

/** The result of visiting a part. */
export interface Visited<P, T> {
  /** the value to yield */
  value?: T
  /** the child parts, visited next */
  below: P[]
}

export interface WalkPartsOptions<P, N, T> extends ReadOptions {
  /** Decodes the block of a part. Called once for each part that is read. */
  decode: (block: Block, part: P) => N
  /** Returns CIDs below a node, which are prefetched. May throw. */
  ahead: (node: N, part: P) => CID[]
  visit: (part: P, node: N, block: Block) => Visited<P, T> | Promise<Visited<P, T>>
  pace?: Pace | undefined
}

interface Frame<P> {
  parts: P[]
  at: number
  /** The blocks of the parts; undefined until the first is read, and while the level is parked. */
  blocks: AsyncGenerator<Block> | undefined
  /**
   * The blocks of a level above that is done. It is closed after this level, since it prefetches blocks of this one:
   * closing it earlier would cancel fetches that this level would only start again.
   */
  done: AsyncGenerator<Block> | undefined
  /** Whether its blocks are being parked: the walk comes back for them. */
  isParking: boolean
}

/**
 * Walks the parts of a UnixFS file or directory, depth first and in order, with an explicit stack. Requests each block
 * once, within the limits of `FetchKeeper` for the fetches of parked levels.
 *
 * @throws an Error if more than a million parts are pending
 */
export async function* walkParts<P extends Part, N, T> (
  parts: P[],
  options: WalkPartsOptions<P, N, T>
): AsyncGenerator<T> {
  const { blocks, signal, pace, visit, ahead } = options
  const frames: Array<Frame<P>> = []
  // Nodes that were decoded for prefetching, until they are visited.
  const decoded = new WeakMap<Block, { node: N }>()
  const keeper = new FetchKeeper()
  let waiting = 0

  const cidsBelow = (block: Block, part: P): CID[] => {
    const node = options.decode(block, part)
    decoded.set(block, { node })
    return ahead(node, part)
  }

  const read = (frame: Frame<P>): AsyncGenerator<Block> => {
    const { parts, at } = frame
    const rest = at === 0 ? parts : parts.slice(at)
    const partOf = new Map(rest.map((part) => [part.cid, part]))
    return blocks.getMany(partOf.keys(), {
      signal,
      below: (block) => cidsBelow(block, partOf.get(block.cid) as P),
      keeper: () => frame.isParking ? keeper : undefined,
      pace
    })
  }

  const push = (parts: P[], done?: AsyncGenerator<Block>): void => {
    frames.push({ parts, at: 0, blocks: undefined, done, isParking: false })
    waiting += parts.length

    if (waiting > MAX_WAITING) {
      throw new Error(`more than ${MAX_WAITING} parts of a file wait to be read: it is nested too deep`)
    }

    const parked = frames.at(-1 - LIVE_LEVELS)

    if (parked != null) {
      void parkFrame(parked) // reading resumes at `at` later
    }
  }

  const pop = async (): Promise<AsyncGenerator<Block> | undefined> => {
    const { blocks, done } = frames.pop() as Frame<P>
    await done?.return(undefined)
    return blocks
  }

  try {
    push(parts)

    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      signal.throwIfAborted()

      if (frame.at === frame.parts.length) {
        await (await pop())?.return(undefined)
        continue
      }

      frame.blocks ??= read(frame)
      const part = frame.parts[frame.at]
      const { value: block } = await frame.blocks.next() as IteratorResult<Block, Block>
      const { node } = decoded.get(block) ?? { node: options.decode(block, part) }
      const visited = visit(part, node, block)
      const { value, below } = visited instanceof Promise ? await visited : visited
      frame.at++
      waiting--

      if (value !== undefined) {
        yield value
      }

      // Remove a finished level before adding the next, so that a chain needs constant memory.
      const done = frame.at === frame.parts.length ? await pop() : undefined

      if (below.length > 0) {
        push(below, done)
      } else {
        await done?.return(undefined)
      }
    }
  } finally {
    keeper.cancel()
    await Promise.all(frames.map(closeFrame))
  }
}

/** Ends the reads of a level, to which the walk comes back. Fetches that are under way go on. */
async function parkFrame (frame: Frame<unknown>): Promise<void> {
  frame.isParking = true
  await closeFrame(frame).catch(() => {})
  frame.isParking = false
}

/** Ends the reads of a level, and cancels their fetches. */
async function closeFrame (frame: Frame<unknown>): Promise<void> {
  const { blocks, done } = frame
  frame.blocks = undefined
  frame.done = undefined
  await Promise.all([blocks?.return(undefined), done?.return(undefined)])
}
