import { CID } from 'multiformats/cid'
import { describe, expect, test } from 'vitest'
import { AbortListeners } from '../../async/signals/abort-listeners.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { hash } from '../../cid/hash/hash.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import type { WantOptions } from '../exchange/exchange-session.ts'
import { blockReader } from './block-reader.ts'

const signal = new AbortController().signal
const decodeText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

async function cidOf (value: string, code?: number): Promise<CID> {
  return CID.createV1(CODEC.raw, await hash(new TextEncoder().encode(value), code))
}

async function storeWith (...values: string[]): Promise<MemoryBlockstore> {
  const store = new MemoryBlockstore()
  for (const value of values) {
    await store.put(await cidOf(value), new TextEncoder().encode(value))
  }
  return store
}

describe('blockReader', () => {
  test('reads many blocks in order: stored, inlined in the CID, and fetched', async () => {
    const store = await storeWith('a', 'c', 'f')
    const fetched: string[] = []
    const exchange = {
      get: async (cid: CID) => {
        fetched.push(cid.toString())
        return new TextEncoder().encode(cid.equals(await cidOf('b')) ? 'b' : 'e')
      }
    }
    const identity = await cidOf('d', 0)
    const cids = [
      identity,
      await cidOf('a'),
      identity,
      await cidOf('b'),
      await cidOf('c'),
      identity,
      await cidOf('e'),
      await cidOf('f'),
      identity
    ]
    const read: string[] = []

    for await (const { cid, bytes } of blockReader(store, exchange).getMany(cids, { signal })) {
      expect(cid.equals(cids[read.length])).toBe(true)
      read.push(decodeText(bytes))
    }

    expect(read.join('')).toBe('dadbcdefd')
    expect(fetched).toHaveLength(2)
    expect(await store.has(await cidOf('b'))).toBe(true)
  })

  test('fails at once for a missing block when offline', async () => {
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

  test('waits when online, until the signal aborts', async () => {
    const exchange = {
      get: async (_: CID, { signal }: { signal: AbortSignal }) =>
        await new Promise<Uint8Array>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error)
          })
        })
    }
    const controller = new AbortController()
    const waiting = blockReader(await storeWith(), exchange).get(await cidOf('x'), { signal: controller.signal })
    await new Promise((resolve) => setTimeout(resolve, 10)) // now it waits for the exchange
    controller.abort(new DOMException('gone', 'AbortError'))
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('treats blocks inlined in the CID as local in has and size', async () => {
    const reader = blockReader(await storeWith('abc'), undefined)
    expect(await reader.has(await cidOf('inside', 0))).toBe(true)
    expect(await reader.size(await cidOf('inside', 0), { signal })).toBe(6)
    expect(await reader.size(await cidOf('abc'), { signal })).toBe(3)
    expect(await reader.has(await cidOf('x'))).toBe(false)
  })

  test('requests all missing blocks concurrently, for bytes and for sizes', async () => {
    const values = Array.from({ length: 32 }, (_, i) => `value ${i}`)
    const cids = await Promise.all(values.map(async (value) => await cidOf(value)))

    for (const method of ['getMany', 'sizeMany'] as const) {
      const store = await storeWith('value 5', 'value 6')
      const exchange = new SlowExchange(values, cids)
      const read: Array<string | number> = []
      const reading = (async () => {
        for await (const block of blockReader(store, exchange)[method](cids, { signal })) {
          read.push(typeof block === 'number' ? block : decodeText(block.bytes))
        }
      })()
      await exchange.whenAsked(30)
      exchange.give()
      await reading
      expect(read).toEqual(method === 'getMany' ? values : values.map(({ length }) => length))
      expect((await store.stat()).blocks).toBe(32)
    }
  })

  test('shares one fetch among concurrent requests, until the last of them aborts', async () => {
    const cid = await cidOf('x')
    const exchange = new SlowExchange(['x'], [cid])
    const reader = blockReader(await storeWith(), exchange)
    const [first, second] = [new AbortController(), new AbortController()]
    const both = [first, second].map(async ({ signal }) => await reader.get(cid, { signal }))
    await exchange.whenAsked(1)
    first.abort(new Error('enough'))
    await expect(both[0]).rejects.toThrow('enough')
    expect(exchange.wanted).toBe(1)
    exchange.give()
    expect(decodeText(await both[1])).toBe('x')

    const third = new AbortController()
    const alone = blockReader(await storeWith(), exchange).get(cid, { signal: third.signal })
    await exchange.whenAsked(2)
    third.abort(new Error('enough'))
    await expect(alone).rejects.toThrow('enough')
    expect(exchange.wanted).toBe(0)
  })

  test('finds a block that was stored just before it was wanted', async () => {
    const store = await storeWith()
    const cid = await cidOf('late')
    const read = store.bytes.bind(store)
    let looks = 0
    store.bytes = async (cid, options) => {
      // The block arrives after the first lookup.
      if (++looks === 2) {
        await store.put(cid, new TextEncoder().encode('late'))
      }
      return await read(cid, options)
    }
    const exchange = new SlowExchange([], [])
    expect(decodeText(await blockReader(store, exchange).get(cid, { signal }))).toBe('late')
    expect(exchange.wanted).toBe(0)
  })

  test('rejects bytes that do not match the CID, and hashes nothing twice', async () => {
    const store = await storeWith()
    const cid = await cidOf('right')
    const wrong = { get: async () => new TextEncoder().encode('wrong') }
    await expect(blockReader(store, wrong).get(cid, { signal })).rejects.toThrow(
      `mismatch in content integrity, expected: ${cid}`
    )
    expect(await store.has(cid)).toBe(false)

    const tried: string[] = []
    const careful = {
      get: async (_: CID, { verify }: WantOptions) => {
        for (const value of ['wrong', 'right']) {
          const bytes = new TextEncoder().encode(value)
          if (await verify(bytes).then(() => true, () => false)) {
            return bytes
          }
          tried.push(value)
        }

        throw new Error('nobody has it')
      }
    }
    expect(decodeText(await blockReader(store, careful).get(cid, { signal }))).toBe('right')
    expect(tried).toEqual(['wrong'])
  })
})

