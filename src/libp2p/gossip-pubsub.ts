import { StrictNoSign, StrictSign, TopicValidatorResult, gossipsub } from '@libp2p/gossipsub'
import type { GossipSub, Message } from '@libp2p/gossipsub'
import type { ConfigStore } from '../config/config-store.ts'
import type { Pubsub, PubsubMessage } from '../swarm/pubsub.ts'
import type { SequenceStore } from '../swarm/sequence-store.ts'

/** As the configuration says when the node starts. Undefined where pubsub is off. */
export function gossipService (config: Pick<ConfigStore, 'get'>): ReturnType<typeof gossipsub> | undefined {
  return config.get<boolean | null>('Pubsub.Enabled') !== true ? undefined : gossipsub({
    globalSignaturePolicy: config.get<boolean>('Pubsub.DisableSigning') === true ? StrictNoSign : StrictSign,
    // a subscriber hears its own node, and a message that nobody hears is no error, as in Kubo
    emitSelf: true,
    allowPublishToZeroTopicPeers: true,
    fallbackToFloodsub: true,
    floodPublish: true
  })
}

/** Pubsub by gossipsub, with its subscriptions counted: a topic is left when nobody of this node listens to it any more. */
export class GossipPubsub implements Pubsub {
  readonly #gossip: GossipSub
  readonly #sequences: SequenceStore
  readonly #heard = new Map<string, Set<(message: PubsubMessage) => void>>()

  constructor (gossip: GossipSub, sequences: SequenceStore) {
    this.#gossip = gossip
    this.#sequences = sequences
    gossip.addEventListener('message', ({ detail }) => { this.#tell(detail) })
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

  subscribe (topic: string, heard: (message: PubsubMessage) => void): () => void {
    const listeners = this.#heard.get(topic) ?? new Set()

    if (listeners.size === 0) {
      this.#heard.set(topic, listeners)
      this.#gossip.topicValidators.set(topic, async (_peer, message) => await this.#validate(message))
      this.#gossip.subscribe(topic)
    }

    // two subscriptions may come with one function
    const mine = (message: PubsubMessage): void => { heard(message) }
    listeners.add(mine)

    return () => {
      if (listeners.delete(mine) && listeners.size === 0) {
        this.#heard.delete(topic)
        this.#gossip.topicValidators.delete(topic)
        this.#gossip.unsubscribe(topic)
      }
    }
  }

  async forget (peer?: string): Promise<number> {
    return await this.#sequences.forget(peer)
  }

  async #validate (message: Message): Promise<TopicValidatorResult> {
    const isNew = message.type === 'unsigned' || await this.#sequences.isNew(message.from.toString(), message.sequenceNumber)
    return isNew ? TopicValidatorResult.Accept : TopicValidatorResult.Ignore
  }

  #tell (message: Message): void {
    const { topic, data } = message
    const signed = message.type === 'signed'
    const sequence = new Uint8Array(signed ? 8 : 0)

    if (signed) {
      new DataView(sequence.buffer).setBigUint64(0, message.sequenceNumber)
    }

    this.#heard.get(topic)?.forEach((heard) => { heard({ from: signed ? message.from.toString() : undefined, data, sequence, topic }) })
  }
}
