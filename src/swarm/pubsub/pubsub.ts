/** Fetches a value by its key from one peer (github.com/libp2p/specs/blob/master/fetch). */
export interface RecordFetch {
  /**
   * Returns the value of a peer; undefined if it has none.
   *
   * @throws an Error if the peer does not answer
   */
  fetch: (peer: string, key: Uint8Array, options: { signal: AbortSignal }) => Promise<Uint8Array | undefined>
  /** Starts answering peers. */
  serve: (find: (key: Uint8Array) => Promise<Uint8Array | undefined>) => Promise<void>
  stop: () => Promise<void>
}

/** A message of a topic. */
export interface PubsubMessage {
  /** The peer ID of the author; undefined if messages are not signed. */
  from: string | undefined
  data: Uint8Array
  /** Eight bytes; empty if messages are not signed. */
  sequence: Uint8Array
  topic: string
}

/** The result of validating a message: delivered and forwarded, dropped, or dropped with a penalty for its sender. */
export type Verdict = 'accept' | 'ignore' | 'reject'

/** Publishes messages to all subscribers of a topic (github.com/libp2p/specs/blob/master/pubsub). Topics are texts. */
export interface Pubsub {
  /** Returns the topics that this node is subscribed to. */
  topics: () => string[]
  /** Returns the peers of one topic, or of any. */
  peers: (topic?: string) => string[]
  publish: (topic: string, data: Uint8Array) => Promise<void>
  /**
   * Subscribes to a topic.
   *
   * @param options.judge - validates messages of others before they are delivered; all validators of a topic must
   *   accept a message. Own messages are not validated
   * @returns a function that unsubscribes
   */
  subscribe: (
    topic: string,
    heard: (message: PubsubMessage) => void,
    options?: { judge?: (data: Uint8Array) => Promise<Verdict> }
  ) => () => void
  /**
   * Adds a listener for peers that subscribe to a topic.
   *
   * @returns a function that removes it
   */
  onJoin: (topic: string, joined: (peer: string) => void) => () => void
  /**
   * Deletes the last sequence number of one peer, or of all.
   *
   * @returns the number of peers
   */
  forget: (peer?: string) => Promise<number>
}