test(
  'concurrent requests for a block share the lookup, so that none of them misses what another has stored',
  async () => {
    const store = await storeWith()
    const exchange = new SlowExchange(['a'], [await cidOf('a')])
    const lookups: Array<() => void> = []
    const bytes = store.bytes.bind(store)
    store.bytes = async (cid) => {
      // The store has looked, but its answer takes a while.
      const answer = Promise.resolve(bytes(cid))
      answer.catch(() => {})
      await new Promise<void>((resolve) => lookups.push(resolve))
      return await answer
    }
    const reader = blockReader(store, exchange)
    const first = reader.get(await cidOf('a'), { signal })
    const second = reader.get(await cidOf('a'), { signal })
    await waitForPendingWork()
    lookups[0]()
    await exchange.whenAsked(1)
    await waitForPendingWork()
    lookups.at(-1)?.() // the lookup after the want
    exchange.give()
    await waitForPendingWork()
    // The lookup of the second request, if it has one, ends after the block was stored.
    lookups.forEach((end) => {
      end()
    })
    await waitForPendingWork()
    exchange.give()
    expect((await Promise.all([first, second])).map(decodeText)).toEqual(['a', 'a'])
    expect(exchange.asked).toBe(1)
  }
)

async function waitForPendingWork (): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

/** An exchange that returns blocks on demand. */
class SlowExchange {
  asked = 0
  wanted = 0
  readonly #values: Map<string, string>
  readonly #listeners = new AbortListeners()
  #waiting: Array<() => void> = []

  constructor (values: string[], cids: CID[]) {
    this.#values = new Map(cids.map((cid, i) => [cid.toString(), values[i]]))
  }

  async get (cid: CID, { signal }: { signal: AbortSignal }): Promise<Uint8Array> {
    this.asked++
    this.wanted++

    return await new Promise<Uint8Array>((resolve, reject) => {
      this.#waiting.push(() => {
        resolve(new TextEncoder().encode(this.#values.get(cid.toString())))
      })
      this.#listeners.add(signal, () => {
        reject(signal.reason as Error)
      })
    }).finally(() => {
      this.wanted--
    })
  }

  async whenAsked (times: number): Promise<void> {
    while (this.asked < times) {
      await new Promise((resolve) => setTimeout(resolve))
    }
  }

  give (): void {
    this.#waiting.forEach((give) => {
      give()
    })
    this.#waiting = []
  }
}

test('ends the read of the store with the last block, before it is asked for the end', async () => {
  const store = await storeWith('a', 'b')
  let open = 0
  Object.assign(store.capabilities, {
    batches: {
      async *readBatches (cids: Iterable<CID>) {
        open++
        try {
          for (const cid of cids) {
            yield [{ cid, bytes: await store.bytes(cid) }]
          }
        } finally {
          open--
        }
      }
    }
  })
  const reading = blockReader(store, undefined).getBatches([await cidOf('a'), await cidOf('b')], { signal })
  await reading.next()
  expect(open).toBe(1)
  await reading.next()
  expect(open).toBe(0)
})
