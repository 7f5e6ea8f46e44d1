import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

const topic = argument.string('topic', 'The topic, as a multibase text.')

export const pubsub = group('Send messages to all who listen to a topic.', {
  ls: notImplemented('pubsub/ls', { help: { tagline: 'List the topics that the node listens to.' }, status: 'experimental' }),
  peers: notImplemented('pubsub/peers', {
    help: { tagline: 'List the peers that take part.' },
    status: 'experimental',
    args: { topic: argument.string('topic', 'In this topic, as a multibase text.', { required: false }) }
  }),
  pub: notImplemented('pubsub/pub', { help: { tagline: 'Send a message.' }, status: 'experimental', args: { topic, data: argument.file('data', 'The message.', { stdin: true }) } }),
  reset: notImplemented('pubsub/reset', {
    help: { tagline: 'Forget which messages were seen.' },
    status: 'experimental',
    options: { peer: option.string('peer,p', 'Those of this peer alone.') }
  }),
  sub: notImplemented('pubsub/sub', { help: { tagline: 'Listen to a topic.' }, status: 'experimental', args: { topic } })
}, { status: 'experimental' })
