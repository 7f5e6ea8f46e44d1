import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { goQuote } from '../go/quote.ts'

/** @throws an Error that begins as go-multiaddr's does */
export function parseMultiaddr (text: string): Multiaddr {
  if (!text.startsWith('/')) {
    throw new Error(`failed to parse multiaddr ${goQuote(text)}: ${text === '' ? 'empty multiaddr' : 'must begin with /'}`)
  }

  try {
    return multiaddr(text)
  } catch (err) {
    throw new Error(`failed to parse multiaddr ${goQuote(text)}: ${(err as Error).message}`)
  }
}
