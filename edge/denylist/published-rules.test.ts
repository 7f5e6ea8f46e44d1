import { MemoryDatastore } from 'datastore-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ContentPolicy } from '../../src/denylist/content-policy.ts'
import { Denylists } from '../../src/denylist/lists/denylists.ts'
import { parsePath } from '../../src/path/content-path.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import { DENYLIST_VECTORS, VECTOR_LIST } from '../../src/testing/dag/denylist-vectors.ts'
import type { AnswerCache } from '../cache/immutable-cache.ts'
import { denylistsVersion, readDenylistMarker } from './denylist-marker.ts'
import { DenylistPublisher } from './denylist-publisher.ts'
import { newRulesMemory, PublishedRules } from './published-rules.ts'
import type { RulesMemory } from './published-rules.ts'
import { MAX_FRONT_RULES, readRulesIndex, RULES_INDEX } from './rules-index.ts'

const CID_TEXT = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const NO_CACHE: AnswerCache = { match: async () => undefined, put: async () => {} }

/** A bucket in memory that counts its reads, and fails from a step on. */
class TestBucket implements ObjectBucket {
  readonly objects = new Map<string, Uint8Array>()
  reads: string[] = []
  stepsLeft = Infinity

  readonly put: ObjectBucket['put'] = async (name, bytes) => {
    this.#step()
    this.objects.set(name, bytes.slice())
  }

  readonly get: ObjectBucket['get'] = async (name, options) => {
    this.reads.push(name)
    const bytes = this.objects.get(name)
    const { offset = 0, length = Infinity } = options?.range ?? {}
    return bytes == null ? null : { arrayBuffer: async () => bytes.slice(offset, offset + length).buffer }
  }

  readonly delete: ObjectBucket['delete'] = async (name) => {
    this.#step()
    this.objects.delete(name)
  }

  #step (): void {
    if (--this.stepsLeft < 0) {
      throw new Error('killed')
    }
  }
}

