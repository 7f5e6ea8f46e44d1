import { generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import { MemoryDatastore } from 'datastore-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConfig } from '../../config/config-store.ts'
import { createRecord } from '../../names/record/create-record.ts'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { parsePath } from '../../path/content-path.ts'
import { startServer } from '../../testing/http/http-fixtures.ts'
import type { Answer, TestServer } from '../../testing/http/http-fixtures.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import { delegatedNames } from './delegated-names.ts'

const HOUR_MS = 3_600_000
const PATHS = ['/ipfs/bafkqaaa', '/ipfs/bafkqabiaaebagba', '/ipfs/bafkqabtimvwgy3yk']
const type = { 'content-type': 'application/vnd.ipfs.ipns-record' }
const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(1))
const name = key.publicKey.toMultihash()
const path = parsePath(`/ipns/${ipnsNameText(name)}`)
const signal = new AbortController().signal

let answer: Answer
let router: TestServer
let facts: Map<string, unknown>
let names: GatewayNames
let nowMs: number

beforeEach(async () => {
  nowMs = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  answer = (_, response) => {
    response.writeHead(404).end()
  }
  router = await startServer(async (request, response) => {
    await answer(request, response)
  })
  facts = new Map()
  await openNames()
})

afterEach(async () => {
  vi.useRealTimers()
  await router.close()
})

/** Opens it again, like a worker after a stop. */
async function openNames (): Promise<void> {
  const config = await openConfig(new MemoryDatastore(), { overrides: { 'Routing.DelegatedRouters': [router.url] } })
  const cache = {
    fact: async <T>(name: string) => facts.get(name) as T | undefined,
    setFact: (name: string, value: unknown) => {
      facts.set(name, value)
    }
  }
  names = delegatedNames({ config, cache, dnslink: async () => ({ path, ttlMs: 0 }) })
}

async function has (sequence: number, { ttlMs = 60_000, lifeMs = HOUR_MS } = {}): Promise<void> {
  const record = await createRecord(key, {
    value: PATHS[sequence],
    sequence: BigInt(sequence),
    validityMs: nowMs + lifeMs,
    ttlNs: BigInt(ttlMs) * 1_000_000n,
    v1compat: true
  })
  answer = (_, response) => {
    response.writeHead(200, type).end(record)
  }
}

async function resolved (text = path.text, offline = false): Promise<[path: string, ttlMs: number]> {
  const found = await names.resolve(parsePath(text), { offline, signal })
  return [found.path.text, found.ttlMs]
}

const advanceTime = (ms: number): void => {
  vi.setSystemTime(nowMs += ms)
}

describe('the name of a key', () => {
  it('resolves by its record, also as target of a domain, for the TTL of the record', async () => {
    await has(0)
    expect(await resolved('/ipns/docs.test/a/b')).toEqual([`${PATHS[0]}/a/b`, 60_000])
    await has(1)
    advanceTime(59_999)
    expect((await resolved())[0]).toBe(PATHS[0])
    expect(router.asked).toHaveLength(1)
    advanceTime(1)
    expect((await resolved())[0]).toBe(PATHS[1])
    expect(router.asked).toEqual(Array(2).fill(`/routing/v1/ipns/${ipnsNameText(name)}`))
  })

  it('never rolls back, even after a restart, until the newer record expires', async () => {
    await has(2)
    expect((await resolved())[0]).toBe(PATHS[2])
    await openNames()
    await has(1, { lifeMs: 2 * HOUR_MS })
    expect((await resolved())[0]).toBe(PATHS[2])
    advanceTime(HOUR_MS + 1)
    expect((await resolved())[0]).toBe(PATHS[1])
  })

  it('resolves until its record expires if the router has lost it', async () => {
    await has(1)
    await resolved()
    answer = (_, response) => {
      response.writeHead(404).end()
    }
    advanceTime(60_000)
    expect((await resolved())[0]).toBe(PATHS[1])
    advanceTime(HOUR_MS)
    await expect(resolved()).rejects.toMatchObject({ name: 'NameNotResolvedError' })
  })

  it('ignores an invalid record of a router', async () => {
    const record = await createRecord(await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(2)), {
      value: PATHS[0],
      sequence: 9n,
      validityMs: nowMs + HOUR_MS,
      ttlNs: 0n,
      v1compat: true
    })
    answer = (_, response) => {
      response.writeHead(200, type).end(record)
    }
    await expect(resolved()).rejects.toMatchObject({ name: 'NameNotResolvedError' })
    expect(facts.size).toBe(0)
  })

  it('fails if no router answers', async () => {
    answer = (_, response) => {
      response.writeHead(500).end()
    }
    await expect(resolved()).rejects.toMatchObject({ name: 'RoutersUnavailableError' })
  })

  it('resolves from the stored record only for offline requests', async () => {
    await has(1, { ttlMs: 0 })
    await expect(resolved(path.text, true)).rejects.toMatchObject({ name: 'NameNotResolvedError' })
    await resolved()
    const asked = router.asked.length
    expect((await resolved(path.text, true))[0]).toBe(PATHS[1])
    expect(router.asked).toHaveLength(asked)
  })

  it('has its record unchanged', async () => {
    await has(1)
    expect(await names.record(name, { offline: false, signal })).toEqual([...facts.values()][0])
  })
})
