import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'
import { namesOverPubsub } from './names-over-pubsub.ts'

export const namePubsubState = command({
  help: { tagline: 'Show whether IPNS over pubsub is enabled.' },
  status: 'experimental',
  output: outputShape('ipnsPubsubState', 'Enabled:bool'),
  run: async (_, { node, signal }) => singleResult({ Enabled: await namesOverPubsub(node, signal) != null }),
  text: ({ Enabled }) => Enabled ? 'enabled\n' : 'disabled\n'
})
