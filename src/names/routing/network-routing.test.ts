import { generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { MemoryDatastore } from 'datastore-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createRecord } from '../record/create-record.ts'
import { readRecord } from '../record/read-record.ts'
import { networkRouting } from './network-routing.ts'
import type { NetworkRoutingInit } from './network-routing.ts'
import type { RecordPlace } from './record-place.ts'
import { localRouting } from './record-routing.ts'
import type { RecordRouting } from './record-routing.ts'
import { RecordStore } from './record-store.ts'

const { signal } = new AbortController()
const NEVER = async (): Promise<never> => await new Promise(() => {})
let key: PrivateKey
let other: PrivateKey
let records: RecordStore

beforeAll(async () => {
  key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(3))
  other = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(4))
})

beforeEach(() => {
  records = new RecordStore(new MemoryDatastore())
})

const keyName = ({ publicKey }: PrivateKey): ReturnType<PrivateKey['publicKey']['toMultihash']> =>
  publicKey.toMultihash()
const createTestRecord = async (sequence: bigint, from = key, validityMs = Date.now() + 60_000): Promise<Uint8Array> =>
  await createRecord(from, { value: '/ipfs/bafkqaaa', sequence, validityMs, ttlNs: 0n, v1compat: true })
const place = (title: string, more: Partial<RecordPlace>): RecordPlace => ({ title, isDelegated: true, ...more })
const routing = (places: RecordPlace[], more: Partial<NetworkRoutingInit> = {}): RecordRouting =>
  networkRouting({ records, local: localRouting(records), places, graceMs: 20, ...more })
const sequence = async (routing: RecordRouting): Promise<bigint | undefined> =>
  readRecord(await routing.find(keyName(key), { signal })).sequence

test('the record with the highest sequence number is used, from any place', async () => {
  await records.put(keyName(key), await createTestRecord(2n))
  const [one, three] = [await createTestRecord(1n), await createTestRecord(3n)]
  expect(await sequence(routing([place('a', { find: async () => one }), place('b', { find: async () => three })])))
    .toBe(3n)
  // a better record has replaced the stored one
  expect(await sequence(routing([place('a', { find: async () => one })]))).toBe(3n)
})

test('records of other keys, expired ones and garbage are rejected, and their senders are reported', async () => {
  const [foreign, old] = [await createTestRecord(9n, other), await createTestRecord(9n, key, Date.now() - 1000)]
  const bad = [
    place('a', { find: async () => foreign }),
    place('b', { find: async () => old }),
    place('c', { find: async () => Uint8Array.of(1, 2, 3) })
  ]
  const good = await createTestRecord(1n)
  expect(await sequence(routing([...bad, place('d', { find: async () => good })]))).toBe(1n)
  await expect(routing(bad).find(keyName(key), { signal })).rejects.toMatchObject({
    name: 'RoutingNotFoundError',
    reasons: expect.stringMatching(/a: signature verification failed|b: record is expired|c: record is malformed/)
  })
})

test('a silent place does not delay a lookup that has found a record', async () => {
  const one = await createTestRecord(1n)
  let left = false
  const silent = place('silent', {
    find: async (_, { signal }) => {
      signal.addEventListener('abort', () => {
        left = true
      })
      return await NEVER()
    }
  })
  expect(await sequence(routing([silent, place('a', { find: async () => one })]))).toBe(1n)
  expect(left).toBe(true)
})

test('an aborted lookup returns the best record so far, or throws the reason', async () => {
  const one = await createTestRecord(1n)
  const silent = place('silent', { find: NEVER })
  const ending = new AbortController()
  const asked = routing([silent], { graceMs: 60_000 }).find(keyName(key), { signal: ending.signal })
  ending.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')

  const late = new AbortController()
  const found = routing([
    silent,
    place('a', {
      find: async () => {
        setTimeout(() => {
          late.abort()
        }, 50)
        return one
      }
    })
  ], { graceMs: 60_000 }).find(keyName(key), { signal: late.signal })
  expect(readRecord(await found).sequence).toBe(1n)
})

test('a lookup distinguishes "no record" from "no place could answer"', async () => {
  await expect(routing([place('a', { find: async () => undefined })]).find(keyName(key), { signal })).rejects
    .toMatchObject({ message: 'routing: not found', reasons: '' })
  await expect(
    routing([place('a', {
      find: async () => {
        throw new Error('answered 500')
      }
    })]).find(keyName(key), { signal })
  ).rejects.toMatchObject({ message: 'routing: not found (a: answered 500)' })
})

test('a record is published to every place, and the result of each is reported', async () => {
  const got: Uint8Array[] = []
  const one = await createTestRecord(1n)
  const places = [
    place('a', {
      put: async (_, bytes) => {
        got.push(bytes)
      }
    }),
    place('b', {
      put: async () => {
        throw new Error('answered 403')
      }
    }),
    place('asked alone', { find: async () => undefined })
  ]
  expect(await routing(places).put(keyName(key), one, { signal })).toEqual([{ place: 'a' }, {
    place: 'b',
    problem: 'answered 403'
  }])
  expect(got).toEqual([one])
  expect(await records.known(keyName(key))).toEqual(one)
})

test('an invalid record is not published', async () => {
  const lonely: RecordRouting = { ...localRouting(records), put: async () => [] }
  const old = await createTestRecord(1n, key, Date.now() - 1000)
  expect(
    await routing([place('a', {
      put: async () => {
        throw new Error('was told')
      }
    })], { local: lonely }).put(keyName(key), old, { signal })
  ).toEqual([{ place: 'a', problem: 'record is expired' }])
})

test('records of other nodes are not collected', async () => {
  const one = await createTestRecord(1n)
  expect(await sequence(routing([place('a', { find: async () => one })]))).toBe(1n)
  expect(await records.known(keyName(key))).toBeUndefined()
})

test('a record is used before the search of its place ends, and a better one after it', async () => {
  const [one, two] = [await createTestRecord(1n), await createTestRecord(2n)]
  const tells = (...told: Uint8Array[]): RecordPlace =>
    place('slow', {
      find: async (_, { onRecord }) => {
        told.forEach((record) => {
          onRecord?.(record)
        })
        return await NEVER()
      }
    })
  expect(await sequence(routing([tells(one, two, Uint8Array.of(1))]))).toBe(2n)
})

test('a place without peers yet is reported with the reason', async () => {
  const fails = async (): Promise<void> => {
    throw new Error('nobody')
  }
  const one = await createTestRecord(1n)
  expect(
    await routing([place('a', { put: fails, isLonely: () => true }), place('b', { put: fails, isLonely: () => false })])
      .put(keyName(key), one, { signal })
  )
    .toEqual([{ place: 'a', isLonely: true, problem: 'nobody' }, { place: 'b', problem: 'nobody' }])
})
