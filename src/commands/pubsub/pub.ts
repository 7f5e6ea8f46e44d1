import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { firstFile } from '../shared/entry-bytes.ts'
import { requirePubsub } from './opened-pubsub.ts'
import { parseTopic, topicArgument } from './topic.ts'

/**
 * Limit of the data: peers reject larger messages (go-libp2p-pubsub `DefaultMaxMessageSize`, 1 MiB with the overhead).
 */
const MAX_BYTES = 1024 * 1024 - 1024

export const pubsubPub = command({
  help: { tagline: 'Publish a message.' },
  differs: [
    'A message above the size limit is an error (Kubo drops it silently).'
  ],
  status: 'experimental',
  answers: 'nothing',
  args: { topic: topicArgument, data: argument.file('data', 'The message.', { stdin: true }) },

  async run ({ topic, data }, { node, signal, surplus }) {
    const name = parseTopic(topic, surplus)
    const bytes = await firstFile(data, signal)
    const pubsub = await requirePubsub(node, signal)

    if (bytes.byteLength > MAX_BYTES) {
      throw new Error(`the message has ${bytes.byteLength} bytes, of which others take ${MAX_BYTES}`)
    }

    await pubsub.publish(name, bytes)
    return emptyResult()
  }
})
