import { concatBytes } from '../../../bytes/concat-bytes.ts'
import { peekBody } from '../../../http/body/peek-body.ts'
import type { Peeked } from '../../../http/body/peek-body.ts'
import { decodeUnits, documentEncoding, encodeAscii, unitBytes } from './document-encoding.ts'
import type { Place } from './insertion-points.ts'
import { documentSyntax } from './is-page.ts'
import { LOOK_BYTES } from './sandboxed-features.ts'

/** Headers that describe the original bytes, and do not apply to a changed document. */
const OF_THE_BYTES = ['Accept-Ranges', 'Content-Length', 'Etag', 'Last-Modified']
/** Limit of the bytes that are read ahead. A document may begin with long comments. */
const MAX_LOOK_BYTES = 16 * LOOK_BYTES

/** Finds an offset in the beginning of a document; undefined if more of the document is needed. */
export type FindPlace = (text: string, isComplete: boolean) => Place | undefined

/** The beginning of a page, for inspection and insertion. */
export interface PageStart {
  /** one character per byte, or per UTF-16 code unit */
  text: string
  bytes: Uint8Array
  isComplete: boolean
  /** whether HTML can be inserted, because the page is not XML */
  takesHtml: boolean
  /** Returns the page unchanged. */
  asIs: () => Response
  /**
   * Returns the page with ASCII markup inserted, and without the headers that described its original bytes. Returns it
   * unchanged if there is no such place.
   */
  with: (markup: string, place: FindPlace) => Response
  cancel: Peeked['cancel']
}

/**
 * Reads the beginning of a page. From then on the response must be taken from the result.
 *
 * @param enough - reads on, up to 1 MiB, until this finds a place
 * @param minBytes - bytes to read in any case, if available
 */
export async function pageStart (
  response: Response,
  enough: FindPlace = () => 0,
  minBytes = LOOK_BYTES
): Promise<PageStart> {
  for (let size = minBytes;; size *= 4) {
    const { start, isComplete, resume, cancel } = await peekBody(response, size)
    const encoding = documentEncoding(start, response.headers.get('content-type') ?? '')
    const text = decodeUnits(start, encoding)

    if (enough(text, isComplete) == null && !isComplete && size < MAX_LOOK_BYTES) {
      response = resume(start, response.headers)
      continue
    }

    const asIs = (): Response => resume(start, response.headers)

    return {
      text,
      bytes: start,
      isComplete,
      takesHtml: documentSyntax(response) === 'html',
      asIs,
      cancel,

      with (markup, place) {
        const units = place(text, isComplete)

        if (typeof units !== 'number') {
          return asIs()
        }

        const at = units * unitBytes(encoding)
        const headers = new Headers(response.headers)
        OF_THE_BYTES.forEach((name) => {
          headers.delete(name)
        })
        headers.set('Cache-Control', 'no-cache')
        return resume(concatBytes([start.subarray(0, at), encodeAscii(markup, encoding), start.subarray(at)]), headers)
      }
    }
  }
}
