import { CID } from 'multiformats/cid'
import { fromWireText } from '../frames.ts'
import type { CarTotals, FrontMessage } from '../messages.ts'
import { runInNode } from './ask-node.ts'
import type { NodeAnswer, NodeCommand } from './ask-node.ts'
import type { ImportState, RecordedFrame } from './import-state.ts'

/**
 * Has the node run the command of an import with its recorded blocks. May be repeated: the node has them all or none.
 *
 * @returns the lines of its answer
 * @throws if the node fails
 */
export async function adoptFrames (
  state: ImportState,
  frames: Iterable<RecordedFrame>,
  { askNode, signal }: Pick<NodeCommand, 'askNode' | 'signal'>
): Promise<string> {
  const { command = 'dag/import', query } = state
  let hasEntry = false

  return answerText(
    await runInNode({
      path: `${command}?${query}`,
      askNode,
      signal,
      answerCall: async (call, send) => {
        if (call.call === 'entry') {
          const isFirst = !hasEntry
          hasEntry = true
          return isFirst ? { entry: { kind: 'file', path: state.fileName ?? state.name } } : {}
        }

        // The command refuses its options after the upload: nothing is to be stored.
        if (call.call === 'entries' && !call.stores) {
          return {}
        }

        for (const { message, bytes } of frames) {
          await send(fromWireText(message) as FrontMessage, bytes)
        }

        return call.call === 'car' ? { totals: totalsOf(state) } : {}
      }
    })
  )
}

function answerText ({ status, text }: NodeAnswer): string {
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
