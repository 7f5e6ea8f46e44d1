import type { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { AbortListeners } from '../../async/signals/abort-listeners.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { testBlocks } from '../../testing/store/store-fixtures.ts'
import { FetchWindow } from './fetch-window.ts'
import type { FetchWindowOptions, Got } from './fetch-window.ts'

const MIB = 1024 * 1024

/** Returns blocks on demand, and records the requests. */
class Source {
  readonly asked: CID[] = []
  readonly ahead: CID[] = []
  readonly #blocks: Map<CID, Block>
  readonly #waiting: Array<() => void> = []
  readonly #listeners = new AbortListeners()

  constructor (blocks: Block[]) {
    this.#blocks = new Map(blocks.map((block) => [block.cid, block]))
  }

  get waiting (): number {
    return this.#waiting.length
  }

  async get (cid: CID, signal: AbortSignal): Promise<Got<Block>> {
    this.asked.push(cid)
    await this.#turn(signal)
    const block = this.#blocks.get(cid)

    if (block == null) {
      throw new Error(`no ${cid}`)
    }

    return { value: block, block, size: block.bytes.byteLength, remote: true }
  }

  async prefetch (cid: CID, signal: AbortSignal): Promise<number> {
    this.ahead.push(cid)
    await this.#turn(signal)
    return this.#blocks.get(cid)?.bytes.byteLength ?? 0
  }

  async #turn (signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve)
      this.#listeners.add(signal, () => {
        reject(signal.reason as Error)
      })
    })
  }

  /** Answers the oldest requests. */
  async give (count = this.#waiting.length): Promise<void> {
    this.#waiting.splice(0, count).forEach((answer) => {
      answer()
    })
    await settled()
  }
}

/** Blocks with zero bytes, which need not be hashed. */
function largeBlocks (count: number, size: number): Block[] {
  return testBlocks(count, 4).map(({ cid }) => ({ cid, bytes: new Uint8Array(size) }))
}

async function settled (): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

function windowOf (
  blocks: Block[],
  options: Partial<FetchWindowOptions<Block>> = {}
): { source: Source; results: AsyncGenerator<Block>; pulled: () => number } {
  const source = new Source(blocks)
  let pulled = 0
  const cids = (function* () {
    for (const { cid } of blocks) {
      pulled++
      yield cid
    }
  })()
  const window = new FetchWindow<Block>(cids, {
    get: async (cid, signal) => await source.get(cid, signal),
    prefetch: async (cid, signal) => await source.prefetch(cid, signal),
    signal: new AbortController().signal,
    ...options
  })
  return { source, results: window.results(), pulled: () => pulled }
}

