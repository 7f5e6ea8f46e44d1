import type { PrivateKey } from '@libp2p/interface'
import { base64 } from 'multiformats/bases/base64'
import type { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import { readBody } from '../http/read-body.ts'
import { SourceError } from '../http/source-error.ts'
import { openRouter, routerRefusal } from './open-router.ts'

const TIMEOUT_MS = 30_000
const MAX_ANSWER_BYTES = 64 * 1024

/** The lifetime of a provider record in nanoseconds, as in Go durations (boxo `routing/http/contentrouter`, `ttl`). */
const TTL_NS = 24 * 3_600_000 * 1_000_000

export interface PutProvidersInit {
  /** The key of the peer ID, which signs the record. */
  privateKey: PrivateKey
  peerId: string
  /** The public addresses of the node. */
  addresses: readonly string[]
  signal: AbortSignal
  userAgent?: string
}

/**
 * Announces content to a delegated router: `PUT /routing/v1/providers/` with a signed record of the schema `bitswap`.
 * It is no longer part of the specification (IPIP-526), but the only form that routers accept (boxo
 * `routing/http/client`, `ProvideBitswap`).
 *
 * @param router - its base URL, without a trailing slash
 * @throws SourceError
 * @throws the signal's reason
 */
export async function putProviders (
  router: string,
  cids: readonly CID[],
  { privateKey, peerId, addresses, signal, userAgent }: PutProvidersInit
): Promise<void> {
  const payload = JSON.stringify({
    Keys: cids.map(String),
    Timestamp: Date.now(),
    AdvisoryTTL: TTL_NS,
    ID: peerId,
    Addrs: addresses
  })
  const { digest } = await sha256.digest(new TextEncoder().encode(payload))
  const signature = base64.encode(await privateKey.sign(digest))

  // The payload is sent exactly as it was signed.
  const body = new TextEncoder().encode(
    `{"Providers":[{"Schema":"bitswap","Protocol":"transport-bitswap","Signature":${
      JSON.stringify(signature)
    },"Payload":${payload}}]}`
  )
  const opened = await openRouter(`${router}/routing/v1/providers/`, {
    accept: 'application/json',
    signal,
    userAgent,
    followRedirects: false,
    timeoutMs: TIMEOUT_MS,
    put: { type: 'application/json', body }
  })

  if (opened.status !== 200) {
    opened.close()
    throw routerRefusal(opened.status)
  }

  if (!isTaken(await readBody(opened, { maxBytes: MAX_ANSWER_BYTES, kind: 'record' }))) {
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
