/** A message of a topic. */
export interface PubsubMessage {
  /** ID of the peer that wrote it; undefined where messages are not signed */
  from: string | undefined
  data: Uint8Array
  /** eight bytes; none where messages are not signed */
  sequence: Uint8Array
  topic: string
}

/** What becomes of a message of others: it is heard and goes on; it is let go; and who sent it is at fault. */
export type Verdict = 'accept' | 'ignore' | 'reject'

/** Messages to all who listen to a topic (github.com/libp2p/specs/blob/master/pubsub). Topics are texts. */
export interface Pubsub {
  /** Topics that this node listens to. */
  topics: () => string[]
  /** Peers that take part, in one topic or in any. */
  peers: (topic?: string) => string[]
  publish: (topic: string, data: Uint8Array) => Promise<void>
  /**
   * Calls back with each message from now on.
   *
   * @param options.judge - says what becomes of a message of others before anybody hears it; all of a topic have to accept it. Those of this node are not judged
   * @returns ends it
   */
  subscribe: (topic: string, heard: (message: PubsubMessage) => void, options?: { judge?: (data: Uint8Array) => Promise<Verdict> }) => () => void
  /** Calls back with each peer that comes to a topic. @returns ends it */
  onJoin: (topic: string, joined: (peer: string) => void) => () => void
  /** Forgets which message of a peer, or of all, came last. @returns of how many peers */
  forget: (peer?: string) => Promise<number>
}
