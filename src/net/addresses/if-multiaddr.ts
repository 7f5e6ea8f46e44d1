import type { Multiaddr } from '@multiformats/multiaddr'
import { parseMultiaddr } from './parse-multiaddr.ts'

/** Parses a multiaddr; returns undefined if it is malformed. */
export function ifMultiaddr (text: string): Multiaddr | undefined {
  try {
    return parseMultiaddr(text)
  } catch {
    return undefined
  }
}
