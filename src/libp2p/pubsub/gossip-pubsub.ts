import { gossipsub, StrictNoSign, StrictSign, TopicValidatorResult } from '@libp2p/gossipsub'
import type { GossipSub, GossipSubEvents, Message } from '@libp2p/gossipsub'
import type { ConfigStore } from '../../config/config-store.ts'
import type { Pubsub, PubsubMessage, Verdict } from '../../swarm/pubsub/pubsub.ts'
import type { SequenceStore } from '../../swarm/pubsub/sequence-store.ts'
import type { MemoryReport } from '../streams/metered-frames.ts'
import { withGossipBackpressure } from './gossip-backpressure.ts'

const VERDICTS: Record<Verdict, TopicValidatorResult> = {
  accept: TopicValidatorResult.Accept,
  ignore: TopicValidatorResult.Ignore,
  reject: TopicValidatorResult.Reject
}

/**
 * Bytes that may wait for a peer that takes nothing. Then its stream is reset, and it gets nothing until it reconnects.
 * Go drops messages instead.
 */
const MAX_UNTAKEN_BYTES = 16 * 1024 * 1024

/** Creates gossipsub as a service of libp2p. */
export type GossipService = ReturnType<typeof gossipsub>

/**
 * Returns gossipsub as configured at the start of the node. Undefined if pubsub is off; names over pubsub need it, as
 * in Kubo.
 *
 * @param reportMemory - called with the memory of partly received messages
 */
export function gossipService (
  config: Pick<ConfigStore, 'get'>,
  reportMemory: MemoryReport
): GossipService | undefined {
  const isOn = config.get<boolean | null>('Pubsub.Enabled') === true ||
    config.get<boolean | null>('Ipns.UsePubsub') === true

  const make = !isOn ? undefined : gossipsub({
    globalSignaturePolicy: config.get<boolean>('Pubsub.DisableSigning') === true ? StrictNoSign : StrictSign,
    // A subscriber hears its own node, and a message without subscribers is no error, as in Kubo.
    emitSelf: true,
    allowPublishToZeroTopicPeers: true,
    fallbackToFloodsub: true,
    floodPublish: true,
    maxOutboundBufferSize: MAX_UNTAKEN_BYTES
  })

  return make == null ? undefined : (components) => withGossipBackpressure(make(components), reportMemory)
}

interface Listener {
  heard: (message: PubsubMessage) => void
  judge: ((data: Uint8Array) => Promise<Verdict>) | undefined
}

/** Pubsub over gossipsub with counted subscriptions: a topic is left when its last local subscriber leaves. */
export class GossipPubsub implements Pubsub {
  readonly #gossip: GossipSub
  readonly #sequences: SequenceStore
  readonly #heard = new Map<string, Set<Listener>>()

  constructor (gossip: GossipSub, sequences: SequenceStore) {
    this.#gossip = gossip
    this.#sequences = sequences
    gossip.addEventListener('message', ({ detail }) => {
      this.#deliver(detail)
    })
  }

  topics (): string[] {
    return [...this.#heard.keys()]
  }

  peers (topic?: string): string[] {
    return (topic == null ? this.#gossip.getPeers() : this.#gossip.getSubscribers(topic)).map(String)
  }

  async publish (topic: string, data: Uint8Array): Promise<void> {
    await this.#gossip.publish(topic, data)
  }

  subscribe (
    topic: string,
    heard: (message: PubsubMessage) => void,
    { judge }: { judge?: (data: Uint8Array) => Promise<Verdict> } = {}
  ): () => void {
    const listeners = this.#heard.get(topic) ?? new Set()

    if (listeners.size === 0) {
      this.#heard.set(topic, listeners)
      this.#gossip.topicValidators.set(topic, async (_peer, message) => await this.#validate(topic, message))
      this.#gossip.subscribe(topic)
    }

    // Two subscriptions may share one function.
    const mine: Listener = { heard, judge }
    listeners.add(mine)

    return () => {
      if (listeners.delete(mine) && listeners.size === 0) {
        this.#heard.delete(topic)
        this.#gossip.topicValidators.delete(topic)
        // A stopped gossipsub has left all topics, and would throw.
        if ((this.#gossip as unknown as { isStarted: () => boolean }).isStarted()) {
          this.#gossip.unsubscribe(topic)
        }
      }
    }
  }

  onJoin (topic: string, joined: (peer: string) => void): () => void {
    const changed = ({ detail }: GossipSubEvents['subscription-change']): void => {
      if (detail.subscriptions.some(({ topic: name, subscribe }) => name === topic && subscribe)) {
        joined(detail.peerId.toString())
      }
    }

    this.#gossip.addEventListener('subscription-change', changed)
    return () => {
      this.#gossip.removeEventListener('subscription-change', changed)
    }
  }

  async forget (peer?: string): Promise<number> {
    return await this.#sequences.forget(peer)
  }

  async #validate (topic: string, message: Message): Promise<TopicValidatorResult> {
    for (const { judge } of this.#heard.get(topic) ?? []) {
      const verdict = await judge?.(message.data) ?? 'accept'

      if (verdict !== 'accept') {
        return VERDICTS[verdict]
      }
    }

    const isNew = message.type === 'unsigned' ||
      await this.#sequences.isNew(message.from.toString(), message.sequenceNumber)
    return isNew ? TopicValidatorResult.Accept : TopicValidatorResult.Ignore
  }

  #deliver (message: Message): void {
    const { topic, data } = message
    const signed = message.type === 'signed'
    const sequence = new Uint8Array(signed ? 8 : 0)

    if (signed) {
      new DataView(sequence.buffer).setBigUint64(0, message.sequenceNumber)
    }

    this.#heard.get(topic)?.forEach(({ heard }) => {
      heard({ from: signed ? message.from.toString() : undefined, data, sequence, topic })
    })
  }
}
