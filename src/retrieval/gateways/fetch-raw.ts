import type { CID } from 'multiformats/cid'
import { openUrl } from '../http/open-url.ts'
import type { OpenedUrl, OpenUrlOptions } from '../http/open-url.ts'
import { readBody } from '../http/read-body.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { SourceError } from '../http/source-error.ts'

const RAW = 'application/vnd.ipld.raw'

/** The maximum bytes of an error response that are read to find its meaning. */
const MAX_REASON_BYTES = 1024

/** Error texts of gateways that should be a 404 (boxo `httpnet/msg_sender.go`, `isKnownNotFoundError`). */
const NOT_FOUND_TEXTS = [
  'ipld: could not find node',
  'peer does not have',
  'getting pieces containing cid',
  'failed to load root node'
]

const MISSING = [404, 410, 403, 451]
const LATER = [429, 503]

/** Statuses of a gateway that searched for the content in vain. */
const NOT_FOUND_IN_TIME = [502, 504]

export interface FetchRawOptions extends Omit<OpenUrlOptions, 'accept'> {
  /** A longer response is rejected as soon as possible. */
  maxBytes: number
  /** Whether it is a gateway that searches for content, and not a provider. */
  looksElsewhere: boolean
  /** Called with the size of each received chunk. */
  onBytes?: (bytes: number) => void
}

/**
 * Fetches one block from a trustless gateway (specs.ipfs.tech/http-gateways/trustless-gateway, "Block Responses"). Its
 * bytes are not verified.
 *
 * @param base - URL of the gateway, without a trailing slash
 * @throws SourceError
 * @throws the signal's reason
 */
export async function fetchRaw (
  base: string,
  cid: CID,
  { maxBytes, looksElsewhere, onBytes, ...options }: FetchRawOptions
): Promise<Uint8Array> {
  const opened = await openUrl(`${base}/ipfs/${cid.toString()}?format=raw`, { ...options, accept: RAW })

  if (opened.status !== 200) {
    throw await responseError(opened, looksElsewhere)
  }

  return await readBody(opened, { maxBytes, kind: 'block', onBytes })
}

/**
 * Returns the error for a response with a status other than 200.
 *
 * @param looksElsewhere - see `FetchRawOptions`
 */
export async function responseError (opened: OpenedUrl, looksElsewhere: boolean): Promise<SourceError> {
  const { status, headers } = opened
  const retryMs = retryAfterMs(headers.get('retry-after'))

  if (MISSING.includes(status)) {
    opened.close()
    return new SourceError('missing', `does not have it (${status})`)
  }

  if (LATER.includes(status) || (retryMs != null && status >= 500)) {
    opened.close()
    return new SourceError('later', `is busy (${status})`, retryMs)
  }

  if (looksElsewhere && NOT_FOUND_IN_TIME.includes(status)) {
    opened.close()
    return new SourceError('missing', `has not found it (${status})`)
  }

  const text = await bodyBeginning(opened)
  return NOT_FOUND_TEXTS.some((known) => text.startsWith(known))
    ? new SourceError('missing', `does not have it (${status})`)
    : new SourceError('failed', `answered ${status}`)
}

async function bodyBeginning ({ chunks }: OpenedUrl): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''

  try {
    for await (const chunk of chunks) {
      text += decoder.decode(chunk, { stream: true })

      if (text.length >= MAX_REASON_BYTES) {
        break
      }
    }
  } catch {
    // The body cannot be read, so only the status counts.
  }

  return text
}
