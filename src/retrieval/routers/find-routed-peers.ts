import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { parseMultiaddr } from '../../net/addresses/parse-multiaddr.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import { splitP2p } from '../../net/addresses/split-p2p.ts'
import { routerRecords } from './router-records.ts'

/** The maximum number of addresses of one peer. */
const MAX_ADDRESSES = 64

/** Requests providers that speak bitswap, or have unknown protocols (IPIP-484, Kubo `routing/delegated.go`). */
const FILTERS = 'filter-protocols=unknown,transport-bitswap'

export interface FindRoutedPeersOptions {
  signal: AbortSignal
  userAgent?: string
}

/**
 * Looks up the peers that have a block in a delegated router (specs.ipfs.tech/routing/http-routing-v1, "GET
 * /routing/v1/providers/{cid}").
 *
 * @param router - its base URL, without a trailing slash
 * @throws SourceError `failed` or `later`
 * @throws the signal's reason
 */
export async function* findProvidingPeers (
  router: string,
  cid: CID,
  options: FindRoutedPeersOptions
): AsyncGenerator<PeerAddresses> {
  yield* peersAt(`${router}/routing/v1/providers/${cid.toString()}?${FILTERS}`, 'Providers', options)
}

/**
 * Looks up the addresses of a peer in a delegated router ("GET /routing/v1/peers/{peer-id}"). Skips records of other
 * peers.
 *
 * @throws SourceError `failed` or `later`
 * @throws the signal's reason
 */
export async function* findPeerAt (
  router: string,
  peer: MultihashDigest,
  options: FindRoutedPeersOptions
): AsyncGenerator<PeerAddresses> {
  const id = base58btc.baseEncode(peer.bytes)

  for await (
    const found of peersAt(
      `${router}/routing/v1/peers/${CID.createV1(CODEC.libp2pKey, peer).toString(base36)}`,
      'Peers',
      options
    )
  ) {
    if (found.ID === id) {
      yield found
    }
  }
}

async function* peersAt (
  url: string,
  list: 'Providers' | 'Peers',
  options: FindRoutedPeersOptions
): AsyncGenerator<PeerAddresses> {
  for await (const record of routerRecords(url, { list, ...options })) {
    const peer = readPeer(record)

    if (peer != null) {
      yield peer
    }
  }
}

/**
 * Parses a record of the schema `peer`, or of an older schema with the same fields. Skips addresses that are malformed,
 * or belong to another peer.
 */
function readPeer (record: unknown): PeerAddresses | undefined {
  const { ID: id, Addrs: addresses } = (record ?? {}) as { ID?: unknown; Addrs?: unknown }

  try {
    const ID = base58btc.baseEncode(parsePeerId(String(id)).bytes)
    const texts = Array.isArray(addresses) ? addresses.slice(0, MAX_ADDRESSES) : []
    return { ID, Addrs: [...new Set(texts.flatMap((text) => addressOf(text, ID)))] }
  } catch {
    return undefined
  }
}

function addressOf (text: unknown, peer: string): string[] {
  try {
    const { id, transport } = splitP2p(parseMultiaddr(String(text)))
    return transport == null || (id != null && id !== peer) ? [] : [transport]
  } catch {
    return []
  }
}
