import type { CID } from 'multiformats/cid'
import { openUrl } from './open-url.ts'
import type { OpenedUrl, OpenUrlOptions } from './open-url.ts'
import { readBody } from './read-body.ts'
import { retryAfterMs } from './retry-after.ts'
import { SourceError } from './source-error.ts'

const RAW = 'application/vnd.ipld.raw'

/** Answers of which so much is looked at to find out what they mean. */
const MAX_REASON_BYTES = 1024

/** How gateways begin the text of an error that should be a 404 (boxo `httpnet/msg_sender.go`, `isKnownNotFoundError`). */
const NOT_FOUND_TEXTS = ['ipld: could not find node', 'peer does not have', 'getting pieces containing cid', 'failed to load root node']

const MISSING = [404, 410, 403, 451]
const LATER = [429, 503]

/** Said by one that looks for content itself, and has not found it. */
const NOT_FOUND_IN_TIME = [502, 504]

export interface FetchRawOptions extends Omit<OpenUrlOptions, 'accept'> {
  /** a longer answer is refused as soon as that is seen */
  maxBytes: number
  /** it is no provider but looks for what it is asked for */
  looksElsewhere: boolean
  /** told of the bytes as they come */
  onBytes?: (bytes: number) => void
}

/**
 * Asks a trustless gateway for one block (specs.ipfs.tech/http-gateways/trustless-gateway, "Block Responses"). Its bytes are
 * not verified.
 *
 * @param base - URL of the gateway, without a slash at its end
 * @throws SourceError; the signal's reason
 */
export async function fetchRaw (base: string, cid: CID, { maxBytes, looksElsewhere, onBytes, ...options }: FetchRawOptions): Promise<Uint8Array> {
  const opened = await openUrl(`${base}/ipfs/${cid.toString()}?format=raw`, { ...options, accept: RAW })

  if (opened.status !== 200) {
    throw await refusal(opened, looksElsewhere)
  }

  return await readBody(opened, { maxBytes, what: 'block', onBytes })
}

/** What an answer that is not 200 means. @param looksElsewhere - see `FetchRawOptions` */
export async function refusal (opened: OpenedUrl, looksElsewhere: boolean): Promise<SourceError> {
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

  const text = await beginning(opened)
  return NOT_FOUND_TEXTS.some((known) => text.startsWith(known)) ? new SourceError('missing', `does not have it (${status})`) : new SourceError('failed', `answered ${status}`)
}

async function beginning ({ chunks }: OpenedUrl): Promise<string> {
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
    // its status is known, and it says no more
  }

  return text
}
