import { errorMessage } from '../../go/text/error-message.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { requireSwarm } from '../shared/online-node.ts'
import { stringListShape, stringListText } from '../shared/string-list.ts'
import { addresses } from './addresses-argument.ts'
import { peersOf } from './peers-of.ts'

export const swarmConnect = command({
  help: {
    tagline: 'Connect to peers.',
    description:
      'A browser cannot dial every address; the error lists those that it cannot dial, with the reason. After a ' +
      'stop of its worker, a node in a browser reconnects to its peers, until shutdown or until the browser closes.'
  },
  errors: [
    { ask: 'arg=x', says: 'failed to parse multiaddr "x": must begin with /' }
  ],
  args: { addresses },
  output: stringListShape,

  async run ({ addresses }, { node, signal }) {
    const lines: string[] = []

    for (const peer of await peersOf(addresses, node, signal)) {
      try {
        await (await requireSwarm(node, signal)).connect(peer, { signal })
      } catch (err) {
        throw new Error(
          `connect ${peer.ID} failure: ${
            signal.aborted ? `failed to dial: ${errorMessage(signal.reason)}` : errorMessage(err)
          }`
        )
      }

      lines.push(`connect ${peer.ID} success`)
    }

    await node.keptPeers?.save()
    return singleResult({ Strings: lines })
  },

  text: stringListText
})