describe('published rules', () => {
  let bucket: TestBucket
  let datastore: MemoryDatastore
  let denylists: Denylists
  let publisher: DenylistPublisher
  let nowMs = 0

  beforeEach(() => {
    nowMs = 0
    bucket = new TestBucket()
    datastore = new MemoryDatastore()
    denylists = new Denylists({ datastore, policy: new ContentPolicy() })
    publisher = new DenylistPublisher({ bucket, datastore })
  })

  const add = async (name: string, text: string): Promise<void> => {
    const chunks = (async function* () {
      yield new TextEncoder().encode(text)
    })()
    await denylists.put(name, { kind: 'upload' }, { tag: '', chunks }, {
      maxBytes: Infinity,
      signal: new AbortController().signal
    })
  }
  const policyOf = async (memory: RulesMemory, cache = NO_CACHE): Promise<ContentPolicy | undefined> =>
    await new PublishedRules({
      bucket,
      cache,
      memory,
      waitUntil: () => {},
      resident: () => undefined,
      now: () => nowMs
    }).policyOf(await readDenylistMarker(bucket))
  const isBlocked = (policy: ContentPolicy, text: string): boolean => {
    const path = parsePath(text)
    return policy.rules?.pathOf(path) != null || (path.cid != null && policy.blocks(path.cid))
  }
  const files = (): string[] => [...bucket.objects.keys()].sort()

  it('decide the published examples as the node does', async () => {
    await add('examples', VECTOR_LIST)
    await publisher.publish()
    const policy = await policyOf(newRulesMemory())

    for (const { path, isBlocked: expected } of DENYLIST_VECTORS) {
      expect(isBlocked(policy!, path), path).toBe(expected)
    }
  })

  it('keep the order of lists, exceptions and the status of hints', async () => {
    await add('a', `/ipfs/${CID_TEXT}\n`)
    await add('b', `!/ipfs/${CID_TEXT}\n/ipns/blocked.example gateway_status=451\n`)
    await publisher.publish()
    const policy = (await policyOf(newRulesMemory()))!
    expect(isBlocked(policy, `/ipfs/${CID_TEXT}`)).toBe(false)
    expect(policy.rules!.pathOf(parsePath('/ipns/blocked.example'))).toMatchObject({ list: 'b', line: 2, status: 451 })
  })

  it('are read once per version, and only the lists that changed', async () => {
    await add('a', `/ipfs/${CID_TEXT}\n`)
    await publisher.publish()
    const memory = newRulesMemory()
    const policy = await policyOf(memory)
    bucket.reads = []
    expect(await policyOf(memory)).toBe(policy)
    expect(bucket.reads).toEqual(['denylists-version'])

    await add('b', '/ipns/blocked.example\n')
    await publisher.publish()
    bucket.reads = []
    // Running answers have the same policy.
    expect(await policyOf(memory)).toBe(policy)
    expect(bucket.reads.length).toBe(3)
    expect(isBlocked(policy!, '/ipns/blocked.example')).toBe(true)
    expect(isBlocked(policy!, `/ipfs/${CID_TEXT}`)).toBe(true)

    await denylists.remove('a')
    await denylists.remove('b')
    await publisher.publish()
    expect(await policyOf(memory)).toBe(policy)
    expect(policy!.rules).toBeUndefined()
    expect(files()).toEqual([])
  })

  it('leave the decision to the node until they are published, and if they cannot be read', async () => {
    await add('a', `/ipfs/${CID_TEXT}\n`)
    await publisher.publish()
    const memory = newRulesMemory()
    expect(await policyOf(memory)).toBeDefined()

    // The version is in the bucket, but not its rules.
    await add('b', '/ipns/blocked.example\n')
    bucket.stepsLeft = 1
    await expect(publisher.publish()).rejects.toThrow('killed')
    expect(await policyOf(memory)).toBeUndefined()
    bucket.reads = []
    expect(await policyOf(memory)).toBeUndefined()
    expect(bucket.reads).toEqual(['denylists-version'])

    bucket.stepsLeft = Infinity
    await publisher.publish()
    expect(await policyOf(memory)).toBeUndefined()
    nowMs = 2000
    expect(isBlocked((await policyOf(memory))!, '/ipns/blocked.example')).toBe(true)

    const { generation } = denylists.find('b')!
    bucket.objects.delete(`published/denylists/${generation}/0`)
    expect(await policyOf(newRulesMemory())).toBeUndefined()
  })

  it('are left to the node if they are too many', async () => {
    await add('a', `/ipfs/${CID_TEXT}\n`)
    await publisher.publish()
    const index = (await readRulesIndex(bucket))!
    index.lists[0].records = MAX_FRONT_RULES + 1
    await bucket.put(RULES_INDEX, new TextEncoder().encode(JSON.stringify(index)))
    expect(await policyOf(newRulesMemory())).toBeUndefined()
  })

  it('use the cache of the data center', async () => {
    const held = new Map<string, Response>()
    const cache: AnswerCache = {
      match: async ({ url }) => held.get(url)?.clone(),
      put: async ({ url }, response) => {
        held.set(url, response)
      }
    }
    await add('a', `/ipfs/${CID_TEXT}\n`)
    await publisher.publish()
    await policyOf(newRulesMemory(), cache)
    bucket.reads = []
    expect(isBlocked((await policyOf(newRulesMemory(), cache))!, `/ipfs/${CID_TEXT}`)).toBe(true)
    expect(bucket.reads).toEqual(['denylists-version'])
  })

  it('decide nothing wrong and leave nothing over after a kill at any step', async () => {
    await add('a', `/ipfs/${CID_TEXT}\n`)
    await publisher.publish()
    const before = new Map(bucket.objects)

    for (let steps = 0;; steps++) {
      bucket.objects.clear()
      before.forEach((bytes, name) => bucket.objects.set(name, bytes))
      await denylists.remove('a')
      await add('b', '/ipns/blocked.example\n')
      bucket.stepsLeft = steps
      const isWhole = await publisher.publish().then(() => true, () => false)
      bucket.stepsLeft = Infinity
      const version = await readDenylistMarker(bucket)
      const policy = await policyOf(newRulesMemory())

      if (version === denylistsVersion(denylists.lists) && policy != null) {
        expect(isBlocked(policy, '/ipns/blocked.example')).toBe(true)
        expect(isBlocked(policy, `/ipfs/${CID_TEXT}`)).toBe(false)
      }

      await publisher.publish()
      expect(isBlocked((await policyOf(newRulesMemory()))!, '/ipns/blocked.example')).toBe(true)
      const [{ generation }] = denylists.lists
      expect(files()).toEqual(['denylists-version', 'published/denylists', `published/denylists/${generation}/0`])

      if (isWhole) {
        expect(steps).toBeGreaterThan(4)
        break
      }

      await denylists.remove('b')
      await publisher.publish()
      expect(files()).toEqual([])
      await add('a', `/ipfs/${CID_TEXT}\n`)
      await publisher.publish()
      before.clear()
      bucket.objects.forEach((bytes, name) => before.set(name, bytes))
    }
  })
})
