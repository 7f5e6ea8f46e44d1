// Measures the load time and the memory of the rules of a large denylist in a worker in front of the node:
// `node --expose-gc --import tsx bench/edge/denylist.ts [RULES]`
import { MemoryDatastore } from 'datastore-core'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { denylistsVersion } from '../../edge/denylist/denylist-marker.ts'
import { DenylistPublisher } from '../../edge/denylist/denylist-publisher.ts'
import { newRulesMemory, PublishedRules } from '../../edge/denylist/published-rules.ts'
import { memoryBucket } from '../../edge/testing/memory-bucket.ts'
import { CODEC, HASH } from '../../src/cid/codes/multiformat-codes.ts'
import { ContentPolicy } from '../../src/denylist/content-policy.ts'
import { Denylists } from '../../src/denylist/lists/denylists.ts'

const RULES = Number(process.argv[2] ?? 1_000_000)
const PER_CHUNK = 1000
const RUNS = 5
const MB = 1e6

async function* list (): AsyncGenerator<Uint8Array> {
  for (let made = 0; made < RULES; made += PER_CHUNK) {
    const lines = Array.from({ length: Math.min(PER_CHUNK, RULES - made) }, () => {
      const digest = create(HASH.sha2_256, crypto.getRandomValues(new Uint8Array(32)))
      return `/ipfs/${CID.createV1(CODEC.dagPb, digest)}\n`
    })
    yield new TextEncoder().encode(lines.join(''))
  }
}

function usedBytes (): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const bucket = memoryBucket()
const datastore = new MemoryDatastore()
const denylists = new Denylists({ datastore, policy: new ContentPolicy() })
await denylists.put('many', { kind: 'upload' }, { tag: '', chunks: list() }, {
  maxBytes: Infinity,
  signal: new AbortController().signal
})
await new DenylistPublisher({ bucket, datastore }).publish()
const version = denylistsVersion(denylists.lists)
const [{ records, ruleRows }] = denylists.lists as unknown as Array<{ records: number; ruleRows: number }>
console.log(`${records} rules in ${ruleRows} objects`)

for (let run = 0; run < RUNS; run++) {
  let reads = 0
  let peak = 0
  const before = usedBytes()
  const startUs = process.cpuUsage()
  const start = performance.now()
  const memory = newRulesMemory()
  const policy = await new PublishedRules({
    bucket: {
      ...bucket,
      get: async (...args) => {
        reads++
        peak = Math.max(peak, process.memoryUsage().arrayBuffers)
        return await bucket.get(...args)
      }
    },
    cache: { match: async () => undefined, put: async () => {} },
    memory,
    waitUntil: () => {},
    resident: () => undefined
  }).policyOf(version)
  const { user, system } = process.cpuUsage(startUs)
  const ms = performance.now() - start
  console.log(
    `${policy == null ? 'not loaded' : 'loaded'} by ${reads} reads in ${ms.toFixed(0)} ms (${
      ((user + system) / 1000).toFixed(0)
    } ms of CPU); it takes ${((usedBytes() - before) / MB).toFixed(1)} MB`
  )
}
