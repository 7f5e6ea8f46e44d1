/** No address of a peer led to it; the message tells what came of each. The words are go-libp2p's (`p2p/net/swarm/dial_error.go`). */
export class DialError extends Error {
  static override name = 'DialError'
  override name = 'DialError'
  /** what came of the addresses, in one line, each once */
  readonly reasons: string

  /** @param failures - what came of each address that was tried, or why it was not @param isTried - whether any of them was */
  constructor (peer: string, failures: ReadonlyArray<{ address: string, reason: string }>, { isTried = true }: { isTried?: boolean } = {}) {
    super(`failed to dial: failed to dial ${peer}: ${isTried && failures.length > 0 ? 'all dials failed' : 'no good addresses'}${failures.map(({ address, reason }) => `\n  * [${address}] ${reason}`).join('')}`)
    this.reasons = [...new Set(failures.map(({ reason }) => reason))].join('; ')
  }
}

/** There is no such connection to close. The words are Kubo's (`core/coreiface/errors.go`). */
export class NotConnectedError extends Error {
  static override name = 'NotConnectedError'
  override name = 'NotConnectedError'

  /** @param byAddress - whether one at an address was asked for */
  constructor (byAddress: boolean) {
    super(byAddress ? 'conn not found' : 'not connected')
  }
}

/** The swarm is not there any more. */
export class SwarmStoppedError extends Error {
  static override name = 'SwarmStoppedError'
  override name = 'SwarmStoppedError'

  constructor () {
    super('the node has stopped')
  }
}

/** No server of the DHT is known. The words are go-libp2p-kbucket's (`ErrLookupFailure`). */
export class EmptyTableError extends Error {
  static override name = 'EmptyTableError'
  override name = 'EmptyTableError'

  constructor () {
    super('failed to find any peer in table')
  }
}

/** The settings keep the node from the network. The words are Kubo's (`core/coreiface/errors.go`). */
export class SwarmOfflineError extends Error {
  static override name = 'SwarmOfflineError'
  override name = 'SwarmOfflineError'

  constructor () {
    super('this action must be run in online mode, try running \'ipfs daemon\' first')
  }
}
