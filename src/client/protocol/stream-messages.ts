/** Input of the calls `accept` and `open` on the port of {@link PageStreamsMessage}. */
export interface StreamQuestion {
  protocol: string
  /** multiaddr or ID of the peer to which a stream is opened */
  peer?: string
  /** whether the protocol may be outside of /x/ */
  allowCustomProtocol?: boolean
}

/** A stream whose data is transferred over these ports (`PortDuplex`). */
export interface IncomingStream {
  /** ID in base58 */
  peer: string
  protocol: string
  incoming: MessagePort
  outgoing: MessagePort
}
