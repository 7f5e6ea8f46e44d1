import all from 'it-all'
import { expect, it, vi } from 'vitest'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { putBlocks, rawLeaf, storeKey } from '../testing/dag/small-dag.ts'
import { verifyBlocks } from './verify-blocks.ts'
import type { VerifiedBlock, VerifyBlocksOptions } from './verify-blocks.ts'

const { signal } = new AbortController()
const good = rawLeaf('good')
const bad = rawLeaf('bad')
const CORRUPT = `block ${storeKey(bad)} was corrupt (block in storage has different hash than requested)`

async function openStore (): Promise<MemoryBlockstore> {
  const store = new MemoryBlockstore()
  await putBlocks(store, [good, { cid: bad.cid, bytes: good.bytes }])
  return store
}

async function verify (
  store: MemoryBlockstore,
  options: Partial<VerifyBlocksOptions> = {}
): Promise<VerifiedBlock[]> {
  return await all(verifyBlocks(store, { repair: 'none', signal, ...options }))
}

/** Heals with a function, and without a time limit by default. */
function heal (get: BlockReader['get'], timeoutMs = 0): VerifyBlocksOptions['repair'] {
  return { blocks: { get } as BlockReader, timeoutMs }
}

/** Makes blocks that are too large to be read together. */
async function openLargeBlocks (count: number): Promise<MemoryBlockstore> {
  const store = new MemoryBlockstore()
  await putBlocks(store, Array.from({ length: count }, (_, i) => rawLeaf(`${i} ${'x'.repeat(16 * 1024)}`)))
  return store
}

it('reports each block in the order of the keys, with a message for corrupt ones', async () => {
  expect(await verify(await openStore())).toEqual([
    { state: 'valid', message: '' },
    { state: 'corrupt', message: CORRUPT }
  ])
})

it('removes corrupt blocks if asked, and reports those that cannot be removed', async () => {
  const store = await openStore()
  expect((await verify(store, { repair: 'drop' }))[1]).toEqual({ state: 'removed', message: `${CORRUPT}, removed` })
  expect(await store.has(bad.cid)).toBe(false)
  expect(await store.has(good.cid)).toBe(true)

  const full = await openStore()
  full.remove = async () => {
    throw new Error('it holds on')
  }
  expect((await verify(full, { repair: 'drop' }))[1]).toEqual({
    state: 'remove failed',
    message: `${CORRUPT}, failed to remove (it holds on)`
  })
})

it('fetches corrupt blocks again after their removal', async () => {
  const store = await openStore()
  const fetched: string[] = []
  const healed = await verify(store, {
    repair: heal(async (cid, options) => {
      expect(await store.has(cid)).toBe(false)
      expect(options.signal).toBe(signal)
      fetched.push(cid.toString())
      return bad.bytes
    })
  })
  expect(healed[1]).toEqual({ state: 'healed', message: `${CORRUPT}, removed, healed` })
  expect(fetched).toEqual([storeKey(bad)])
})

it('reports blocks that cannot be fetched again, but throws if it is aborted', async () => {
  const controller = new AbortController()
  const failed = await verify(await openStore(), {
    repair: heal(async () => {
      throw new Error('no provider')
    })
  })
  expect(failed[1]).toEqual({ state: 'heal failed', message: `${CORRUPT}, removed, failed to heal (no provider)` })

  const aborted = verify(await openStore(), {
    signal: controller.signal,
    repair: heal(async () => {
      controller.abort(new Error('enough'))
      throw new Error('no provider')
    })
  })
  await expect(aborted).rejects.toThrow('enough')
})

it('limits the time of a fetch', async () => {
  const timed = await verify(await openStore(), {
    repair: heal(async (_cid, options) =>
      await new Promise((_resolve, reject) => {
        options.signal.addEventListener('abort', () => {
          reject(options.signal.reason as Error)
        })
      }), 1)
  })
  expect(timed[1].state).toBe('heal failed')
})

it('omits blocks that were removed since they were listed', async () => {
  const store = await openStore()
  const { bytes } = MemoryBlockstore.prototype
  store.capabilities.batches = { readBatches: async function* () {} }
  store.bytes = async (cid, options) => {
    await store.remove([bad.cid])
    return await bytes.call(store, cid, options)
  }
  expect(await verify(store)).toEqual([{ state: 'valid', message: '' }])

  // It is listed, but its bytes are lost.
  store.has = async () => true
  await putBlocks(store, [bad])
  expect((await verify(store))[1]).toEqual({
    state: 'corrupt',
    message: `block ${storeKey(bad)} was corrupt (block ${storeKey(bad)} is not in the store)`
  })
})

it('reports read errors, but throws if it is aborted', async () => {
  const store = await openStore()
  const controller = new AbortController()
  store.bytes = async () => {
    throw new Error('a bad sector')
  }
  expect(await verify(store)).toEqual(
    [good, bad].map((block) => ({
      state: 'corrupt',
      message: `block ${storeKey(block)} was corrupt (a bad sector)`
    }))
  )

  store.bytes = async () => {
    controller.abort(new Error('enough'))
    throw new Error('a bad sector')
  }
  await expect(verify(store, { signal: controller.signal })).rejects.toThrow('enough')
})

it('reads up to 256 blocks of up to 16 KiB together, and each of them once', async () => {
  const store = new MemoryBlockstore()
  const blocks = Array.from({ length: 257 }, (_, i) => rawLeaf(`${i}`))
  const asked: number[] = []
  await putBlocks(store, blocks)
  const read = vi.spyOn(store, 'bytes')
  store.capabilities.batches = {
    readBatches: async function* (cids, options) {
      const list = [...cids]
      asked.push(list.length)
      expect(options?.maxBlockBytes).toBe(16 * 1024)
      yield blocks.filter(({ cid }) => list.some((other) => other.toString() === storeKey({ cid })))
    }
  }
  expect(await verify(store)).toHaveLength(257)
  expect(asked).toEqual([256, 1])
  expect(read).not.toHaveBeenCalled()
})

it('reads 16 large blocks concurrently, and waits for them if the caller leaves', async () => {
  const store = await openLargeBlocks(40)
  const { bytes } = MemoryBlockstore.prototype
  const waiting: Array<() => void> = []
  let ended = 0
  store.bytes = async (cid, options) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    ended++
    return await bytes.call(store, cid, options)
  }

  const generator = verifyBlocks(store, { repair: 'none', signal })
  const first = generator.next()
  await vi.waitFor(() => {
    expect(waiting.length).toBeGreaterThanOrEqual(16)
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(waiting).toHaveLength(16)

  waiting[0]()
  expect((await first).value).toEqual({ state: 'valid', message: '' })
  const left = generator.return(undefined)
  waiting.slice(1).forEach((resume) => {
    resume()
  })
  await left
  expect(ended).toBe(16)
})
