import { describe, expect, it, vi } from 'vitest'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import { FileNodes } from '../layout/file-nodes.ts'
import type { FileLink } from '../layout/file-nodes.ts'
import { BlockPipeline } from './block-pipeline.ts'
import { CidBuilder } from './cid-builder.ts'

const cids = new CidBuilder({ version: 1, hash: 0x12, inlineLimit: 3 })
const block = (n: number, size = 2000): Uint8Array => new Uint8Array(size).fill(n)

/** Creates a sink that holds every block until it is released. */
function slowSink (): { sink: () => Promise<void>; release: () => void; held: () => number } {
  const waiting: Array<() => void> = []
  return {
    sink: () => new Promise<void>((resolve) => waiting.push(resolve)),
    release: () => waiting.shift()?.(),
    held: () => waiting.length
  }
}

describe('BlockPipeline', () => {
  it('writes blocks one by one in insertion order, for any order of hashes', async () => {
    const written: number[] = []
    let running = 0

    const pipeline = new BlockPipeline(async (_cid, bytes) => {
      expect(++running).toBe(1)
      await Promise.resolve()
      written.push(bytes[0])
      running--
    }, cids)

    // large blocks are hashed asynchronously, small ones synchronously
    for (let n = 0; n < 20; n++) {
      void pipeline.add(CODEC.raw, block(n, n % 2 === 0 ? 100_000 : 10))
    }

    await pipeline.drain()
    expect(written).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  it('returns the CID before the block is written', async () => {
    const { sink, release } = slowSink()
    const pipeline = new BlockPipeline(sink, cids)
    const cid = await pipeline.add(CODEC.raw, block(1))

    expect(cid.toString()).toMatch(/^bafkrei/)
    const drained = pipeline.drain()
    await vi.waitFor(() => {
      release()
    })
    setTimeout(release, 10)
    await drained
  })

  it('waits for a node whose hash is computed long after its leaves are written', async () => {
    const written: number[] = []
    // a browser that hashes more slowly than it writes
    const slow = new CidBuilder({ version: 1, hash: 0x12 })
    const sum = slow.sum.bind(slow)
    vi.spyOn(slow, 'sum').mockImplementation(async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, args[0] === CODEC.raw ? 1 : 30))
      return await sum(...args)
    })
    const pipeline = new BlockPipeline((_cid, bytes) => {
      written.push(bytes.length)
    }, slow)
    const nodes = new FileNodes(pipeline, { rawLeaves: true })
    const leaf = (n: number): Promise<FileLink> => nodes.leaf({ parts: [block(n)], length: 2000 }, UNIXFS_TYPE.raw)
    const root = nodes.node([nodes.node([leaf(1), leaf(2)]), nodes.node([leaf(3)])])

    await pipeline.drain()
    expect(written).toHaveLength(6)
    await pipeline.stop()
    expect(written.at(-1)).toBe((await root).tsize - 3 * 2000 - written[3] - written[4])
  })

  it.each([{ maxBytes: 5000, maxBlocks: 100 }, { maxBytes: 1_000_000, maxBlocks: 2 }])(
    'applies backpressure at %o',
    async (limits) => {
      const { sink, release, held } = slowSink()
      const pipeline = new BlockPipeline(sink, cids, limits)

      for (let n = 0; n < 2; n++) {
        await pipeline.room(2000)
        void pipeline.add(CODEC.raw, block(n))
      }

      let open = false
      const room = pipeline.room(2000).then(() => {
        open = true
      })
      await vi.waitFor(() => {
        expect(held()).toBe(1)
      })
      expect(open).toBe(false)

      release()
      await room
    }
  )

  it('accepts a block above the limit', async () => {
    const pipeline = new BlockPipeline(() => {}, cids, { maxBytes: 10, maxBlocks: 10 })
    await pipeline.room(2000)
    void pipeline.add(CODEC.raw, block(1))
    await pipeline.room(2000)
    await pipeline.drain()
  })

  it('does not pass inlined blocks to the sink', async () => {
    const sink = vi.fn()
    const pipeline = new BlockPipeline(sink, cids)
    await pipeline.add(CODEC.raw, block(1, 3))
    await pipeline.drain()
    expect(sink).not.toHaveBeenCalled()
  })

  it('keeps the first error of the sink, and writes no more', async () => {
    const sink = vi.fn(async () => {
      throw new Error('disk full')
    })
    const pipeline = new BlockPipeline(sink, cids, { maxBytes: 5000, maxBlocks: 100 })

    await pipeline.add(CODEC.raw, block(1))
    await pipeline.add(CODEC.raw, block(2))
    await expect(pipeline.room(2000)).rejects.toThrow('disk full')
    await pipeline.add(CODEC.raw, block(3))
    await expect(pipeline.drain()).rejects.toThrow('disk full')
    expect(sink).toHaveBeenCalledTimes(1)
  })

  it('keeps the error of a hash', async () => {
    const pipeline = new BlockPipeline(() => {}, new CidBuilder({ version: 1, hash: 0xd5 }))
    await expect(pipeline.add(CODEC.raw, block(1))).rejects.toThrow('potentially insecure')
    await expect(pipeline.drain()).rejects.toThrow('potentially insecure')
  })

  it('stops: the sink finishes its blocks, and gets no more', async () => {
    const { sink, release, held } = slowSink()
    const sinks = vi.fn(sink)
    const pipeline = new BlockPipeline(sinks, cids)

    void pipeline.add(CODEC.raw, block(1))
    void pipeline.add(CODEC.raw, block(2))
    await vi.waitFor(() => {
      expect(held()).toBe(1)
    })

    let stopped = false
    const stop = pipeline.stop().then(() => {
      stopped = true
    })
    await Promise.resolve()
    expect(stopped).toBe(false)

    release()
    await stop
    expect(sinks).toHaveBeenCalledTimes(1)
    await expect(pipeline.room(1)).rejects.toThrow('stopped')
  })
})
