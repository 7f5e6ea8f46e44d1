import type { Multiaddr } from '@multiformats/multiaddr'
import { parseMultiaddr } from './parse-multiaddr.ts'

/** An address as a multiaddr; undefined for a text that is none. */
export function ifMultiaddr (text: string): Multiaddr | undefined {
  try {
    return parseMultiaddr(text)
  } catch {
    return undefined
  }
}
