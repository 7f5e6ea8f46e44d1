import { parseGoDurationMs } from '../../go/time/parse-duration.ts'
import { provideSettings } from '../../net/provide-settings.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import type { Result } from '../../rpc/command/result.ts'
import { checkProviding } from './check-providing.ts'

/**
 * Runs `routing/reprovide` and `bitswap/reprovide`.
 *
 * @throws an Error with Kubo's message
 */
export async function runReprovide (node: IpfsNode, signal: AbortSignal): Promise<Result<never>> {
  const { config } = node
  checkProviding(node)

  if (parseGoDurationMs(config.get<string | null>('Provide.DHT.Interval') ?? '') === 0) {
    throw new Error("invalid configuration: Provide.DHT.Interval is set to '0'")
  }

  if (provideSettings(config).system === 'sweep') {
    throw new Error('manual reprovide only available with legacy provider (Provide.DHT.SweepEnabled=false)')
  }

  if (node.providing?.isOn === true) {
    await node.providing.reprovide({ signal })
  }

  return emptyResult() // also if there is no target
}

export const routingReprovide = command({
  help: {
    tagline: 'Announce all content again.',
    description: 'Requires Provide.DHT.SweepEnabled=false.'
  },
  status: 'experimental',
  answers: 'nothing',

  run: async (_, { node, signal }) => await runReprovide(node, signal)
})
