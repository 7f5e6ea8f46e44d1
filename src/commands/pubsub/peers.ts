import { compareStrings } from '../../go/text/compare-strings.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { stringListShape, stringListText } from '../shared/string-list.ts'
import { requirePubsub } from './opened-pubsub.ts'
import { parseTopic, topicArgument } from './topic.ts'

export const pubsubPeers = command({
  help: { tagline: 'List the pubsub peers.' },
  status: 'experimental',
  args: { topic: { ...topicArgument, required: false } },
  output: stringListShape,

  async run ({ topic }, { node, signal, surplus }) {
    const name = topic == null ? '' : parseTopic(topic, surplus)
    const pubsub = await requirePubsub(node, signal)
    return singleResult({ Strings: pubsub.peers(name === '' ? undefined : name).sort(compareStrings) })
  },

  text: stringListText
})
