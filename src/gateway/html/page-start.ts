import { peekBody } from '../../http/peek-body.ts'
import type { Peeked } from '../../http/peek-body.ts'
import { LOOK_BYTES } from './switched-off.ts'

const encoder = new TextEncoder()
/** What was said of the bytes as they are, and is not true of others. */
const OF_THE_BYTES = ['Accept-Ranges', 'Content-Length', 'Etag', 'Last-Modified']

/** The beginning of a page, to look at and to write into. */
export interface PageStart {
  /** one character a byte; empty where it cannot be read so: it is in UTF-16 */
  text: string
  bytes: Uint8Array
  whole: boolean
  /** whether HTML can be put into it: it is no XML, and not in UTF-16 */
  takesHtml: boolean
  /** The page as it was. */
  asIs: () => Response
  /** The page with some HTML of plain ASCII put into it, and without what was said of its bytes before. As it was where that cannot be: it is XML, or in UTF-16. */
  with: (html: string, place: (text: string) => number) => Response
  cancel: Peeked['cancel']
}

/**
 * Reads the beginning of a page; the response is to be taken from the result from then on.
 *
 * @param maxBytes - to read
 */
export async function pageStart (response: Response, maxBytes = LOOK_BYTES): Promise<PageStart> {
  const { start, whole, resume, cancel } = await peekBody(response, maxBytes)
  const asIs = (): Response => resume(start, response.headers)
  const wide = /utf-?16/i.test(response.headers.get('content-type') ?? '') || (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  const isHtml = /^\s*text\/html/i.test(response.headers.get('content-type') ?? '')
  const text = wide ? '' : new TextDecoder('latin1').decode(start)

  return {
    text,
    bytes: start,
    whole: whole && !wide,
    takesHtml: isHtml && !wide,
    asIs,
    cancel,

    with (html, place) {
      if (wide || !isHtml) {
        return asIs()
      }

      const at = place(text)
      const added = encoder.encode(html)
      const changed = new Uint8Array(start.byteLength + added.byteLength)
      changed.set(start.subarray(0, at))
      changed.set(added, at)
      changed.set(start.subarray(at), at + added.byteLength)
      const headers = new Headers(response.headers)
      OF_THE_BYTES.forEach((name) => { headers.delete(name) })
      headers.set('Cache-Control', 'no-cache')
      return resume(changed, headers)
    }
  }
}
