import type { ImportSettings } from '../messages.ts'
import { runInNode } from './ask-node.ts'
import type { NodeAnswer, NodeCommand } from './ask-node.ts'

/**
 * Asks the node for the settings of an `add`, with the defaults of its configuration: the command begins, and is ended
 * before it stores anything.
 *
 * @param query - options of the command
 * @returns its answer if it refuses the options
 */
export async function askSettings (
  query: string,
  fileName: string,
  init: Pick<NodeCommand, 'askNode' | 'signal'>
): Promise<{ settings: ImportSettings } | { refused: NodeAnswer }> {
  let settings: ImportSettings | undefined

  const refused = await runInNode({
    ...init,
    path: `add?${query}`,
    answerCall: async (call) => {
      if (call.call === 'entry') {
        return { entry: { kind: 'file', path: fileName } }
      }

      if (call.call === 'entries' && call.stores) {
        settings = call.settings
        throw new Error('only the settings were asked for')
      }

      return {}
    }
  }).catch((err: unknown) => {
    if (settings == null) {
      throw err
    }

    return { status: 0, text: '' }
  })

  return settings == null ? { refused } : { settings }
}
