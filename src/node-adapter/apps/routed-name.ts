import { toBytes } from '../../bytes/to-bytes.ts'
import type { AcceptedRecords } from '../../delegated-router/accepted-records.ts'
import { isError } from '../../errors/define-error.ts'
import { bodyChunks } from '../../http/body/body-chunks.ts'
import { formatHttpDate } from '../../http/headers/http-date.ts'
import { checkRecord } from '../../names/record/check-record.ts'
import { parseIpnsName } from '../../names/record/ipns-name.ts'
import { MAX_RECORD_BYTES, readRecord, RECORD_MEDIA_TYPE } from '../../names/record/read-record.ts'
import { RoutingNotFoundError } from '../../names/routing/record-outcome.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { routingError } from './routing-error.ts'

/** Timeout of a stalled sender. */
const STALL_MS = 10_000

const EMPTY_CACHE = 'public, max-age=15, stale-while-revalidate=172800, stale-if-error=172800'
const NS_PER_S = 1_000_000_000n
const MS_PER_S = 1000

/** boxo `ipns.DefaultRecordTTL` */
const DEFAULT_TTL_S = 300

export interface RoutedNameOptions {
  /** limits the stored records of anonymous senders */
  taken: AcceptedRecords
  signal: AbortSignal
}

/**
 * Serves and accepts the record of a name at `/routing/v1/ipns/NAME` (boxo `routing/http/server/server.go`, `GetIPNS`
 * and `PutIPNS`).
 */
export async function routedName (
  request: Request,
  key: string,
  headers: Headers,
  node: IpfsNode,
  { taken, signal }: RoutedNameOptions
): Promise<Response> {
  let name: ReturnType<typeof parseIpnsName>

  if (request.method !== 'GET' && request.method !== 'PUT') {
    return new Response(null, { status: 405, headers })
  }

  try {
    name = parseIpnsName(key)
  } catch (err) {
    return routingError(headers, `unable to parse CID: ${(err as Error).message}`, 400)
  }

  return request.method === 'GET'
    ? await answerRecord(request, key, name, headers, node, signal)
    : await takeRecord(request, name, headers, node, { taken, signal })
}

async function answerRecord (
  request: Request,
  key: string,
  name: ReturnType<typeof parseIpnsName>,
  headers: Headers,
  node: IpfsNode,
  signal: AbortSignal
): Promise<Response> {
  const accept = request.headers.get('Accept') ?? '*/*'

  if (!accept.includes(RECORD_MEDIA_TYPE) && !accept.includes('*/*')) {
    return routingError(
      headers,
      `content type in 'Accept' header is not supported, retry with '${RECORD_MEDIA_TYPE}'`,
      406
    )
  }

  try {
    const record = await node.names.record(name, { offline: false, signal })
    const { validity, ttlNs } = readRecord(record)
    const endS = validity == null ? undefined : Number(validity.secs)
    headers.set('Cache-Control', recordLifetime(ttlNs, endS))
    if (endS != null) {
      headers.set('Expires', formatHttpDate(endS * MS_PER_S))
    }
    headers.set('Content-Type', RECORD_MEDIA_TYPE)
    headers.set('Content-Disposition', `attachment; filename="${key}.ipns-record"`)
    headers.set('Last-Modified', formatHttpDate(Date.now()))
    headers.set('Vary', 'Accept')
    return new Response(record as Uint8Array<ArrayBuffer>, { headers })
  } catch (err) {
    // IPIP-513: a missing record is not an error.
    const isMissing = isError(err, RoutingNotFoundError)
    if (isMissing) {
      headers.set('Cache-Control', EMPTY_CACHE)
    }
    return routingError(headers, `delegate error: ${(err as Error).message}`, isMissing ? 200 : 500)
  }
}

/**
 * Returns the `Cache-Control` of a record. No cache may use it after its signature expires, neither fresh nor stale
 * (boxo `setIPNSCacheControl`).
 *
 * @param endS - when the signature expires, in seconds since 1970
 */
function recordLifetime (ttlNs: bigint | undefined, endS = 0): string {
  const leftS = Math.floor(endS - Date.now() / MS_PER_S)

  if (leftS <= 0) {
    return 'no-store'
  }

  const ttlS = ttlNs == null ? DEFAULT_TTL_S : Math.max(0, Number(ttlNs / NS_PER_S))
  const maxAgeS = Math.min(ttlS, leftS)
  const staleS = leftS - maxAgeS
  return `public, max-age=${maxAgeS}, stale-while-revalidate=${staleS}, stale-if-error=${staleS}`
}

async function takeRecord (
  request: Request,
  name: ReturnType<typeof parseIpnsName>,
  headers: Headers,
  node: IpfsNode,
  { taken, signal }: RoutedNameOptions
): Promise<Response> {
  if (request.headers.get('Content-Type')?.includes(RECORD_MEDIA_TYPE) !== true) {
    return routingError(headers, "content type in 'Content-Type' header is missing or not supported", 406)
  }

  let record: Uint8Array

  try {
    record = await toBytes(bodyChunks(request, { stallMs: STALL_MS }), {
      maxBytes: MAX_RECORD_BYTES,
      tooLarge: () => new Error('record exceeds allowed size limit')
    })
    await checkRecord(name, record)
  } catch (err) {
    return routingError(headers, `provided record is invalid: ${(err as Error).message}`, 400)
  }

  try {
    await taken.put(
      name,
      record,
      async (name, record, along) => await node.names.put(name, record, { offline: false, signal, along })
    )
    return new Response(null, { headers })
  } catch (err) {
    return routingError(headers, `delegate error: ${(err as Error).message}`, 500)
  }
}
