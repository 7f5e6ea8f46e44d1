import type { Multiaddr } from '@multiformats/multiaddr'

export interface DialFailure {
  address: string
  reason: string
}

/** What came of the addresses of a peer, from what libp2p throws: it tries one after the other, and names none of them. */
export function dialFailures (err: Error, addresses: readonly Multiaddr[]): DialFailure[] {
  const errors = err.name === 'AggregateError' ? (err as AggregateError).errors as Error[] : [err]
  const named = errors.length === addresses.length

  return named
    ? addresses.map((address, i) => ({ address: address.toString(), reason: wordsOf(errors[i]) }))
    : [{ address: addresses.map(String).join(', '), reason: errors.map(wordsOf).join('; ') }]
}

/** Node's own errors have a code that says more than an empty message of several of them. */
function wordsOf (err: Error & { code?: string }): string {
  return err.message === '' ? err.code ?? err.name : err.message
}
