import { generateKeyPair, generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { MemoryDatastore } from 'datastore-core'
import type { Datastore } from 'interface-datastore'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openConfig } from '../config/config-store.ts'
import type { Json } from '../config/values/config.ts'
import { Jobs } from '../jobs/jobs.ts'
import { KeyStore } from '../keys/store/key-store.ts'
import { Logs } from '../log/logs.ts'
import { NameRepublisher } from '../node/maintenance/name-republisher.ts'
import { parsePath } from '../path/content-path.ts'
import { killableDatastore } from '../testing/store/killable.ts'
import { Names } from './names.ts'
import type { NameOptions } from './names.ts'
import { DEFAULT_PUBLISHING } from './publish/publisher.ts'
import { ipnsNameText } from './record/ipns-name.ts'
import { readRecord } from './record/read-record.ts'
import type { RecordFields } from './record/read-record.ts'
import type { LookupDnslink } from './resolve/name-resolver.ts'

const A = '/ipfs/bafkreihnoabliopjvscf6irvpwbcxlauirzq7pnwafwt5skdekl3t3e7om'
const B = '/ipfs/bafkreib7ytgp45cyodrmbwm7ohzq74dfnsg63va4yhl5hu3wwdn6nbpc6m'
const HOUR_MS = 3_600_000
const LINK_TTL_MS = 90_000
const START_MS = Date.UTC(2026, 0, 1)

const { signal } = new AbortController()
const local = { offline: true, signal }

let one: PrivateKey
let two: PrivateKey

beforeAll(async () => {
  one = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(1))
  two = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(2))
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Setup {
  data?: Datastore
  config?: Record<string, Json>
  online?: boolean
  links?: Record<string, string>
  keys?: PrivateKey[]
}

async function openNames (
  { data = new MemoryDatastore(), config = {}, online = false, links = {}, keys = [] }: Setup = {}
): Promise<Names & { asked: string[] }> {
  const asked: string[] = []

  const dnslink: LookupDnslink = async (domain) => {
    asked.push(domain)
    return { path: parsePath(links[domain]), ttlMs: LINK_TTL_MS }
  }

  return Object.assign(
    new Names({
      datastore: data,
      config: await openConfig(data, { overrides: config }),
      online: () => online,
      dnslink,
      ownKeys: async () => keys
    }),
    { asked }
  )
}

const name = (key: PrivateKey): string => `/ipns/${ipnsNameText(key.publicKey.toMultihash())}`
const publish = async (names: Names, key: PrivateKey, path: string, options: object = {}): Promise<void> => {
  await names.publish(key, parsePath(path), { ...DEFAULT_PUBLISHING, ...local, ...options })
}
const resolve = async (names: Names, path: string, options: Partial<NameOptions> = {}): Promise<string> =>
  (await names.resolve(parsePath(path), { ...local, ...options })).path.text
const fields = async (names: Names, key: PrivateKey): Promise<RecordFields> =>
  readRecord(await names.record(key.publicKey.toMultihash(), local))
const advanceTime = (ms: number): void => {
  vi.setSystemTime(Date.now() + ms)
}

describe('a name of this node whose record expired while the node was not running', () => {
  test('resolves to its target at once, with its sequence number', async () => {
    const data = new MemoryDatastore()
    const before = await openNames({ data, keys: [one] })
    await publish(before, one, A)
    await publish(before, one, B)
    advanceTime(100 * HOUR_MS)
    const after = await openNames({ data, keys: [one] })
    expect(await resolve(after, name(one))).toBe(B)
    const { sequence, validity } = await fields(after, one)
    expect(sequence).toBe(1n)
    expect(Number(validity!.secs) * 1000).toBeGreaterThan(Date.now() + HOUR_MS)
    // the next number follows
    await publish(after, one, A)
    expect((await fields(after, one)).sequence).toBe(2n)
  })

  test('does not resolve without its key, nor in the run in which it expired', async () => {
    const data = new MemoryDatastore()
    const before = await openNames({ data, keys: [one, two] })
    await publish(before, one, A)
    advanceTime(100 * HOUR_MS)
    await expect(resolve(before, name(one))).rejects.toThrow()
    await expect(resolve(await openNames({ data, keys: [two] }), name(one))).rejects.toThrow()
  })
})

