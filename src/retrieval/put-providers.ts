import type { PrivateKey } from '@libp2p/interface'
import { base64 } from 'multiformats/bases/base64'
import type { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import { openRouter } from './open-router.ts'
import { readBody } from './read-body.ts'
import { routerRefusal } from './router-refusal.ts'
import { SourceError } from './source-error.ts'

const TIMEOUT_MS = 30_000
const MAX_ANSWER_BYTES = 64 * 1024

/** For so long a router may tell others (boxo `routing/http/contentrouter`, `ttl`), in nanoseconds: Go's durations are. */
const TTL_NS = 24 * 3_600_000 * 1_000_000

export interface PutProvidersInit {
  /** whose ID the record is of, and which signs it */
  privateKey: PrivateKey
  peerId: string
  /** where the node is reached */
  addresses: readonly string[]
  signal: AbortSignal
  userAgent?: string
}

/**
 * Tells a delegated router that this node has something: `PUT /routing/v1/providers/` with a signed record of the schema `bitswap`. Not part of
 * the specification any more (IPIP-526), and the one way that routers have which take such (boxo `routing/http/client`, `ProvideBitswap`).
 *
 * @param router - its base URL, without a slash at its end
 * @throws SourceError; the signal's reason
 */
export async function putProviders (router: string, cids: readonly CID[], { privateKey, peerId, addresses, signal, userAgent }: PutProvidersInit): Promise<void> {
  const payload = JSON.stringify({ Keys: cids.map(String), Timestamp: Date.now(), AdvisoryTTL: TTL_NS, ID: peerId, Addrs: addresses })
  const { digest } = await sha256.digest(new TextEncoder().encode(payload))
  const signature = base64.encode(await privateKey.sign(digest))

  // the payload goes as it was signed, byte for byte
  const body = new TextEncoder().encode(`{"Providers":[{"Schema":"bitswap","Protocol":"transport-bitswap","Signature":${JSON.stringify(signature)},"Payload":${payload}}]}`)
  const opened = await openRouter(`${router}/routing/v1/providers/`, { accept: 'application/json', signal, userAgent, followRedirects: false, timeoutMs: TIMEOUT_MS, put: { type: 'application/json', body } })

  if (opened.status !== 200) {
    opened.close()
    throw routerRefusal(opened.status)
  }

  if (!isTaken(await readBody(opened, { maxBytes: MAX_ANSWER_BYTES, what: 'record' }))) {
    throw new SourceError('failed', 'did not say that it took the record')
  }
}

function isTaken (bytes: Uint8Array): boolean {
  try {
    const { ProvideResults } = JSON.parse(new TextDecoder().decode(bytes)) as { ProvideResults?: unknown }
    return Array.isArray(ProvideResults) && ProvideResults.length === 1
  } catch {
    return false
  }
}