describe('FetchWindow', () => {
  it('fetches many blocks concurrently, yields them in order, and does not run ahead of the reader', async () => {
    const blocks = testBlocks(1000, 100)
    const { source, results, pulled } = windowOf(blocks)
    const first = results.next()
    await settled()
    expect(source.waiting).toBe(32)

    // The second arrives first.
    await source.give(0)
    await source.give()
    expect((await first).value).toBe(blocks[0])
    expect(source.waiting).toBe(64)

    for (let i = 0; i < 20; i++) {
      await source.give()
    }
    expect(pulled()).toBeLessThanOrEqual(1 + 256)
    const next = results.next()
    await source.give()
    expect((await next).value).toBe(blocks[1])
    await results.return(undefined)
  })

  it('is bounded in bytes by the largest block so far, and always fetches at least one', async () => {
    const large = windowOf(largeBlocks(100, MIB))
    void large.results.next()
    await settled()
    expect(large.source.waiting).toBe(32)
    await large.source.give(1)
    await settled()
    expect(large.source.waiting).toBe(31)
    await large.source.give()
    await settled()
    // The arrived blocks fill the window. Nothing more is requested before they are read.
    expect(large.source.waiting).toBe(0)
    for (let i = 1; i < 32; i++) {
      await large.results.next()
    }
    expect(large.source.waiting).toBe(8)

    const huge = windowOf(largeBlocks(5, 9 * MIB))
    const read: number[] = []
    const reading = (async () => {
      for await (const { bytes } of huge.results) {
        read.push(bytes.byteLength)
      }
    })()
    for (let i = 0; i < 10; i++) {
      await huge.source.give()
    }
    await reading
    expect(read).toEqual(Array(5).fill(9 * MIB))
  })

  it(
    'adapts to a reader that may seek: few blocks at first, one more for each read, and none after it stops',
    async () => {
      const blocks = testBlocks(1000, 100)
      const pace = { read: 0 }
      const { source, results, pulled } = windowOf(blocks, { pace })
      const first = results.next()
      await settled()
      expect(source.waiting).toBe(2)
      for (let i = 0; i < 20; i++) {
        await source.give()
      }
      await first
      expect(pulled()).toBe(4)

      for (let i = 0; i < 50; i++) {
        const next = results.next()
        await source.give()
        await next
      }

      await source.give()
      expect(pulled()).toBe(51 + 2 + 51)
      await results.return(undefined)

      // The next window of the same reader continues at this pace.
      const other = windowOf(blocks, { pace })
      void other.results.next()
      await settled()
      expect(other.source.waiting).toBe(32)
    }
  )

  it('throws an error in its place', async () => {
    const blocks = testBlocks(10, 100)
    const { source, results } = windowOf(blocks, {
      get: async (cid, signal) =>
        cid === blocks[3].cid ? await Promise.reject(new Error('broken')) : await source.get(cid, signal)
    })
    const read: Block[] = []
    const reading = (async () => {
      for await (const block of results) {
        read.push(block)
      }
    })()
    reading.catch(() => {})
    await settled()
    await source.give()
    await expect(reading).rejects.toThrow('broken')
    expect(read).toEqual(blocks.slice(0, 3))
  })

  it('cancels fetches when the reader leaves, and when the signal aborts', async () => {
    const controller = new AbortController()
    const signals: AbortSignal[] = []
    const get = async (cid: CID, signal: AbortSignal): Promise<Got<Block>> => {
      signals.push(signal)
      return await left.source.get(cid, signal)
    }
    const left = windowOf(testBlocks(100, 100), { get })
    const first = left.results.next()
    await settled()
    await left.source.give(1)
    await first
    await left.results.return(undefined)
    expect(signals.every(({ aborted }) => aborted)).toBe(true)

    const aborted = windowOf(testBlocks(100, 100), { signal: controller.signal })
    const next = aborted.results.next()
    await settled()
    controller.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
  })

  it('prefetches children of blocks that have arrived, nearest first and within limits', async () => {
    const blocks = testBlocks(10, 100)
    const children = new Map(
      blocks.map(({ cid }, i) => [cid, testBlocks(200, 100, 1000 * (i + 1)).map(({ cid }) => cid)])
    )
    const names = new Map(
      [...children.values()].flatMap((cids, i) => cids.map((cid, j): [CID, string] => [cid, `${i}.${j}`]))
    )
    const { source, results } = windowOf(blocks, { below: ({ cid }) => children.get(cid) ?? [] })
    const ahead = (): string[] => source.ahead.map((cid) => names.get(cid) as string)
    const namesOf = (i: number, count: number): string[] => Array.from({ length: count }, (_, j) => `${i}.${j}`)
    const first = results.next()
    await settled()
    expect(ahead()).toEqual([])
    await source.give()
    await first
    expect(ahead()).toEqual(namesOf(0, 64))

    // The reader has the first block now, and requests the rest of its children itself.
    for (let i = 0; i < 10; i++) {
      await source.give()
    }
    expect(ahead()).toEqual([...namesOf(0, 64), ...namesOf(1, 192)])

    // The first is done. The children of the second are requested by the reader now.
    await results.next()
    for (let i = 0; i < 10; i++) {
      await source.give()
    }
    expect(ahead().slice(256)).toEqual(namesOf(2, 64))

    // The second is done.
    await results.next()
    for (let i = 0; i < 10; i++) {
      await source.give()
    }
    expect(ahead().slice(256 + 64)).toEqual(namesOf(3, 192))
    await results.return(undefined)
  })

  it('lets prefetches finish when it ends, and cancels them when the reader leaves before', async () => {
    const blocks = testBlocks(2, 100)
    const children = testBlocks(10, 100, 1000).map(({ cid }) => cid)
    const run = async (read: number): Promise<AbortSignal[]> => {
      const signals: AbortSignal[] = []
      const { source, results } = windowOf(blocks, {
        below: ({ cid }) => cid === blocks[1].cid ? children : [],
        prefetch: async (cid, signal) => {
          signals.push(signal)
          return await source.prefetch(cid, signal)
        }
      })
      const first = results.next()
      await settled()
      await source.give(2)
      await first
      for (let i = 1; i < read; i++) {
        await results.next()
      }
      await results.return(undefined)
      expect(source.ahead).toEqual(children)
      return signals
    }
    expect((await run(3)).filter(({ aborted }) => aborted)).toEqual([])
    expect((await run(2)).filter(({ aborted }) => !aborted)).toEqual([])
  })

  it('leaves the error of an unreadable child to its reader', async () => {
    const blocks = testBlocks(3, 100)
    const { source, results } = windowOf(blocks, {
      below: () => {
        throw new Error('no such codec')
      }
    })
    const read: Block[] = []
    const reading = (async () => {
      for await (const block of results) {
        read.push(block)
      }
    })()
    await settled()
    await source.give()
    await reading
    expect(read).toEqual(blocks)
  })

  it('ends after a run of local blocks, and leaves the rest in the iterator', async () => {
    const blocks = testBlocks(500, 100)
    let at = 0
    const cids = blocks.map(({ cid }) => cid)[Symbol.iterator]()
    const get = async (cid: CID): Promise<Got<Block>> => ({
      value: blocks[at],
      block: blocks[at],
      size: 100,
      remote: at++ < 10 && cid != null
    })
    const read: Block[] = []
    for await (
      const block of new FetchWindow<Block>(cids, {
        get,
        prefetch: async () => 0,
        signal: new AbortController().signal
      }).results()
    ) {
      read.push(block)
    }
    expect(read.length).toBeGreaterThanOrEqual(10 + 64)
    expect(read.length).toBeLessThan(10 + 64 + 257)
    expect([...cids].length).toBe(500 - read.length)
  })
})
