import type { MultihashDigest } from 'multiformats/hashes/interface'
import { checkRecord } from '../../names/record/check-record.ts'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { MAX_RECORD_BYTES, RECORD_MEDIA_TYPE } from '../../names/record/read-record.ts'
import { readBody } from '../http/read-body.ts'
import { SourceError } from '../http/source-error.ts'
import { openRouter, routerRefusal } from './open-router.ts'

/** The timeout for a router, which may search in a network of its own (Kubo `routingopt.go`: 15 s). */
const TIMEOUT_MS = 15_000

export interface FetchRecordOptions {
  signal: AbortSignal
  userAgent?: string
}

/**
 * Fetches the record of a name from one delegated router (specs.ipfs.tech/routing/http-routing-v1, "GET
 * /routing/v1/ipns/{name}"; boxo `routing/http/client`). The returned record belongs to this name and is valid now.
 * There may be a newer one elsewhere.
 *
 * @param router - its base URL, without a trailing slash
 * @throws SourceError: `missing` if the router has no valid record, `wrong` if the response is no record of this name
 *   or is forged, `later`, `failed`
 * @throws the signal's reason
 *
 * @example
 *   const record = await fetchRecord('https://delegated-ipfs.dev', parseIpnsName('k51…'), { signal })
 */
export async function fetchRecord (
  router: string,
  name: MultihashDigest,
  { signal, userAgent }: FetchRecordOptions
): Promise<Uint8Array> {
  const opened = await openRouter(`${router}/routing/v1/ipns/${ipnsNameText(name)}`, {
    accept: RECORD_MEDIA_TYPE,
    signal,
    userAgent,
    followRedirects: true,
    timeoutMs: TIMEOUT_MS
  })
  const { status, headers, close } = opened

  if (status !== 200) {
    close()
    throw status === 404 ? new SourceError('missing', 'knows of no record') : routerRefusal(status)
  }

  // A text response means that there is none (IPIP-513).
  if (!(headers.get('content-type') ?? '').toLowerCase().startsWith(RECORD_MEDIA_TYPE)) {
    close()
    throw new SourceError('missing', 'knows of no record')
  }

  const record = await readBody(opened, { maxBytes: MAX_RECORD_BYTES, kind: 'record' })

  try {
    await checkRecord(name, record)
  } catch (err) {
    const { name: errorName, message } = err as Error
    throw errorName === 'ExpiredRecordError'
      ? new SourceError('missing', 'knows of none but a record that is expired')
      : new SourceError('wrong', `sent a record that is not believed: ${message}`)
  }

  return record
}
