import { MemoryDatastore } from 'datastore-core'
import all from 'it-all'
import { CID } from 'multiformats/cid'
import { beforeEach, expect, it, vi } from 'vitest'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { QuotaExceededError } from '../../store/quota/quota-exceeded-error.ts'
import { cborNode } from '../../testing/dag/small-dag.ts'
import { killableDatastore } from '../../testing/store/killable.ts'
import { PinIndex } from '../index/pin-index.ts'
import { DatastorePinStore } from './datastore-pin-store.ts'
import { OLD_PINS_PREFIX, oldPinKey } from './legacy-pins.ts'
import type { Pin } from './pin-store.ts'

/** More than are moved in one step. */
const pins = Array.from(
  { length: 2100 },
  (_, i): Pin => ({ cid: cborNode(`pin ${i}`).cid, mode: i % 2 === 0 ? 'recursive' : 'direct', name: `name ${i}` })
)
const [first, second, third] = pins
const added: Pin = { cid: cborNode('added').cid, mode: 'recursive', name: '' }

let data: MemoryDatastore

beforeEach(async () => {
  data = await oldRepo()
})

/** A repo as written by earlier versions. */
async function oldRepo (): Promise<MemoryDatastore> {
  const data = new MemoryDatastore()

  for (const { cid, mode, name } of pins) {
    await data.put(oldPinKey(cid), new TextEncoder().encode(JSON.stringify({ mode, name })))
  }

  return data
}

function texts (pins: Iterable<Pin>): string[] {
  return [...pins].map(({ cid, mode, name }) => `${mode} ${cid} ${name}`).sort()
}

async function listPins (datastore = data): Promise<string[]> {
  return texts(await all(new DatastorePinStore(datastore).list()))
}

async function oldRows (datastore = data): Promise<number> {
  return (await all(datastore.queryKeys({ prefix: OLD_PINS_PREFIX }))).length
}

/** A datastore that fails at its `left + 1`st write, and then for good. */
function failingAfter (
  left: number,
  make: () => Error,
  datastore = data
): { datastore: MemoryDatastore; failed: () => boolean } {
  let failed = false

  return {
    failed: () => failed,
    datastore: killableDatastore(datastore, () => {
      failed ||= left-- === 0
      if (failed) {
        throw make()
      }
    })
  }
}

it('reads legacy pins without a write', async () => {
  const store = new DatastorePinStore(failingAfter(0, () => new Error('a write')).datastore)
  expect(texts(await all(store.list()))).toEqual(texts(pins))
  expect(texts(await all(store.list('direct')))).toEqual(texts(pins.filter(({ mode }) => mode === 'direct')))
  expect(await store.get(second.cid)).toEqual(second)
  expect(await store.get(added.cid)).toBeUndefined()
})

/** Moves all of them. */
async function migrateAll (store: DatastorePinStore): Promise<void> {
  while (await store.migrateLegacyPins()) {
  } // each step is a wait
}

it('migrates them step by step, and delays no change', async () => {
  const changing = new DatastorePinStore(data)
  await changing.put(added)
  await changing.remove(third.cid)
  const left = texts([...pins.filter((pin) => pin !== third), added])
  expect(await oldRows()).toBe(pins.length - 1)
  expect(await listPins()).toEqual(left)

  expect(await changing.migrateLegacyPins()).toBe(true)
  expect(await oldRows()).toBeGreaterThan(0)
  expect(await listPins()).toEqual(left)
  await migrateAll(changing)
  expect(await oldRows()).toBe(0)
  expect(await listPins()).toEqual(left)

  const store = new DatastorePinStore(failingAfter(0, () => new Error('a write')).datastore)
  expect(await store.migrateLegacyPins()).toBe(false)
  expect(await store.ofBlock(first.cid)).toEqual([first])
  await store.change(async (change) => await change.get(second.cid))
})

it('finds the pins of a block without a write, by any of its CIDs, reading few keys', async () => {
  const { multihash } = first.cid
  const others = [
    CID.create(0, CODEC.dagPb, multihash),
    ...[CODEC.raw, 0x85, 0x300539].map((codec) => CID.createV1(codec, multihash))
  ].map((cid): Pin => ({ cid, mode: 'direct', name: '' }))
  for (const { cid, mode, name } of others) {
    await data.put(oldPinKey(cid), new TextEncoder().encode(JSON.stringify({ mode, name })))
  }
  const { datastore } = failingAfter(0, () => new Error('a write'))
  const { queryKeys } = datastore
  let read = 0

  vi.spyOn(datastore, 'queryKeys').mockImplementation(async function* (query, options) {
    for await (const key of queryKeys.call(datastore, query, options)) {
      read++
      yield key
    }
  })

  const store = new DatastorePinStore(datastore)
  const aborted = AbortSignal.abort(new Error('gone'))
  await expect(store.ofBlock(first.cid, { signal: aborted })).rejects.toThrow('gone')

  for (const { cid } of [first, ...others]) {
    expect(texts(await store.ofBlock(cid))).toEqual(texts([first, ...others]))
  }

  expect(await store.ofBlock(second.cid)).toEqual([second])
  expect(await store.ofBlock(added.cid)).toEqual([])
  expect(read).toBeLessThan(100)
})

