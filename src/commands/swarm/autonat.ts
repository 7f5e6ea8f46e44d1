import { command } from '../../rpc/command/command.ts'
import { shape } from '../../rpc/command/output.ts'
import { once } from '../../rpc/command/result.ts'
import { MUST_BE_ONLINE } from '../shared/online-errors.ts'
import { openedSwarm } from '../shared/opened-swarm.ts'

export const swarmAddrsAutonat = command({
  help: { tagline: 'Show which of the addresses others reach.' },
  differs: [
    'In Node peers of several owners of addresses are asked, by AutoNAT v2 or v1, and have to agree; Reachability sums up what they say of the addresses (Kubo: what AutoNAT v1 says of the host).',
    'In a browser nobody is asked: an address counts as reachable when others have seen it and that was confirmed, and as unknown else.'
  ],
  output: shape('autoNATResult', 'reachability:string reachable?:list unreachable?:list unknown?:list'),

  async run (_, { node, signal }) {
    const { overall, reachable, unreachable, unknown } = (await openedSwarm(node, signal, MUST_BE_ONLINE))
      .reachability()
    return once({ reachability: overall, reachable, unreachable, unknown })
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
