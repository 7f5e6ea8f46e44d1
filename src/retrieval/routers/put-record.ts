import type { MultihashDigest } from 'multiformats/hashes/interface'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { RECORD_MEDIA_TYPE } from '../../names/record/read-record.ts'
import { openRouter, routerRefusal } from './open-router.ts'

/** The timeout for a router, which may publish into a network of its own. */
const TIMEOUT_MS = 30_000

/**
 * Publishes the record of a name at a delegated router (specs.ipfs.tech/routing/http-routing-v1, "PUT
 * /routing/v1/ipns/{name}"). Does not follow redirects: the record is only for the configured router.
 *
 * @param router - its base URL, without a trailing slash
 * @throws SourceError
 * @throws the signal's reason
 */
export async function putRecord (
  router: string,
  name: MultihashDigest,
  record: Uint8Array,
  { signal, userAgent }: { signal: AbortSignal; userAgent?: string }
): Promise<void> {
  const { status, close } = await openRouter(`${router}/routing/v1/ipns/${ipnsNameText(name)}`, {
    accept: '*/*',
    signal,
    userAgent,
    followRedirects: false,
    timeoutMs: TIMEOUT_MS,
    put: { type: RECORD_MEDIA_TYPE, body: record }
  })

  close()

  if (status !== 200) {
    throw routerRefusal(status)
  }
}