it('finds the pin of a directly pinned block without reading the others', async () => {
  const queries = vi.spyOn(data, 'queryKeys')
  const index = new PinIndex(new DatastorePinStore(data), blockReader(new MemoryBlockstore(), undefined))
  expect(await index.keeper(first.cid, new AbortController())).toEqual({ mode: first.mode })
  expect(queries).not.toHaveBeenCalled()
})

it('stores each of them in one place or the other after a kill at any step', async () => {
  for (let steps = 0, killed = true; killed; steps++) {
    const copy = await oldRepo()
    const worker = failingAfter(steps, () => new Error('killed'), copy)
    await migrateAll(new DatastorePinStore(worker.datastore)).catch((err: Error) => {
      expect(err.message).toBe('killed')
    })
    killed = worker.failed()
    expect(await listPins(copy)).toEqual(texts(pins))

    const after = new DatastorePinStore(copy)
    expect(await Promise.all([first, third].map(async ({ cid }) => await after.ofBlock(cid)))).toEqual([[first], [
      third
    ]])
    await migrateAll(after)
    expect(await oldRows(copy)).toBe(0)
    expect(await listPins(copy)).toEqual(texts(pins))
  }
})

it('accepts changes even without room to migrate', async () => {
  let isFull = true

  const store = new DatastorePinStore(killableDatastore(data, () => {
    if (isFull) {
      throw new QuotaExceededError('no room')
    }
  }))

  expect(await store.migrateLegacyPins()).toBe(false)
  expect(await store.ofBlock(first.cid)).toEqual([first])
  expect(await oldRows()).toBe(pins.length)
  await expect(store.put(added)).rejects.toThrow('no room')

  // a change that makes room passes as the disk lets it
  const narrow = new DatastorePinStore(roomForDeletes())
  await narrow.remove(first.cid)
  await narrow.move(second.cid, { ...third, name: 'moved' })
  expect(await narrow.get(second.cid)).toBeUndefined()
  expect(await listPins()).toEqual(texts([...pins.slice(3), { ...third, name: 'moved' }]))

  expect(await store.migrateLegacyPins()).toBe(false)
  expect(await narrow.migrateLegacyPins()).toBe(false)
  expect(await oldRows()).toBe(pins.length - 3)

  isFull = false
  await store.put(added)
  await migrateAll(store)
  expect(await oldRows()).toBe(0)
  expect(await listPins()).toEqual(texts([...pins.slice(3), { ...third, name: 'moved' }, added]))
})

/** Small batches succeed, and batches that migrate many rows fail. */
function roomForDeletes (): MemoryDatastore {
  return new Proxy(data, {
    get: (target, name) => {
      if (name !== 'batch') {
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) as unknown : value
      }

      return () => {
        const batch = target.batch()
        let puts = 0

        return {
          put: (...row: Parameters<typeof batch.put>) => {
            puts++
            batch.put(...row)
          },
          delete: (key: Parameters<typeof batch.delete>[0]) => {
            batch.delete(key)
          },
          commit: async () => {
            if (puts > 10) {
              throw new QuotaExceededError('no room')
            }
            await batch.commit()
          }
        }
      }
    }
  })
}

it('finds a pin that is migrated meanwhile', async () => {
  const mover = new DatastorePinStore(data)
  let turn: Promise<unknown> | undefined

  // Reads are sequential, and after the first of them all pins are moved.
  const slow = new Proxy(data, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)

      if (name !== 'get') {
        return typeof value === 'function' ? value.bind(target) as unknown : value
      }

      return async (...args: Parameters<typeof target.get>) => {
        const before = turn
        const read = (async () => {
          await before
          return await target.get(...args)
        })()
        turn = read.catch(() => {})
        if (before == null) {
          turn = turn.then(async () => {
            await migrateAll(mover)
          })
        }
        return await read
      }
    }
  })

  expect(await new DatastorePinStore(slow).get(first.cid)).toEqual(first)
  expect(await oldRows()).toBe(0)
})

it('yields a pin once that is migrated meanwhile', async () => {
  const store = new DatastorePinStore(data)
  const { query } = data
  vi.spyOn(data, 'query').mockImplementation(async function* (...args) {
    vi.restoreAllMocks()
    await migrateAll(new DatastorePinStore(data))
    yield* query.apply(data, args)
  })

  expect(await store.ofBlock(first.cid)).toEqual([first])
  expect(await oldRows()).toBe(0)
})
