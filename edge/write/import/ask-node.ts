import { ADMITTED_BY, AREA } from '../../request/forwarded.ts'
import { FrameWriter, readFrames } from '../frames.ts'
import { toWireError } from '../messages.ts'
import type { Call, CallResult, FrontMessage, NodeMessage } from '../messages.ts'

export interface NodeAnswer {
  status: number
  text: string
}

export interface NodeCommand {
  /** the command with its query */
  path: string
  askNode: (request: Request) => Promise<Response>
  signal: AbortSignal
  /** answers a call of the node about the upload; sends messages first */
  answerCall: (call: Call, send: FrameWriter<FrontMessage>['send']) => Promise<CallResult>
}

/**
 * Has the node run a command whose upload is not in the request.
 *
 * @returns the answer of the command
 * @throws if the node fails, or is evicted meanwhile
 */
export async function runInNode ({ path, askNode, signal, answerCall }: NodeCommand): Promise<NodeAnswer> {
  signal.throwIfAborted()
  const out = new FrameWriter<FrontMessage>()
  const leave = (): void => {
    out.abort(signal.reason)
  }
  signal.addEventListener('abort', leave, { once: true })

  try {
    const response = await askNode(
      new Request(`http://127.0.0.1/api/v0/${path}`, {
        method: 'POST',
        headers: { [AREA]: 'upload', [ADMITTED_BY]: 'token', 'Content-Type': 'multipart/form-data; boundary=import' },
        body: out.readable,
        duplex: 'half'
      } as RequestInit)
    )

    if (response.body == null || !response.ok) {
      throw new Error(`the node does not answer: ${await response.text()}`)
    }

    return await readAnswer(response.body, signal, (call) => {
      // Not awaited: the node sends other messages meanwhile. If it leaves, its stream ends.
      void answerTo(call, out, answerCall)
    })
  } finally {
    signal.removeEventListener('abort', leave)
    out.close()
  }
}

async function readAnswer (
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  called: (call: Call) => void
): Promise<NodeAnswer> {
  let status = 0
  let text = ''

  for await (const { message, bytes } of readFrames<NodeMessage>(body, signal)) {
    if ('call' in message) {
      called(message)
    } else if ('head' in message) {
      status = message.head.status
    } else if ('body' in message) {
      text += new TextDecoder().decode(bytes)
    } else if ('broken' in message) {
      throw new Error(message.broken)
    } else if ('end' in message) {
      return { status, text }
    }
  }

  throw new Error('the node has ended during the import')
}

async function answerTo (
  call: Call,
  out: FrameWriter<FrontMessage>,
  answerCall: NodeCommand['answerCall']
): Promise<void> {
  const send: FrameWriter<FrontMessage>['send'] = async (...message) => {
    await out.send(...message)
  }

  try {
    await out.send({ done: await answerCall(call, send) })
  } catch (err) {
    await out.send({ failed: toWireError(err) }).catch(() => {})
  }
}
