import { isOwnPolicy } from './html-page.ts'
import { allowPings } from './ping-script.ts'
import type { PingScript } from './ping-script.ts'

/** Place of the script. Every page of the gateway has it in its first chunk. */
const PLACE = '</head>'

/**
 * Inserts a ping script into a page of the gateway (a listing, error page or waiting page), so that the page can keep
 * the worker alive. Returns any other response unchanged: content must not run scripts on the origin of the node.
 */
export function insertPingScript (response: Response, script: PingScript): Response {
  const policy = response.headers.get('content-security-policy')

  if (response.body == null || !isOwnPolicy(policy)) {
    return response
  }

  const headers = new Headers(response.headers)
  headers.set('Content-Security-Policy', allowPings(policy as string, script))
  headers.delete('Content-Length')
  return new Response(response.body.pipeThrough(elementInserter(script.element)), {
    status: response.status,
    statusText: response.statusText,
    headers
  })
}

/** Inserts an element into a stream without buffering it: a waiting page may grow for minutes. */
function elementInserter (element: string): TransformStream<Uint8Array, Uint8Array> {
  let isInserted = false

  return new TransformStream<Uint8Array, Uint8Array>({
    transform (chunk, controller) {
      // Latin-1 decodes one character per byte.
      const at = isInserted ? -1 : new TextDecoder('latin1').decode(chunk).indexOf(PLACE)

      if (at < 0) {
        controller.enqueue(chunk)
        return
      }

      isInserted = true
      controller.enqueue(chunk.subarray(0, at))
      controller.enqueue(new TextEncoder().encode(element))
      controller.enqueue(chunk.subarray(at))
    }
  })
}
