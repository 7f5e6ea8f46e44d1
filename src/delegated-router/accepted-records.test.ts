import { generateKeyPair } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { MemoryDatastore } from 'datastore-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRecord } from '../names/record/create-record.ts'
import { ipnsNameText } from '../names/record/ipns-name.ts'
import { RecordStore } from '../names/routing/record-store.ts'
import { AcceptedRecords } from './accepted-records.ts'
import type { AcceptedRecordsInit } from './accepted-records.ts'
import { RecordTable } from './record-table.ts'

const HERE = '/ipfs/bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const ELSEWHERE = '/ipfs/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
const HOUR_MS = 3_600_000

let datastore: MemoryDatastore
let records: RecordStore
let taken: AcceptedRecords

beforeEach(() => {
  datastore = new MemoryDatastore()
  openRecords()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Simulates a restart: everything is read from the datastore again. */
function openRecords (init: Partial<AcceptedRecordsInit> = {}): void {
  records = new RecordStore(datastore)
  taken = new AcceptedRecords({ datastore, maxRecords: 3, isPinned: async (path) => path === HERE, ...init })
}

const keys = async (count: number): Promise<PrivateKey[]> =>
  await Promise.all(Array.from({ length: count }, async () => await generateKeyPair('Ed25519')))
const keyName = (key: PrivateKey): ReturnType<PrivateKey['publicKey']['toMultihash']> => key.publicKey.toMultihash()

async function recordOf (
  key: PrivateKey,
  { value = ELSEWHERE, sequence = 1n, lifetimeMs = 24 * HOUR_MS } = {}
): Promise<Uint8Array> {
  return await createRecord(key, { value, sequence, validityMs: Date.now() + lifetimeMs, ttlNs: 1n, v1compat: true })
}

async function take (key: PrivateKey, init?: Parameters<typeof recordOf>[1]): Promise<void> {
  await taken.put(keyName(key), await recordOf(key, init), async (...call) => {
    await records.put(...call)
  })
}

/** Returns which of them are stored. */
async function storedFlags (all: readonly PrivateKey[]): Promise<boolean[]> {
  return await Promise.all(all.map(async (key) => await records.known(keyName(key)) != null))
}

/** Returns the rows of records, or their metadata. */
async function rowsOf (kind: 'known' | 'taken'): Promise<string[]> {
  const rows: string[] = []

  for await (const key of datastore.queryKeys({ prefix: `/ipns/${kind}/` })) {
    rows.push(key.baseNamespace())
  }

  return rows.sort()
}

describe('records published by others', () => {
  it('are limited in number: the least recently published one is evicted, after a restart too', async () => {
    const all = await keys(5)
    await take(all[0])
    await take(all[1])
    await take(all[2])
    await take(all[0], { sequence: 2n })
    await take(all[3])
    expect(await storedFlags(all)).toEqual([true, false, true, true, false])
    openRecords()
    await take(all[4])
    expect(await storedFlags(all)).toEqual([true, false, false, true, true])
    expect(await rowsOf('known')).toEqual([all[0], all[3], all[4]].map((key) => ipnsNameText(keyName(key))).sort())
    expect(await rowsOf('taken')).toEqual(await rowsOf('known'))
  })

  it('are limited in total size', async () => {
    const all = await keys(4)
    const [record] = await Promise.all(all.map(async (key) => await recordOf(key)))
    openRecords({ maxRecords: 100, maxBytes: 3 * (record.byteLength + ipnsNameText(keyName(all[0])).length) })
    for (const key of all) {
      await take(key)
    }
    expect(await storedFlags(all)).toEqual([false, true, true, true])
    // Another record of a stored name replaces it.
    await take(all[3], { sequence: 2n })
    expect(await storedFlags(all)).toEqual([false, true, true, true])
  })

  it('are evicted if expired first, and if they lead to pinned content last', async () => {
    const all = await keys(5)
    await take(all[0], { value: HERE })
    await take(all[1])
    await take(all[2], { lifetimeMs: HOUR_MS })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * HOUR_MS })
    await take(all[3])
    expect(await storedFlags(all)).toEqual([true, true, false, true, false])
    await take(all[4])
    expect(await storedFlags(all)).toEqual([true, false, false, true, true])
  })

  it('are limited even if all of them lead to pinned content', async () => {
    const all = await keys(4)
    for (const key of all) {
      await take(key, { value: HERE })
    }
    expect((await storedFlags(all)).filter(Boolean)).toHaveLength(3)
  })

  it('do not evict records of the owner, even if others renew them', async () => {
    const all = await keys(8)
    const [published, put, adopted] = all
    await records.publish(keyName(published), await recordOf(published), { known: true, isDelegated: false })
    await records.put(keyName(put), await recordOf(put))
    await take(adopted)
    await records.put(keyName(adopted), await recordOf(adopted, { sequence: 2n }))
    for (const key of [published, put, adopted]) {
      await take(key, { sequence: 3n })
    }
    for (const key of all.slice(3)) {
      await take(key)
    }
    expect(await storedFlags(all)).toEqual([true, true, true, false, false, true, true, true])
    expect(await rowsOf('taken')).toHaveLength(3)
  })

  it('do not evict records that the owner publishes under a name that was stored before', async () => {
    const all = await keys(4)
    await take(all[0])
    await records.publish(keyName(all[0]), await recordOf(all[0], { sequence: 2n }), {
      known: true,
      isDelegated: false
    })
    openRecords()
    for (const key of [all[1], all[2], all[3]]) {
      await take(key)
    }
    expect(await storedFlags(all)).toEqual([true, true, true, true])
  })

  it('evict nothing if they are rejected themselves', async () => {
    const all = await keys(3)
    for (const key of all) {
      await take(key)
    }
    const [other] = await keys(1)
    await expect(taken.put(keyName(all[0]), await recordOf(all[0], { sequence: 0n }), async (...call) => {
      await records.put(...call)
    })).rejects.toThrow('older')
    await expect(records.put(keyName(other), await recordOf(all[0]))).rejects.toThrow()
    expect(await storedFlags(all)).toEqual([true, true, true])
  })

  it('are limited in the memory of a router too', async () => {
    const table = new RecordTable({ maxRecords: 2 })
    const all = await keys(3)
    for (const key of all) {
      await table.put(keyName(key), await recordOf(key, { sequence: 2n }))
    }
    expect(await Promise.all(all.map(async (key) => await table.get(keyName(key)) != null))).toEqual([
      false,
      true,
      true
    ])
    await table.put(keyName(all[2]), await recordOf(all[2], { sequence: 1n }))
    await expect(table.put(keyName(all[0]), await recordOf(all[2]))).rejects.toThrow()
    expect(await Promise.all(all.map(async (key) => await table.get(keyName(key)) != null))).toEqual([
      false,
      true,
      true
    ])
  })
})
