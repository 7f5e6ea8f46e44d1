import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { MUST_BE_ONLINE, requireSwarm } from '../shared/online-node.ts'

export const swarmAddrsAutonat = command({
  help: { tagline: 'Show the reachability of the addresses of the node.' },
  differs: [
    'In Node.js several peers in different networks are asked by AutoNAT v2 or v1 and must agree. Reachability ' +
    'summarizes all addresses (Kubo: the AutoNAT v1 result of the host).',
    'In a browser AutoNAT is not used. An address is reachable if peers observed it and it was confirmed, ' +
    'otherwise unknown.'
  ],
  output: outputShape('autoNATResult', 'reachability:string reachable?:list unreachable?:list unknown?:list'),

  async run (_, { node, signal }) {
    const { overall, reachable, unreachable, unknown } = (await requireSwarm(node, signal, MUST_BE_ONLINE))
      .reachability()
    return singleResult({ reachability: overall, reachable, unreachable, unknown })
  },

  text ({ reachability, reachable, unreachable, unknown }) {
    const section = (name: string, addresses: string[]): string =>
      addresses.length === 0 ? '' : `  ${name}:\n${addresses.map((address) => `    ${address}\n`).join('')}`
    const sections = section('Reachable', reachable) + section('Unreachable', unreachable) + section('Unknown', unknown)
    return `AutoNAT V2 Status:\n  Reachability: ${reachability}\n\nPer-Address Reachability:\n${
      sections === '' ? '  (no address reachability data available)\n' : sections
    }`
  }
})
