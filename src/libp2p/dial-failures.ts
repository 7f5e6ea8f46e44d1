import type { Multiaddr } from '@multiformats/multiaddr'
import { DEADLINE_EXCEEDED, errorMessage } from '../go/error-message.ts'
import { AddressesFailedError } from './staggered-dials.ts'

export interface DialFailure {
  address: string
  reason: string
}

/** What came of the addresses of a peer, from what libp2p throws: of a single one it does not say which it was. @param told - an address as it is told */
export function dialFailures (err: Error, addresses: readonly Multiaddr[], told: (address: Multiaddr) => string = String): DialFailure[] {
  const errors = err.name === 'AggregateError' ? (err as AggregateError).errors as Error[] : [err]
  const tried = err instanceof AddressesFailedError ? err.addresses : addresses

  return errors.length === tried.length
    ? tried.map((address, i) => ({ address: told(address), reason: wordsOf(errors[i]) }))
    : [{ address: addresses.map(told).join(', '), reason: errors.map(wordsOf).join('; ') }]
}

/** Where a connection fails behind its socket; the words are go-libp2p's (`p2p/net/upgrader/upgrader.go`). */
const STAGES: Record<string, string> = {
  EncryptionFailedError: 'failed to negotiate security protocol: ',
  MuxerUnavailableError: 'failed to negotiate stream multiplexer: '
}

/** Of a WebSocket that does not open a browser tells its scripts nothing, and libp2p throws the event. */
const UNTOLD = 'cannot be reached (the browser does not say why)'

/** Words of libp2p and Node, and those of go-libp2p and Go for the same. */
const SAID_IN_GO: Array<[RegExp, string]> = [
  [/^Payload identity key (\S+) does not match expected remote identity key (\S+)$/, 'peer id mismatch: expected $2, but remote key matches $1'],
  [/^(connection error \S+: )?connect ECONNREFUSED ([\d.]+:\d+)$/, 'dial tcp4 $2: connect: connection refused']
]

/** Node's own errors have a code that says more than an empty message of several of them. What took too long each browser has its own words for, and libp2p keeps of it only those. */
function wordsOf (err: Error & { code?: string }): string {
  const message = typeof err.message !== 'string' ? UNTOLD : err.message === '' ? err.code ?? err.name : errorMessage(err)
  return `${STAGES[err.name] ?? ''}${/timed? ?out|time for it is over/i.test(message) ? DEADLINE_EXCEEDED : SAID_IN_GO.reduce((said, [words, inGo]) => said.replace(words, inGo), message)}`
}