describe('a name', () => {
  test.each(['Ed25519', 'RSA', 'secp256k1'] as const)('of an %s key resolves to its published path', async (type) => {
    const key = await generateKeyPair(type as 'Ed25519')
    const names = await openNames()

    for (const v1compat of [true, false]) {
      await publish(names, key, `${A}/x`, { v1compat, sequence: v1compat ? 4n : 5n })
      expect(await resolve(names, `${name(key)}/y/`)).toBe(`${A}/x/y/`)
      expect((await fields(names, key)).signatureType).toBe(v1compat ? 'V1+V2' : 'V2')
    }
  })

  test('increases its sequence number only if its target changes', async () => {
    const names = await openNames()
    const numbers: Array<bigint | undefined> = []

    for (const path of [A, A, B, A]) {
      await publish(names, one, path)
      numbers.push((await fields(names, one)).sequence)
    }

    expect(numbers).toEqual([0n, 0n, 1n, 2n])
    await expect(publish(names, one, B, { sequence: 2n })).rejects.toMatchObject({
      name: 'InvalidSequenceError',
      message: 'sequence number must be greater than the current record sequence'
    })
    await publish(names, one, B, { sequence: 2n ** 63n - 1n })
    await publish(names, one, A)
    expect((await fields(names, one)).sequence).toBe(2n ** 63n)
    expect(await resolve(names, name(one))).toBe(A)
    await publish(names, one, B, { sequence: 2n ** 64n - 1n })
    expect((await fields(names, one)).sequence).toBe(2n ** 64n - 1n)
    await expect(publish(names, one, A)).rejects.toThrow('sequence number is too large')
    expect(await resolve(names, name(one))).toBe(B)
  })

  test('that is published many times at once uses each sequence number once', async () => {
    const names = await openNames()
    await Promise.all(Array.from({ length: 12 }, async (_, i) => {
      await publish(names, one, `${A}/${i}`)
    }))
    expect((await fields(names, one)).sequence).toBe(11n)
  })

  test('continues after a record that another node published with its key', async () => {
    const [here, there] = [await openNames(), await openNames()]
    await publish(there, one, A, { sequence: 41n })
    await here.put(one.publicKey.toMultihash(), await there.record(one.publicKey.toMultihash(), local), local)
    expect(await resolve(here, name(one))).toBe(A)
    await publish(here, one, B)
    expect((await fields(here, one)).sequence).toBe(42n)
  })

  test('does not resolve after its record expired', async () => {
    const names = await openNames()
    await publish(names, one, A, { lifetimeMs: HOUR_MS })
    advanceTime(HOUR_MS - 1)
    expect(await resolve(names, name(one))).toBe(A)
    advanceTime(2)
    await expect(resolve(names, name(one))).rejects.toMatchObject({
      name: 'NameNotResolvedError',
      message: 'could not resolve name'
    })
    await expect(names.record(one.publicKey.toMultihash(), local)).rejects.toThrow('routing: not found')
  })

  test('is not resolved by an expired record, even offline', async () => {
    const data = new MemoryDatastore()
    const names = await openNames({ data })
    await publish(names, one, A)
    const before = await names.record(one.publicKey.toMultihash(), local)
    await expect(publish(names, one, B, { lifetimeMs: -1 })).rejects.toMatchObject({
      name: 'ExpiredRecordError',
      message: 'record is expired'
    })
    expect(await names.record(one.publicKey.toMultihash(), local)).toEqual(before)
    await publish(names, one, B)
    expect((await fields(names, one)).sequence).toBe(1n)
  })

  test('may be the target of another name, with a DNSLink in between', async () => {
    const names = await openNames({ links: { 'a.test': `${name(two)}/b` } })
    await publish(names, two, A)
    await publish(names, one, '/ipns/a.test/c')
    expect(await resolve(names, `${name(one)}/d`)).toBe(`${A}/b/c/d`)
    expect((await names.resolveOnce(parsePath(name(one)), local)).path.text).toBe('/ipns/a.test/c')
  })

  test('in a cycle is rejected', async () => {
    const names = await openNames({ links: { 'a.test': '/ipns/a.test/x' } })
    await publish(names, one, name(two))
    await publish(names, two, name(one))
    await expect(resolve(names, name(one))).rejects.toMatchObject({
      name: 'NameRecursionError',
      message: 'could not resolve name (recursion limit exceeded)'
    })
    await expect(resolve(names, '/ipns/a.test')).rejects.toThrow('could not resolve name (recursion limit exceeded)')
    expect(names.asked).toHaveLength(32)
  })

  test('is followed through 32 others at most', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`n${i}.test`, i === 39 ? A : `/ipns/n${i + 1}.test`])
    )
    const names = await openNames({ links: chain })
    expect(await resolve(names, '/ipns/n8.test')).toBe(A)
    await expect(resolve(names, '/ipns/n7.test')).rejects.toThrow('recursion limit exceeded')
  })

  test.each([
    [`/ipns/${'x'.repeat(64)}`, `cannot resolve: "/ipns/${'x'.repeat(64)}"`],
    ['/ipns/a..b', 'cannot resolve: "/ipns/a..b"'],
    [
      '/ipns/bafyrgqhai26anf3i7pips7q22coa4sz2fr4gk4q4sqdtymvvjyginfzaqewveaeqd' +
      'h524nsktaq43j65v22xxrybrtertmcfxufdam3da3hbk',
      'peer ID represented as CIDv1 require libp2p-key multicodec: retry with ' +
      '/' +
      'ipns/bafzbgqhai26anf3i7pips7q22coa4sz2fr4gk4q4sqdtymvvjyginfzaqewveaeqdh524nsktaq43j65v22xxrybrtertmcf' +
      'xufdam3da3hbk'
    ]
  ])('is invalid: %s', async (path, message) => {
    const names = await openNames()
    await expect(resolve(names, path)).rejects.toThrow(message)
  })
})

