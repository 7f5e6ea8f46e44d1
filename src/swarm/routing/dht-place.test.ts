import { generateKeyPair } from '@libp2p/crypto/keys'
import { expect, test } from 'vitest'
import { createRecord } from '../../names/record/create-record.ts'
import type { Dht } from '../dht.ts'
import { LazySwarm } from '../lazy-swarm.ts'
import { EmptyTableError } from '../swarm-errors.ts'
import type { Swarm } from '../swarm.ts'
import { dhtPlace } from './dht-place.ts'

const { signal } = new AbortController()
const key = await generateKeyPair('Ed25519')
const name = key.publicKey.toMultihash()

async function createTestRecord (sequence: bigint, by = key, lifetimeMs = 60_000): Promise<Uint8Array> {
  return await createRecord(by, {
    value: '/ipfs/bafkqaaa',
    sequence,
    validityMs: Date.now() + lifetimeMs,
    ttlNs: 1n,
    v1compat: true
  })
}

function placeWith (dht: Partial<Dht> | undefined, connections: unknown[] = []): ReturnType<typeof dhtPlace> {
  return dhtPlace(new LazySwarm(async () => ({ dht, connections: () => connections } as unknown as Swarm)))
}

function serving (...values: Uint8Array[]): Partial<Dht> & { read: number } {
  const dht = {
    read: 0,
    async *findValues () {
      for (const value of values) {
        dht.read++
        yield value
      }
    }
  }
  return dht
}

test('returns the best valid record of the servers, and reports each better one at once', async () => {
  const stranger = await generateKeyPair('Ed25519')
  const [one, two, old, foreign] = await Promise.all([
    createTestRecord(1n),
    createTestRecord(2n),
    createTestRecord(9n, key, -1000),
    createTestRecord(8n, stranger)
  ])
  const reported: Uint8Array[] = []
  const found = await placeWith(serving(Uint8Array.of(1, 2), foreign, one, old, two, one)).find!(name, {
    signal,
    onRecord: (record) => {
      reported.push(record)
    }
  })
  expect(found).toEqual(two)
  expect(reported).toEqual([one, two])
})

test('stops after the requested number of records; invalid ones do not count', async () => {
  const [one, two] = await Promise.all([createTestRecord(1n), createTestRecord(2n)])
  const dht = serving(Uint8Array.of(1), one, one, two)
  expect(await placeWith(dht).find!(name, { signal, count: 2 })).toEqual(one)
  expect(dht.read).toBe(3)
})

test('returns nothing if no server is known, and throws other errors of a query', async () => {
  const failing = (error: Error): Partial<Dht> => ({
    async *findValues () {
      throw error
    }
  })
  expect(await placeWith(failing(new EmptyTableError())).find!(name, { signal })).toBeUndefined()
  await expect(placeWith(failing(new Error('broken'))).find!(name, { signal })).rejects.toThrow('broken')
  expect(await placeWith(undefined).find!(name, { signal })).toBeUndefined()
  await expect(placeWith(undefined).put!(name, await createTestRecord(1n), { signal })).rejects.toThrow(
    'Routing.Type takes effect at the next start of the node'
  )
})

test('is lonely until the node is connected', async () => {
  const place = placeWith(serving(), [1])
  expect(place.isLonely!()).toBe(true)
  await place.find!(name, { signal })
  expect(place.isLonely!()).toBe(false)
})
