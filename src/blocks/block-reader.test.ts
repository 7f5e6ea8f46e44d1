import { CID } from 'multiformats/cid'
import { describe, expect, test } from 'vitest'
import { hash } from '../cid/hash.ts'
import { MemoryBlockstore } from '../store/memory-blockstore.ts'
import { blockReader } from './block-reader.ts'

const RAW = 0x55
const signal = new AbortController().signal
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

async function cidOf (value: string, code?: number): Promise<CID> {
  return CID.createV1(RAW, await hash(new TextEncoder().encode(value), code))
}

async function storeWith (...values: string[]): Promise<MemoryBlockstore> {
  const store = new MemoryBlockstore()
  for (const value of values) await store.put(await cidOf(value), new TextEncoder().encode(value))
  return store
}

describe('blockReader', () => {
  test('reads many in their order: stored, inside the CID, and fetched', async () => {
    const store = await storeWith('a', 'c', 'f')
    const fetched: string[] = []
    const exchange = {
      get: async (cid: CID) => {
        fetched.push(cid.toString())
        return new TextEncoder().encode(cid.equals(await cidOf('b')) ? 'b' : 'e')
      }
    }
    const identity = await cidOf('d', 0)
    const cids = [identity, await cidOf('a'), identity, await cidOf('b'), await cidOf('c'), identity, await cidOf('e'), await cidOf('f'), identity]
    const read: string[] = []

    for await (const { cid, bytes } of blockReader(store, exchange).getMany(cids, { signal })) {
      expect(cid.equals(cids[read.length])).toBe(true)
      read.push(text(bytes))
    }

    expect(read.join('')).toBe('dadbcdefd')
    expect(fetched).toHaveLength(2)
    expect(await store.has(await cidOf('b'))).toBe(true)
  })

  test('offline, a missing block is an error at once', async () => {
    const reader = blockReader(await storeWith('a'), undefined)
    const missing = await cidOf('x')

    await expect(reader.get(missing, { signal })).rejects.toMatchObject({
      name: 'BlockNotFoundError',
      message: `block was not found locally (offline): ipld: could not find ${missing.toString()}`
    })

    await expect((async () => {
      for await (const _ of reader.getMany([await cidOf('a'), missing], { signal }));
    })()).rejects.toMatchObject({ name: 'BlockNotFoundError' })
  })

  test('online, a wait ends by the signal', async () => {
    const exchange = { get: async (_: CID, { signal }: { signal: AbortSignal }) => await new Promise<Uint8Array>((_resolve, reject) => { signal.addEventListener('abort', () => { reject(signal.reason as Error) }) }) }
    const controller = new AbortController()
    const waiting = blockReader(await storeWith(), exchange).get(await cidOf('x'), { signal: controller.signal })
    await new Promise((resolve) => setTimeout(resolve, 10)) // it waits for the exchange now
    controller.abort(new DOMException('gone', 'AbortError'))
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('has and size count what is inside the CID as here', async () => {
    const reader = blockReader(await storeWith('abc'), undefined)
    expect(await reader.has(await cidOf('inside', 0))).toBe(true)
    expect(await reader.size(await cidOf('inside', 0), { signal })).toBe(6)
    expect(await reader.size(await cidOf('abc'), { signal })).toBe(3)
    expect(await reader.has(await cidOf('x'))).toBe(false)
  })
})