describe('a record of another node', () => {
  test('is stored if it matches the name, is valid, and is not older', async () => {
    const [here, there] = [await openNames(), await openNames()]
    const id = one.publicKey.toMultihash()
    const records: Uint8Array[] = []

    for (const path of [A, B]) {
      await publish(there, one, path)
      records.push(await there.record(id, local))
    }

    await here.put(id, records[1], local)
    await here.put(id, records[1], local)
    await expect(here.put(id, records[0], local)).rejects.toMatchObject({
      name: 'OlderRecordError',
      message: "can't replace a newer record with an older one"
    })
    await expect(here.put(two.publicKey.toMultihash(), records[1], local)).rejects.toMatchObject({
      name: 'InvalidRecordError',
      message: 'signature verification failed'
    })
    await expect(here.put(id, new TextEncoder().encode('rubbish'), local)).rejects.toThrow(
      'record is malformed\nproto: cannot parse invalid wire-format data'
    )
    await expect(here.put(id, new Uint8Array(10_241), local)).rejects.toThrow('record exceeds allowed size limit')
    expect(await here.record(id, local)).toEqual(records[1])
  })

  test('with any changed bit is rejected', async () => {
    const names = await openNames()
    const id = one.publicKey.toMultihash()
    await publish(names, one, A)
    const record = await names.record(id, local)

    for (let at = 0; at < record.length; at += 3) {
      const changed = record.slice()
      changed[at] ^= 1 << at % 8
      const other = await openNames()
      // the V1 signature and its fields may have any value if the V2 signature is valid (nodes no longer check V1)
      await other.put(id, changed, local).then(async () => {
        expect(await resolve(other, name(one))).toBe(A)
      }, (err: Error) => {
        expect(err.name).toBe('InvalidRecordError')
      })
    }
  })
})

