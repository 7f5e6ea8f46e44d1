import { concatBytes } from '../../bytes/concat-bytes.ts'
import { peekBody } from '../../http/peek-body.ts'
import type { Peeked } from '../../http/peek-body.ts'
import { decodeUnits, documentEncoding, encodeAscii, unitBytes } from './document-encoding.ts'
import type { Place } from './html-places.ts'
import { documentSyntax } from './is-page.ts'
import { LOOK_BYTES } from './switched-off.ts'

/** Headers that describe the bytes as they were, and not those of a changed document. */
const OF_THE_BYTES = ['Accept-Ranges', 'Content-Length', 'Etag', 'Last-Modified']
/** A document may begin with long comments. No more of it is read ahead. */
const MAX_LOOK_BYTES = 16 * LOOK_BYTES

/** Finds a place in the beginning of a document; undefined if more of the document is needed to know. */
export type FindPlace = (text: string, whole: boolean) => Place | undefined

/** The beginning of a page, to look at and to write into. */
export interface PageStart {
  /** one character per byte, or per code unit of UTF-16 */
  text: string
  bytes: Uint8Array
  whole: boolean
  /** whether HTML can be put into it: it is no XML */
  takesHtml: boolean
  /** Returns the page as it was. */
  asIs: () => Response
  /**
   * Returns the page with some markup of plain ASCII put into it, and without the headers that described its bytes before. The page
   * is as it was if it has no such place.
   */
  with: (markup: string, place: FindPlace) => Response
  cancel: Peeked['cancel']
}

/**
 * Reads the beginning of a page. The response is to be taken from the result from then on.
 *
 * @param enough - reads on, up to 1 MiB, until this finds a place
 * @param minBytes - to read in any case, if there are so many
 */
export async function pageStart (response: Response, enough: FindPlace = () => 0, minBytes = LOOK_BYTES): Promise<PageStart> {
  for (let size = minBytes; ; size *= 4) {
    const { start, whole, resume, cancel } = await peekBody(response, size)
    const encoding = documentEncoding(start, response.headers.get('content-type') ?? '')
    const text = decodeUnits(start, encoding)

    if (enough(text, whole) == null && !whole && size < MAX_LOOK_BYTES) {
      response = resume(start, response.headers)
      continue
    }

    const asIs = (): Response => resume(start, response.headers)

    return {
      text,
      bytes: start,
      whole,
      takesHtml: documentSyntax(response) === 'html',
      asIs,
      cancel,

      with (markup, place) {
        const units = place(text, whole)

        if (typeof units !== 'number') {
          return asIs()
        }

        const at = units * unitBytes(encoding)
        const headers = new Headers(response.headers)
        OF_THE_BYTES.forEach((name) => { headers.delete(name) })
        headers.set('Cache-Control', 'no-cache')
        return resume(concatBytes([start.subarray(0, at), encodeAscii(markup, encoding), start.subarray(at)]), headers)
      }
    }
  }
}
