import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import type { WorkerContext } from '../engine/edge-types.ts'
import { withLength } from '../engine/with-length.ts'
import { FRAMED } from './framed.ts'
import { FrameWriter, readFrames } from './frames.ts'
import type { Frame } from './frames.ts'
import { toWireError } from './messages.ts'
import type { Call, FrontMessage, NodeMessage } from './messages.ts'
import { SegmentGrants } from './segment-grants.ts'
import { SegmentUploads } from './segment-uploads.ts'
import { UploadReader } from './upload-reader.ts'

/** Bytes of the answer that wait for a client that does not read. */
const ANSWER_BYTES = 1024 * 1024

export interface FrontUploadInit {
  bucket: ObjectBucket
  /** asks the node to run the command of an upload (`RemoteUpload`) */
  askNode: (request: Request) => Promise<Response>
  ctx: WorkerContext
  /** called when the upload has ended */
  leave?: () => void
}

/**
 * Answers a request with an upload: this worker reads and hashes the body, and writes its blocks into the bucket. The
 * node runs the command, and gets the places of the blocks. One request to the node serves an upload of any size.
 */
export async function answerUpload (
  request: Request,
  { bucket, askNode, ctx, leave = () => {} }: FrontUploadInit
): Promise<Response> {
  const out = new FrameWriter<FrontMessage>()

  try {
    const response = await askNode(nodeRequest(request, out.readable))

    if (response.body == null || !response.headers.has(FRAMED)) {
      await request.body?.cancel()
      leave()
      return response
    }

    const conversation = new Conversation({ request, bucket, out, frames: readFrames(response.body) })
    ctx.waitUntil(conversation.ended.finally(leave))
    return await conversation.head
  } catch (err) {
    leave()
    throw err
  }
}

/** Returns the request with messages in place of its body. */
function nodeRequest ({ url, headers, signal }: Request, body: ReadableStream<Uint8Array>): Request {
  const asked = new Request(
    url,
    { method: 'POST', headers, body, redirect: 'manual', signal, duplex: 'half' } as RequestInit
  )
  asked.headers.delete('content-length')
  return asked
}

/** Exchanges messages with the node until its answer is complete. */
class Conversation {
  readonly head: Promise<Response>
  readonly ended: Promise<void>
  readonly #out: FrameWriter<FrontMessage>
  readonly #grants = new SegmentGrants()
  readonly #reader: UploadReader
  readonly #leaving = new AbortController()
  #answered!: (response: Response) => void
  #body: WritableStreamDefaultWriter<Uint8Array> | undefined

  constructor (
    { request, bucket, out, frames }: {
      request: Request
      bucket: ObjectBucket
      out: FrameWriter<FrontMessage>
      frames: AsyncGenerator<Frame<NodeMessage>>
    }
  ) {
    this.#out = out
    const send = async (message: FrontMessage, bytes?: Uint8Array): Promise<void> => {
      await out.send(message, bytes)
    }
    const blocks = new SegmentUploads({ bucket, send, nextSegment: async () => await this.#grants.next() })
    this.#reader = new UploadReader({
      request,
      signal: this.#leaving.signal,
      send,
      blocks: {
        put: async (cid, bytes) => {
          await blocks.put(cid, bytes)
        },
        flush: async () => {
          await blocks.flush()
        }
      }
    })

    let failed = (_reason: unknown): void => {}
    this.head = new Promise((resolve, reject) => {
      this.#answered = resolve
      failed = reject
    })
    this.ended = this.#run(frames).catch((err: unknown) => {
      failed(err)
      this.#body?.abort(err).catch(() => {})
    }).finally(async () => {
      const reason = new DOMException('the node has ended the upload', 'AbortError')
      this.#grants.end(reason)
      this.#leaving.abort(reason)
      out.close()

      if (request.body?.locked === false) {
        await request.body.cancel().catch(() => {})
      }
    })
  }

  async #run (frames: AsyncGenerator<Frame<NodeMessage>>): Promise<void> {
    for await (const { message, bytes } of frames) {
      if ('segments' in message) {
        this.#grants.add(message.segments)
      } else if ('call' in message) {
        // Not awaited: segments are granted meanwhile.
        void this.#answerCall(message)
      } else if ('head' in message) {
        this.#sendHead(message.head)
      } else if ('body' in message) {
        // A view of a larger buffer, which the stream would detach.
        await this.#body?.write(bytes.slice())
      } else if ('broken' in message) {
        throw new Error(message.broken)
      } else {
        await this.#body?.close()
        return
      }
    }

    throw new Error('the node has ended during the upload')
  }

  async #answerCall (call: Call): Promise<void> {
    try {
      await this.#out.send({ done: await this.#reader.answer(call) })
    } catch (err) {
      // If the node has left, the conversation ends on its own.
      await this.#out.send({ failed: toWireError(err) }).catch(() => {})
    }
  }

  #sendHead ({ status, headers }: Extract<NodeMessage, { head: unknown }>['head']): void {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
      undefined,
      new ByteLengthQueuingStrategy({ highWaterMark: ANSWER_BYTES })
    )
    this.#body = writable.getWriter()
    this.#body.closed.catch(() => {})
    const isEmpty = [101, 204, 205, 304].includes(status)
    this.#answered(withLength(new Response(isEmpty ? null : readable, { status, headers }), false))
  }
}
