import { timeLimit } from '../../async/signals/time-limit.ts'
import { toBytes } from '../../bytes/to-bytes.ts'
import { isError, TIMEOUT } from '../../errors/define-error.ts'
import { goQuote } from '../../go/text/quote.ts'
import { streamChunks } from '../../http/body/body-chunks.ts'
import { fetchDirect } from '../../http/body/fetch-direct.ts'
import { PinningServiceError } from './pinning-service-error.ts'

/** Upper bound of an answer, including the metadata of pins: no page of pins is longer. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** Time after which a silent service counts as unavailable. */
const TIMEOUT_MS = 60_000

export interface ServiceCall {
  /** without a trailing slash */
  endpoint: string
  key: string
  method: 'GET' | 'POST' | 'DELETE'
  /** path below the endpoint, with its query */
  path: string
  body?: unknown
}

/**
 * Calls the IPFS Pinning Service API (ipfs.github.io/pinning-services-api-spec). Redirects are not followed, because
 * they would carry the key to another place.
 *
 * @returns the JSON of the answer; undefined for a DELETE, which has none
 * @throws PinningServiceError with boxo's words; the signal's reason
 */
export async function callService (
  { endpoint, key, method, path, body }: ServiceCall,
  { signal }: { signal: AbortSignal }
): Promise<unknown> {
  const url = `${endpoint}${path}`
  let response: Response
  let text: string

  try {
    response = await fetchDirect(url, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        Accept: 'application/json',
        ...body == null ? {} : { 'Content-Type': 'application/json' }
      },
      ...body == null ? {} : { body: JSON.stringify(body) },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: timeLimit(TIMEOUT_MS, signal)
    })

    text = await bodyText(response)
  } catch (err) {
    signal.throwIfAborted()
    throw new PinningServiceError(
      withoutKey(
        `empty response from remote pinning service: ${titleCase(method)} ${goQuote(url)}: ${
          failureReason(err as Error)
        }`,
        key
      ),
      { isUnanswered: true }
    )
  }

  if (!response.ok) {
    throw new PinningServiceError(withoutKey(refusalText(response, text), key))
  }

  return method === 'DELETE' ? undefined : parseJson(text)
}

async function bodyText ({ body }: Response): Promise<string> {
  const bytes = body == null
    ? new Uint8Array()
    : await toBytes(streamChunks(body), {
      maxBytes: MAX_ANSWER_BYTES,
      tooLarge: () => new Error(`the answer is over ${MAX_ANSWER_BYTES} bytes`)
    })
  return new TextDecoder().decode(bytes)
}

/** Returns the reason that a service gives for a refusal (boxo `pinning/remote/client/client.go`, `httperr`). */
function refusalText ({ status, statusText }: Response, text: string): string {
  // HTTP/2 has no status text.
  const line = `${status} ${statusText}`.trim()

  try {
    const { error: { reason = '', details = '' } } = JSON.parse(text) as {
      error: { reason?: string; details?: string }
    }
    return `reason: ${goQuote(String(reason))}, details: ${goQuote(String(details))}: ${line}`
  } catch {
    return `remote pinning service returned http error ${status}: ${line}`
  }
}

function parseJson (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PinningServiceError('invalid pinning service response: it is no JSON')
  }
}

function failureReason (err: Error): string {
  return isError(err, TIMEOUT)
    ? `no data for ${TIMEOUT_MS / 1000} s`
    : (err.cause as Error | undefined)?.message ?? err.message
}

function titleCase (method: string): string {
  return `${method[0]}${method.slice(1).toLowerCase()}`
}

/** Removes the key from a text: a service could echo it. Very short keys are left, since they are part of any text. */
function withoutKey (text: string, key: string): string {
  return key.length < 8 ? text : text.replaceAll(key, '…')
}