describe('a worker that is killed', () => {
  test('while publishing leaves the old record or the new one, and the next sequence number is correct', async () => {
    const outcomes = new Set<string>()

    for (let kill = 0; kill < 4; kill++) {
      const data = new MemoryDatastore()
      await publish(await openNames({ data }), one, A)
      let writes = 0
      const dying = await openNames({
        data: killableDatastore(data, () => {
          if (writes++ === kill) {
            throw new Error('killed')
          }
        })
      })
      await publish(dying, one, B).catch(() => {})

      const names = await openNames({ data })
      outcomes.add(await resolve(names, name(one)))
      await publish(names, one, `${A}/next`)
      expect(await resolve(names, name(one))).toBe(`${A}/next`)
    }

    expect(outcomes).toEqual(new Set([A, B]))
  })
})

describe('a cached name', () => {
  const online = { offline: false, signal }

  /** Publishes a new record without the cache. */
  async function changedElsewhere (data: Datastore, path: string): Promise<void> {
    await publish(await openNames({ data }), one, path)
  }

  test.each([[{}, 300, 299, 301], [{ 'Ipns.MaxCacheTTL': '10s' }, 10, 9, 11]] as const)(
    'is valid for the TTL of its record and Ipns.MaxCacheTTL: %j',
    async (config, ttl, held, over) => {
      const data = new MemoryDatastore()
      const names = await openNames({ data, config, online: true })
      await publish(names, one, A)
      const first = await names.resolve(parsePath(name(one)), online)
      expect(first).toMatchObject({ ttlMs: ttl * 1000, modifiedMs: START_MS })
      await changedElsewhere(data, B)

      advanceTime(held * 1000)
      expect(await names.resolve(parsePath(name(one)), online)).toEqual({ ...first, ttlMs: (ttl - held) * 1000 })
      expect(await resolve(names, name(one), { ...online, nocache: true })).toBe(B)
      expect(await resolve(names, name(one), local)).toBe(B)
      advanceTime((over - held) * 1000)
      expect(await resolve(names, name(one), online)).toBe(B)
    }
  )

  test('has the shortest TTL of all names in its chain', async () => {
    const names = await openNames({ online: true, links: { 'a.test': name(one), 'b.test': A } })
    const ttlMs = async (path: string): Promise<number> => (await names.resolve(parsePath(path), online)).ttlMs
    await publish(names, one, A, { ttlNs: 30_000_000_000n })
    await publish(names, two, '/ipns/b.test', { ttlNs: 200_000_000_000n })
    expect(await ttlMs(name(two))).toBe(LINK_TTL_MS)
    expect(await ttlMs('/ipns/a.test')).toBe(30_000)
    advanceTime(10_700)
    expect(await ttlMs('/ipns/a.test')).toBe(20_000)
  })

  test('does not outlive its record', async () => {
    const names = await openNames({ online: true })
    await publish(names, one, A, { lifetimeMs: 60_000 })
    expect((await names.resolve(parsePath(name(one)), online)).ttlMs).toBe(60_000)
  })

  test('is evicted if it was used least recently (Ipns.ResolveCacheSize)', async () => {
    const data = new MemoryDatastore()
    const names = await openNames({ data, config: { 'Ipns.ResolveCacheSize': 1 }, online: true })
    await publish(names, one, A)
    await publish(names, two, A)
    await resolve(names, name(one), online)
    await resolve(names, name(two), online)
    await changedElsewhere(data, B)
    expect(await resolve(names, name(one), online)).toBe(B)
  })

  test('is evicted when the name is published or its record is stored', async () => {
    const names = await openNames({ online: true })
    await publish(names, one, A, online)
    await resolve(names, name(one), online)
    await publish(names, one, B, online)
    expect(await resolve(names, name(one), online)).toBe(B)

    const elsewhere = await openNames()
    await publish(elsewhere, one, `${A}/x`, { sequence: 9n })
    await names.put(one.publicKey.toMultihash(), await elsewhere.record(one.publicKey.toMultihash(), local), online)
    expect(await resolve(names, name(one), online)).toBe(`${A}/x`)
  })

  test('keeps its first resolution time, however often it is resolved again', async () => {
    const names = await openNames({ online: true })
    await publish(names, one, A)
    await resolve(names, name(one), online)
    advanceTime(400_000)
    expect((await names.resolve(parsePath(name(one)), online)).modifiedMs).toBe(START_MS)
  })
})

