import { toBytes } from '../../bytes/to-bytes.ts'
import type { KeptAutoConf } from '../../config/values/auto-conf.ts'
import { streamChunks } from '../../http/body/body-chunks.ts'
import { isHttpUrl, parseAutoConf } from './parse-auto-conf.ts'

/** The maximum size of an answer (boxo `autoconf/client.go`). */
const MAX_BYTES = 2 * 1024 * 1024

export interface SendOptions {
  signal: AbortSignal
  /** the recommendations that were fetched last, at the same URL */
  kept: KeptAutoConf | undefined
  /** whether to ignore invalid certificates */
  isInsecure: boolean
}

/** Sends the request. It may be conditional: 304 stands for what is known. */
export type SendAutoConfRequest = (url: string, options: SendOptions) => Promise<Response>

/**
 * Fetches recommendations, unless the known ones are still current (boxo `autoconf/fetch.go`).
 *
 * @throws an Error if the server cannot be reached, answers with an error, or its document is invalid
 */
export async function fetchAutoConf (
  url: string,
  options: SendOptions,
  send: SendAutoConfRequest = fetchWithHttpCache
): Promise<KeptAutoConf> {
  if (!isHttpUrl(url)) {
    throw new Error('invalid config URL: only HTTP and HTTPS are allowed')
  }

  const { status, headers, body } = await send(url, options)
  const checkedMs = Date.now()

  if (status === 304 && options.kept != null) {
    return { ...options.kept, checkedMs }
  }

  if (status !== 200) {
    await body?.cancel()
    throw new Error(`unexpected status code: ${status}`)
  }

  const bytes = await toBytes(body == null ? [] : streamChunks(body), { maxBytes: MAX_BYTES })
  return {
    url,
    etag: headers.get('etag') ?? '',
    lastModified: headers.get('last-modified') ?? '',
    checkedMs,
    recommended: parseAutoConf(new TextDecoder().decode(bytes))
  }
}

/**
 * Fetches through the HTTP cache of a browser, which asks the server whether its copy is current. A conditional header
 * of our own would need a preflight, which the server may not answer.
 */
const fetchWithHttpCache: SendAutoConfRequest = async (url, { signal, isInsecure }) => {
  if (isInsecure) {
    throw new Error(CERTIFICATES_ARE_CHECKED)
  }

  return await fetch(url, { signal, cache: 'no-cache', credentials: 'omit', referrerPolicy: 'no-referrer' })
}

/** The error for `AutoConf.TLSInsecureSkipVerify` where it is impossible. */
export const CERTIFICATES_ARE_CHECKED =
  'AutoConf.TLSInsecureSkipVerify is refused: certificates are always verified here'
