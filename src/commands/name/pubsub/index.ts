import { peerIdEncoder } from '../../../cid/peer-id/peer-id-encoder.ts'
import { argument } from '../../../rpc/argument.ts'
import { command, group } from '../../../rpc/command.ts'
import { shape } from '../../../rpc/output.ts'
import { once } from '../../../rpc/result.ts'
import { ipnsBase } from '../../shared/ipns-base.ts'
import { namesOverPubsub, refuseWithoutPubsub } from './names-over-pubsub.ts'

const cancel = command({
  help: { tagline: 'Stop following a name.' },
  status: 'experimental',
  args: { name: argument.string('name', 'The name.') },
  answers: 'an error',
  run: (_, { node }) => refuseWithoutPubsub(node)
})

const state = command({
  help: { tagline: 'Show whether names are followed over pubsub.' },
  status: 'experimental',
  output: shape('ipnsPubsubState', 'Enabled:bool'),
  run: (_, { node }) => once({ Enabled: namesOverPubsub(node) }),
  text: ({ Enabled }) => Enabled ? 'enabled\n' : 'disabled\n'
})

const subs = command({
  help: { tagline: 'List the names that are followed.' },
  status: 'experimental',
  options: { ipnsBase },
  answers: 'an error',

  run ({ ipnsBase }, { node }) {
    peerIdEncoder(ipnsBase)
    return refuseWithoutPubsub(node)
  }
})

export const namePubsub = group('Follow names over pubsub.', { cancel, state, subs }, { status: 'experimental' })