describe('renewal', () => {
  test('extends the lifetime of a record, and changes no other field', async () => {
    const names = await openNames({ config: { 'Ipns.RecordLifetime': '100h', 'Ipns.RepublishPeriod': '10h' } })
    await publish(names, one, A, { ttlNs: 7_000_000_000n, v1compat: false, sequence: 3n })
    await publish(names, two, B)
    const before = await fields(names, one)
    advanceTime(30 * HOUR_MS)
    await names.renew([one, two], { signal })
    expect(await fields(names, one)).toEqual({
      ...before,
      validity: { secs: BigInt(START_MS / 1000 + 130 * 3600), nsecs: 0 }
    })

    // it is not due again before the period is over
    const [renewed] = [await names.record(one.publicKey.toMultihash(), local)]
    advanceTime(9 * HOUR_MS)
    await names.renew([one, two], { signal })
    expect(await names.record(one.publicKey.toMultihash(), local)).toEqual(renewed)
    advanceTime(2 * HOUR_MS)
    await names.renew([one, two], { signal })
    expect(await names.record(one.publicKey.toMultihash(), local)).not.toEqual(renewed)
  })

  test('creates no missing record, and replaces no better one', async () => {
    const [here, there] = [await openNames(), await openNames()]
    const id = one.publicKey.toMultihash()
    await here.renew([two], { signal })
    await expect(here.record(two.publicKey.toMultihash(), local)).rejects.toThrow('routing: not found')

    await publish(here, one, A)
    await publish(there, one, B, { sequence: 8n, lifetimeMs: 90 * HOUR_MS })
    const better = await there.record(id, local)
    await here.put(id, better, local)
    advanceTime(47 * HOUR_MS)
    await here.renew([one], { signal })
    expect(await here.record(id, local)).toEqual(better)
  })

  test('runs automatically while the node is running', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START_MS })
    const data = new MemoryDatastore()
    const names = await openNames({ data })
    let opened = (): void => {}
    let isWatched = true
    const swarm = {
      watch: (told: (swarm: never) => void) => {
        opened = () => {
          told({} as never)
        }
        return () => {
          isWatched = false
        }
      }
    }
    const renewals = new NameRepublisher({
      names,
      keys: new KeyStore(data, () => one),
      jobs: new Jobs({ datastore: data, remake: () => undefined }),
      logs: new Logs()
    }, swarm)
    const life = new AbortController()
    await publish(names, one, A)
    advanceTime(100 * HOUR_MS)
    await renewals.start({
      signal: life.signal,
      background: async (work) => {
        await work(life.signal)
      }
    })
    await expect(resolve(names, name(one))).rejects.toThrow('could not resolve name')
    await vi.advanceTimersByTimeAsync(20_000)
    await vi.waitFor(async () => {
      expect(await resolve(names, name(one))).toBe(A)
    })

    // a new swarm gets records soon, whenever names were last renewed
    const renew = vi.spyOn(names, 'renew')
    opened()
    await vi.advanceTimersByTimeAsync(20_000)
    await vi.waitFor(() => {
      expect(renew).toHaveBeenCalledOnce()
    })
    life.abort()
    expect(isWatched).toBe(false)
    await vi.advanceTimersByTimeAsync(100 * HOUR_MS)
    await expect(resolve(names, name(one))).rejects.toThrow('could not resolve name')
  })
})
