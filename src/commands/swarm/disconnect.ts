import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { requireSwarm } from '../shared/online-node.ts'
import { stringListShape, stringListText } from '../shared/string-list.ts'
import { addresses } from './addresses-argument.ts'
import { peersOf } from './peers-of.ts'

export const swarmDisconnect = command({
  help: {
    tagline: 'Close connections to peers.',
    description: 'A peer ID stands for all connections to that peer. The result of each is returned on a line.'
  },
  errors: [
    { ask: 'arg=x', says: 'failed to parse multiaddr "x": must begin with /' }
  ],
  args: { addresses },
  output: stringListShape,

  async run ({ addresses }, { node, signal }) {
    const lines: string[] = []

    for (const { ID, Addrs } of await peersOf(addresses, node, signal)) {
      for (const address of Addrs.length === 0 ? [undefined] : Addrs) {
        try {
          await (await requireSwarm(node, signal)).disconnect(ID, { address, signal })
          lines.push(`disconnect ${ID} success`)
        } catch (err) {
          signal.throwIfAborted()
          lines.push(`disconnect ${ID} failure: ${(err as Error).message}`)
        }
      }
    }

    // Saved, so that the next worker does not reconnect to them either.
    await node.runtime?.saved()
    return singleResult({ Strings: lines })
  },

  text: stringListText
})
