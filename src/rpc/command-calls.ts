import { packedEntries } from '../http/upload/packed-entries.ts'
import { COMMAND } from '../port/command-call.ts'
import type { AnswerHead, CommandCall } from '../port/command-call.ts'
import { ownBytes } from '../port/port-message.ts'
import type { CallHandler, PortValue } from '../port/serve-calls.ts'
import { API_PREFIX } from './handler.ts'
import type { RpcOptions } from './handler.ts'

/** Answers a request with separate files: `handleRpc`, with any wrapping by its host. */
export type AnswerCommand = (request: Request, files: NonNullable<RpcOptions['files']>) => Promise<Response>

/**
 * Serves commands over `serveCalls`: the calls are those of `fetch`, with Blobs instead of a body. Sends the head of
 * the answer first, then the bytes of its body. A caller that disconnects ends the command, like an aborted fetch.
 *
 * @param origin - origin of the node, under which its RPC API is served
 */
export function commandCalls (origin: string, answer: AnswerCommand): Record<string, CallHandler> {
  return {
    async *[COMMAND] (input, { signal }) {
      const { target, packs } = input as CommandCall
      const request = new Request(`${origin}${API_PREFIX}/${target}`, {
        method: 'POST',
        headers: { 'X-Stream-Errors': 'in-band' },
        signal
      })
      const response = await answer(request, (options) => packedEntries(packs, options))
      yield* partsOf(response, signal)
    }
  }
}

/**
 * Yields the head, then the chunks of the body. The body is cancelled whenever the caller leaves, also before its first
 * chunk: until then its command counts as running.
 */
async function* partsOf ({ status, headers, body }: Response, signal: AbortSignal): AsyncGenerator<PortValue> {
  const head: AnswerHead = { status, headers: [...headers] }

  if (body == null) {
    yield { value: head }
    return
  }

  const reader = body.getReader()
  const leave = (): void => {
    reader.cancel(signal.reason).catch(() => {})
  }
  signal.addEventListener('abort', leave, { once: true })

  try {
    yield { value: head }

    for (;;) {
      const { done, value } = await reader.read()

      if (done) {
        return
      }

      const bytes = ownBytes(value)
      yield { value: bytes, bytes: bytes.byteLength, transfer: [bytes.buffer] }
    }
  } finally {
    signal.removeEventListener('abort', leave)
    await reader.cancel().catch(() => {}) // no effect on an ended stream
  }
}
