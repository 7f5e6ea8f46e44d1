import type { MultihashDigest } from 'multiformats/hashes/interface'
import { parseIpnsName } from '../../../names/record/ipns-name.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { CommandError, ERROR_CODES } from '../../../rpc/command/errors.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'
import { requireNamesOverPubsub } from './names-over-pubsub.ts'

export const namePubsubCancel = command({
  help: { tagline: 'Cancel the subscription of a name.' },
  status: 'experimental',
  args: { name: argument.string('name', 'The name.') },
  output: outputShape('ipnsPubsubCancel', 'Canceled:bool'),

  async run ({ name }, { node, signal }) {
    const names = await requireNamesOverPubsub(node, signal)
    const Canceled = names.cancel(parseTopicName(name))
    await node.runtime?.saved()
    return singleResult({ Canceled })
  },

  text: ({ Canceled }) => Canceled ? 'canceled\n' : 'no subscription\n'
})

function parseTopicName (text: string): MultihashDigest {
  try {
    return parseIpnsName(text)
  } catch (err) {
    throw new CommandError(`not a valid IPNS name: ${(err as Error).message}`, ERROR_CODES.client)
  }
}
