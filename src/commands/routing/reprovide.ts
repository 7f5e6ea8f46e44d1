import type { IpfsNode } from '../../node/ipfs-node.ts'
import { parseGoDurationMs } from '../../go/duration.ts'
import { command } from '../../rpc/command.ts'
import { nothing } from '../../rpc/result.ts'
import type { Result } from '../../rpc/result.ts'
import { checkProviding } from './check-providing.ts'

/** Also `bitswap/reprovide`. @throws an Error with Kubo's words */
export function runReprovide (node: IpfsNode): Result<never> {
  const { config } = node
  checkProviding(node)

  if (parseGoDurationMs(config.get<string | null>('Provide.DHT.Interval') ?? '') === 0) {
    throw new Error('invalid configuration: Provide.DHT.Interval is set to \'0\'')
  }

  if (config.get<string | null>('Routing.Type') !== 'none' && config.get<boolean | null>('Provide.DHT.SweepEnabled') !== false) {
    throw new Error('manual reprovide only available with legacy provider (Provide.DHT.SweepEnabled=false)')
  }

  return nothing() // to nobody: there are no peers
}

export const routingReprovide = command({
  help: { tagline: 'Announce again what the node has.' },
  status: 'experimental',
  answers: 'nothing',

  run: (_, { node }) => runReprovide(node)
})
