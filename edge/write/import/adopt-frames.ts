import { CID } from 'multiformats/cid'
import { ADMITTED_BY, AREA } from '../../request/forwarded.ts'
import { FrameWriter, fromWireText, readFrames } from '../frames.ts'
import type { CarTotals, FrontMessage, NodeMessage } from '../messages.ts'
import type { ImportState, RecordedFrame } from './import-state.ts'

/**
 * Has the node run `dag/import` with the recorded blocks of an import. May be repeated: the node has them all or none.
 *
 * @returns the lines of its answer
 * @throws if the node fails
 */
export async function adoptFrames (
  state: ImportState,
  frames: Iterable<RecordedFrame>,
  askNode: (request: Request) => Promise<Response>
): Promise<string> {
  const out = new FrameWriter<FrontMessage>()
  const response = await askNode(
    new Request(`http://127.0.0.1/api/v0/dag/import?${state.query}`, {
      method: 'POST',
      headers: { [AREA]: 'upload', [ADMITTED_BY]: 'token', 'Content-Type': 'multipart/form-data; boundary=import' },
      body: out.readable,
      duplex: 'half'
    } as RequestInit)
  )

  if (response.body == null || !response.ok) {
    throw new Error(`the node does not answer: ${await response.text()}`)
  }

  let hasEntry = false
  let status = 0
  let text = ''

  const answer = async (call: string): Promise<void> => {
    if (call === 'entry') {
      await out.send({ done: hasEntry ? {} : { entry: { kind: 'file', path: state.name } } })
      hasEntry = true
      return
    }

    for (const { message, bytes } of frames) {
      await out.send(fromWireText(message) as FrontMessage, bytes)
    }

    await out.send({ done: { totals: totalsOf(state) } })
  }

  try {
    for await (const { message, bytes } of readFrames<NodeMessage>(response.body)) {
      if ('call' in message) {
        // Not awaited: the node sends other messages meanwhile. If it leaves, its stream ends.
        answer(message.call).catch(() => {})
      } else if ('head' in message) {
        status = message.head.status
      } else if ('body' in message) {
        text += new TextDecoder().decode(bytes)
      } else if ('broken' in message) {
        throw new Error(message.broken)
      } else if ('end' in message) {
        return answerText(status, text)
      }
    }
  } finally {
    out.close()
  }

  throw new Error('the node has ended during the import')
}

function answerText (status: number, text: string): string {
  const last = text.trim().split('\n').at(-1) ?? ''

  if (status !== 200 || last.endsWith('"Type":"error"}')) {
    throw new Error(last)
  }

  return text
}

function totalsOf ({ roots, blocks, bytes, start, end }: ImportState): CarTotals {
  const cars = end > start ? 1 : 0
  return { roots: roots.map((root) => CID.parse(root)), blocks, bytes, emptyFiles: 1 - cars, cars }
}
