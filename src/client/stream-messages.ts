/** What a page asks for by the calls `accept` and `open` of the port that it has sent along with {@link PageStreamsMessage}. */
export interface StreamQuestion {
  protocol: string
  /** multiaddr or ID of who a stream is to be opened to */
  peer?: string
  /** the protocol need not be below /x/ */
  allowCustomProtocol?: boolean
}

/** A stream whose bytes come and go by these ports (`PortDuplex`). */
export interface IncomingStream {
  /** ID in base58 */
  peer: string
  protocol: string
  incoming: MessagePort
  outgoing: MessagePort
}
