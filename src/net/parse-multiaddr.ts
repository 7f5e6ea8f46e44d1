import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { goQuote } from '../go/quote.ts'

/** @throws an Error with the words of go-multiaddr, and what of the package's is more exact */
export function parseMultiaddr (text: string): Multiaddr {
  try {
    if (!text.startsWith('/')) {
      throw new Error(text === '' ? 'empty multiaddr' : 'must begin with /')
    }

    return multiaddr(text)
  } catch (err) {
    throw new Error(`failed to parse multiaddr ${goQuote(text)}: ${(err as Error).message}`)
  }
}
