import type { Multiaddr } from '@multiformats/multiaddr'
import { ifMultiaddr } from '../../net/addresses/parse-multiaddr.ts'
import { splitP2p } from '../../net/addresses/split-p2p.ts'
import type { LookupTxt } from './txt-dns.ts'

/** Depth to which names may refer to other names (go-multiaddr-dns). */
const MAX_DEPTH = 4

/** Records per name that are read. */
const MAX_RECORDS = 64

/**
 * Returns the addresses with an ID to which the TXT records of a name lead.
 *
 * @throws the errors of the lookup
 */
export async function resolveDnsaddr (
  address: Multiaddr,
  lookup: LookupTxt,
  signal: AbortSignal,
  depth = 0
): Promise<string[]> {
  const name = address.getComponents().find(({ name }) => name === 'dnsaddr')?.value

  if (name == null) {
    return splitP2p(address).id == null ? [] : [address.toString()]
  }

  if (depth === MAX_DEPTH) {
    return []
  }

  const texts = (await lookup(`_dnsaddr.${name}`, { signal })).slice(0, MAX_RECORDS)
  const found = texts.flatMap((text) =>
    text.startsWith('dnsaddr=') ? ifMultiaddr(text.slice('dnsaddr='.length)) ?? [] : []
  )
  return (await Promise.all(found.map(async (next) => await resolveDnsaddr(next, lookup, signal, depth + 1)))).flat()
}
