import { FRAMED } from './framed.ts'
import { FrameWriter, readFrames } from './frames.ts'
import type { FrontMessage, NodeMessage } from './messages.ts'
import { RemoteUpload } from './remote-upload.ts'
import type { SegmentGranter } from './remote-upload.ts'

/**
 * Runs the command of an upload whose body the front reads (`answerUpload`), in the node.
 *
 * @param run - runs the command; gets the request without its body
 * @param waitUntil - keeps the object awake for work
 * @returns at once: a stream of frames with calls to the front, and the answer
 */
export function answerRemoteUpload (
  request: Request,
  { store, run, waitUntil }: {
    store: SegmentGranter
    run: (request: Request, upload: RemoteUpload) => Promise<Response>
    waitUntil: (work: Promise<unknown>) => void
  }
): Response {
  const out = new FrameWriter<NodeMessage>()
  const leaving = new AbortController()
  const frames = readFrames<FrontMessage>(request.body!, leaving.signal)
  const upload = new RemoteUpload({ frames, out, store })
  const { url, method, headers, signal } = request

  const work = async (): Promise<void> => {
    try {
      await sendAnswer(await run(new Request(url, { method, headers, redirect: 'manual', signal }), upload), out)
    } catch (err) {
      await out.send({ broken: (err as Error).message }).catch(() => {})
    } finally {
      leaving.abort(new Error('the upload has ended'))
      upload.end()
      out.close()
    }
  }

  waitUntil(work())
  return new Response(out.readable, { headers: { [FRAMED]: '1' } })
}

async function sendAnswer ({ status, headers, body }: Response, out: FrameWriter<NodeMessage>): Promise<void> {
  await out.send({ head: { status, headers: [...headers] } })

  if (body != null) {
    const reader = body.getReader()

    try {
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        await out.send({ body: true }, value)
      }
    } finally {
      // If the front has left, the command is cancelled.
      reader.cancel().catch(() => {})
    }
  }

  await out.send({ end: true })
}
