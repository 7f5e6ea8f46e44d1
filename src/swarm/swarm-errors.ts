import { defineError } from '../errors/define-error.ts'

/**
 * Thrown if no address of a peer could be reached. The message has the error of each, in go-libp2p's form
 * (`p2p/net/swarm/dial_error.go`).
 */
export class DialError extends defineError('DialError') {
  /** The errors of all addresses in one line, without duplicates. */
  readonly reasons: string

  /**
   * Creates the error.
   *
   * @param failures - the error of each address
   * @param isTried - whether any of them was dialed
   */
  constructor (
    peer: string,
    failures: ReadonlyArray<{ address: string; reason: string }>,
    { isTried = true }: { isTried?: boolean } = {}
  ) {
    super(
      `failed to dial: failed to dial ${peer}: ${
        isTried && failures.length > 0 ? 'all dials failed' : 'no good addresses'
      }${failures.map(({ address, reason }) => `\n  * [${address}] ${reason}`).join('')}`
    )
    this.reasons = [...new Set(failures.map(({ reason }) => reason))].join('; ')
  }
}

/** Thrown if the connection to close does not exist. The message is Kubo's (`core/coreiface/errors.go`). */
export class NotConnectedError extends defineError('NotConnectedError') {
  /**
   * Creates the error.
   *
   * @param byAddress - whether the connection was specified by its address
   */
  constructor (byAddress: boolean) {
    super(byAddress ? 'conn not found' : 'not connected')
  }
}

/** Thrown if the swarm was stopped. */
export class SwarmStoppedError extends defineError('SwarmStoppedError') {
  constructor () {
    super('the node has stopped')
  }
}

/** Thrown if no DHT server is known. The message is go-libp2p-kbucket's (`ErrLookupFailure`). */
export class EmptyTableError extends defineError('EmptyTableError') {
  constructor () {
    super('failed to find any peer in table')
  }
}

/** Thrown if the configuration disables the network. The message is Kubo's (`core/coreiface/errors.go`). */
export class SwarmOfflineError extends defineError('SwarmOfflineError') {
  constructor () {
    super("this action must be run in online mode, try running 'ipfs daemon' first")
  }
}
