import { compareStrings } from '../../go/text/compare-strings.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { requireSwarm } from '../shared/online-node.ts'
import { stringListShape, stringListText } from '../shared/string-list.ts'
import { swarmAddrsAutonat } from './autonat.ts'

const listen = command({
  help: { tagline: 'List the addresses that the node listens on.' },
  output: stringListShape,

  async run (_, { node, signal }) {
    const swarm = await requireSwarm(node, signal)
    return singleResult({ Strings: sortAddresses(swarm.listenAddresses()) })
  },

  text: stringListText
})

const local = command({
  help: { tagline: 'List the addresses of the node.' },
  options: { id: option.bool('id', 'Append the peer ID of the node.') },
  output: stringListShape,

  async run ({ id }, { node, signal }) {
    const swarm = await requireSwarm(node, signal)
    const suffix = id === true ? `/p2p/${node.identity.peerId}` : ''
    return singleResult({ Strings: sortAddresses(swarm.addresses().map((address) => address + suffix)) })
  },

  text: stringListText
})

export const swarmAddrs = command({
  help: { tagline: 'List the known addresses of peers.' },
  output: outputShape('addrMap', 'Addrs:map[string][]string'),

  async run (_, { node, signal }) {
    const known = await (await requireSwarm(node, signal)).knownAddresses()
    // Go omits peers without addresses.
    return singleResult({
      Addrs: Object.fromEntries(
        [...known].filter(([, addresses]) => addresses.length > 0).sort(([a], [b]) => compareStrings(a, b))
      )
    })
  },

  text: ({ Addrs }) =>
    Object.entries(Addrs).map(([peer, addresses]) =>
      `${peer} (${addresses.length})\n${addresses.map((address) => `\t${address}\n`).join('')}`
    ).join('')
}, { autonat: swarmAddrsAutonat, listen, local })

/** Returns the sorted addresses, or Go's null if there are none. */
function sortAddresses (addresses: string[]): string[] | null {
  return addresses.length === 0 ? null : addresses.sort(compareStrings)
}
