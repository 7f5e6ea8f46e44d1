import type { Multiaddr } from '@multiformats/multiaddr'
import { AGGREGATE, isError } from '../../errors/define-error.ts'
import { DEADLINE_EXCEEDED, errorMessage } from '../../go/text/error-message.ts'
import { AddressesFailedError } from './happy-eyeballs.ts'

export interface DialFailure {
  address: string
  reason: string
}

/**
 * Returns the failure of each address of a peer, from libp2p's error: for a single address it does not say which one it
 * was.
 *
 * @param format - formats an address
 */
export function dialFailures (
  err: Error,
  addresses: readonly Multiaddr[],
  format: (address: Multiaddr) => string = String
): DialFailure[] {
  const errors = isError(err, AGGREGATE) ? (err as AggregateError).errors as Error[] : [err]
  const tried = err instanceof AddressesFailedError ? err.addresses : addresses

  return errors.length === tried.length
    ? tried.map((address, i) => ({ address: format(address), reason: goReason(errors[i]) }))
    : [{ address: addresses.map(format).join(', '), reason: errors.map(goReason).join('; ') }]
}

/**
 * The stage at which a connection failed after its socket was open, in the words of go-libp2p
 * (`p2p/net/upgrader/upgrader.go`).
 */
const STAGES: Record<string, string> = {
  EncryptionFailedError: 'failed to negotiate security protocol: ',
  MuxerUnavailableError: 'failed to negotiate stream multiplexer: '
}

/** Message for a WebSocket that does not open: browsers give no reason, and libp2p throws the event. */
const UNKNOWN_REASON = 'cannot be reached (the browser does not say why)'

/** Messages of libp2p and Node, and the corresponding ones of go-libp2p and Go. */
const GO_MESSAGES: Array<[RegExp, string]> = [
  [
    /^Payload identity key (\S+) does not match expected remote identity key (\S+)$/,
    'peer id mismatch: expected $2, but remote key matches $1'
  ],
  [/^(connection error \S+: )?connect ECONNREFUSED ([\d.]+:\d+)$/, 'dial tcp4 $2: connect: connection refused']
]

/**
 * Returns the message of an error. Node's errors have a code that says more than an empty message. Timeouts have
 * different words in each browser.
 */
function goReason (err: Error & { code?: string }): string {
  const message = messageOf(err)
  const goMessage = /timed? ?out|time for it is over/i.test(message)
    ? DEADLINE_EXCEEDED
    : GO_MESSAGES.reduce((text, [pattern, inGo]) => text.replace(pattern, inGo), message)
  return `${STAGES[err.name] ?? ''}${goMessage}`
}

function messageOf (err: Error & { code?: string }): string {
  if (typeof err.message !== 'string') {
    return UNKNOWN_REASON
  }

  return err.message === '' ? err.code ?? err.name : errorMessage(err)
}
