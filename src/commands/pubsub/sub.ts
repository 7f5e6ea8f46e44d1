import { base64url } from 'multiformats/bases/base64'
import { decodeMultibase } from '../../cid/multibase/decode-multibase.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { flushedStreamResult } from '../../rpc/command/result.ts'
import type { LazySwarm } from '../../swarm/lazy-swarm.ts'
import type { PubsubMessage } from '../../swarm/pubsub/pubsub.ts'
import type { Swarm } from '../../swarm/swarm.ts'
import { PUBSUB_OFF, requirePubsub } from './opened-pubsub.ts'
import { parseTopic, topicArgument } from './topic.ts'

/** Queued messages for a slow reader; further ones are dropped (go-libp2p-pubsub drops beyond 32). */
const MAX_WAITING = 256

interface SubMessage {
  from: string
  data: string
  seqno: string
  topicIDs: string[]
}

export const pubsubSub = command({
  help: {
    tagline: 'Subscribe to a topic.',
    description:
      'Streams messages until the request is aborted. Topics, data and sequence numbers are multibase-encoded ' +
      '(base64url, prefix u).'
  },
  status: 'experimental',
  args: { topic: topicArgument },
  output: outputShape('pubsubMessage', 'from?:string data?:string seqno?:string topicIDs?:list'),

  async run ({ topic }, { node, signal, surplus }) {
    const name = parseTopic(topic, surplus)
    await requirePubsub(node, signal)
    return flushedStreamResult(topicMessages(node.swarm!, name, signal))
  },

  // Prints only the data.
  text: ({ data }) => decodeUtf8(decodeMultibase(data))
})

/**
 * Yields the messages of a topic. The node may go offline and online meanwhile: each swarm has its own pubsub, which is
 * subscribed again.
 */
async function* topicMessages (lazy: LazySwarm, topic: string, signal: AbortSignal): AsyncGenerator<SubMessage> {
  const waiting: PubsubMessage[] = []
  let wake = (): void => {}
  let unsubscribe = (): void => {}
  let isOn = true

  const follow = ({ pubsub }: Pick<Swarm, 'pubsub'>): void => {
    isOn = pubsub != null
    wake()

    unsubscribe = pubsub?.subscribe(topic, (message) => {
      if (waiting.length < MAX_WAITING) {
        waiting.push(message)
        wake()
      }
    }) ?? (() => {})
  }

  const aborted = (): void => {
    wake()
  }
  signal.addEventListener('abort', aborted)
  const unwatch = lazy.watch(follow)

  try {
    if (lazy.opened != null) {
      follow(lazy.opened)
    }

    while (!signal.aborted) {
      if (!isOn) {
        throw new Error(PUBSUB_OFF)
      }

      const message = waiting.shift()

      if (message != null) {
        yield toSubMessage(message)
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }

    // A disconnected reader is a normal end, a timeout is not.
    signal.throwIfAborted()
  } finally {
    unwatch()
    unsubscribe()
    signal.removeEventListener('abort', aborted)
  }
}

function toSubMessage ({ from = '', data, sequence, topic }: PubsubMessage): SubMessage {
  return {
    from,
    data: base64url.encode(data),
    seqno: base64url.encode(sequence),
    topicIDs: [base64url.encode(new TextEncoder().encode(topic))]
  }
}
