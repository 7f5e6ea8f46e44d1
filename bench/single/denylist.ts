// Measures the memory of a denylist with a million rules of each kind, and the time of a lookup:
// npx tsx bench/single/denylist.ts [RULES]
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { CODEC, HASH } from '../../src/cid/codes/multiformat-codes.ts'
import { readDenylist } from '../../src/denylist/format/read-denylist.ts'
import { CheckedContent } from '../../src/denylist/rules/checked-content.ts'

const RULES = Number(process.argv[2] ?? 1_000_000)
const PER_CHUNK = 1000
const LOOKUPS = 20_000

const KINDS: Record<string, (digest: Uint8Array) => string> = {
  'CID': (digest) => `/ipfs/${CID.createV1(CODEC.dagPb, create(HASH.sha2_256, digest))}`,
  'path prefix': (digest) => `/ipfs/${CID.createV1(CODEC.dagPb, create(HASH.sha2_256, digest))}/some/path/*`,
  'double hash': (digest) => `//${CID.createV0(create(HASH.sha2_256, digest))}`,
  'older double hash': (digest) => `//${Buffer.from(digest).toString('hex')}`
}

function randomDigest (): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32))
}

async function* list (rule: (digest: Uint8Array) => string): AsyncGenerator<Uint8Array> {
  for (let made = 0; made < RULES; made += PER_CHUNK) {
    const lines = Array.from({ length: Math.min(PER_CHUNK, RULES - made) }, () => `${rule(randomDigest())}\n`)
    yield new TextEncoder().encode(lines.join(''))
  }
}

for (const [kind, rule] of Object.entries(KINDS)) {
  const startMs = performance.now()
  const { rules } = await readDenylist(list(rule), { seed: [1, 2, 3], maxBytes: Infinity })
  const readMs = performance.now() - startMs
  const contents = Array.from({ length: LOOKUPS }, () => CID.createV1(CODEC.raw, create(HASH.sha2_256, randomDigest())))
  const lookupMs = performance.now()

  for (const cid of contents) {
    rules.match(CheckedContent.ofBlock(cid))
  }

  const us = (performance.now() - lookupMs) * 1000 / LOOKUPS
  const { size, byteLength } = rules.table
  console.log(
    `${kind}: ${size} rules, ${(byteLength / 1e6).toFixed(1)} MB, read in ${(readMs / 1000).toFixed(1)} s, ` +
      `${us.toFixed(1)} µs a lookup`
  )
}
