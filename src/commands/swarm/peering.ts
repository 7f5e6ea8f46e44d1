import { toAsyncGenerator } from '../../async/iteration/to-async-generator.ts'
import { peerAddresses } from '../../net/addresses/peer-addresses.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command, group } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult, streamResult } from '../../rpc/command/result.ts'
import { onlineExchange } from '../shared/online-node.ts'
import { peerText } from '../shared/peer-text.ts'

const resultShape = outputShape('peeringResult', 'ID:string Status:string')

const add = command({
  help: {
    tagline: 'Add peers to stay connected to.',
    description:
      'Lasts until the node stops, in a browser until shutdown or until the browser closes. For permanent peers ' +
      'use the setting Peering.Peers.'
  },
  errors: [
    { ask: 'arg=x', says: 'failed to parse multiaddr "x": must begin with /' }
  ],
  args: { addresses: argument.string('address', 'Multiaddr of a peer, with its ID at the end.', { variadic: true }) },
  output: resultShape,

  async run ({ addresses }, { node }) {
    const peers = peerAddresses(addresses)
    onlineExchange(node)
    peers.forEach((peer) => {
      node.net.peering.add(peer)
    })
    await node.runtime?.saved()
    return streamResult(toAsyncGenerator(peers.map(({ ID }) => ({ ID, Status: 'success' }))))
  },

  text: ({ ID, Status }) => `add ${ID} ${Status}\n`
})

const ls = command({
  help: { tagline: 'List the peering peers.' },
  output: outputShape('addrInfos', 'Peers:list'),

  run (_, { node }) {
    onlineExchange(node)
    return singleResult({ Peers: node.net.peering.list() })
  },

  text: ({ Peers }) =>
    Peers.map(({ ID, Addrs }) => [ID, ...Addrs.map((address) => `\t${address}`)].map((line) => `${line}\n`).join(''))
      .join('')
})

const rm = command({
  help: {
    tagline: 'Remove peers from peering.',
    description: 'Lasts as long as swarm/peering/add. Peers of Peering.Peers return after that.'
  },
  args: { peers: argument.string('ID', 'ID of a peer.', { variadic: true }) },
  output: resultShape,

  run ({ peers }, { node }) {
    onlineExchange(node)

    return streamResult((async function* () {
      for (const text of peers) {
        const ID = peerText(text)
        node.net.peering.remove(ID)
        await node.runtime?.saved()
        yield { ID, Status: 'success' }
      }
    })())
  },

  text: ({ ID, Status }) => `remove ${ID} ${Status}\n`
})

export const swarmPeering = group('Manage peering: peers to stay connected to.', { add, ls, rm })
