import { base58btc } from 'multiformats/bases/base58'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import type { AcceptedRecords } from '../../delegated-router/accepted-records.ts'
import { ANNOUNCED_PROTOCOLS } from '../../delegated-router/announcement.ts'
import { answerType, JSON_TYPE, NDJSON_TYPE } from '../../delegated-router/answer-type.ts'
import type { DelegatedRouter } from '../../delegated-router/delegated-router.ts'
import { filteredPeer } from '../../delegated-router/filtered-peer.ts'
import { parseLookupKey } from '../../delegated-router/lookup-key.ts'
import { routeOf } from '../../delegated-router/route-of.ts'
import type { Route } from '../../delegated-router/route-of.ts'
import { plainText } from '../../gateway/errors/plain-text.ts'
import type { RunningRequests } from '../../gateway/steps/refusals.ts'
import { goQuote } from '../../go/text/quote.ts'
import { formatHttpDate } from '../../http/headers/http-date.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { closestPeers } from './closest-peers.ts'
import { routedName } from './routed-name.ts'
import { routingError } from './routing-error.ts'

/** Cache lifetimes: minutes for results, seconds for an empty answer (boxo `routing/http/server`). */
const FOUND_CACHE = 'public, max-age=300, stale-while-revalidate=172800, stale-if-error=172800'
const EMPTY_CACHE = 'public, max-age=15, stale-while-revalidate=172800, stale-if-error=172800'

/** Limit of records in an answer that is not a stream (boxo `DefaultRecordsLimit`). */
const MAX_RECORDS = 20

/** Timeout of all lookups together (boxo `DefaultRoutingTimeout`). */
const ROUTING_MS = 30_000

/** Limit of key lengths: decoding takes quadratic time, and all valid keys are shorter. */
const MAX_KEY_LENGTH = 1024

const RETRY_S = '60'

export interface RoutingV1Options {
  /**
   * router that also accepts announcements of the nodes of any page; if it knows providers, no other router is queried
   */
  announced?: DelegatedRouter
  /** records of names that were put here, shared by all requests */
  taken: AcceptedRecords
  /** counter of running requests */
  running: RunningRequests
  /** limit of concurrent lookups, beyond which requests are refused; default: none */
  maxRequests?: number
}

/** Parameters of a lookup. */
export interface LookupOptions {
  signal: AbortSignal
  announced: DelegatedRouter | undefined
}

/** A peer in an answer. */
export interface FoundPeer extends PeerAddresses {
  /** its protocols, if known */
  protocols?: readonly string[]
}

/** A kind of lookup. */
interface Kind {
  /** name of the list in the answer */
  list: string
  /**
   * Parses the key and looks it up.
   *
   * @throws an Error for an invalid key
   */
  find: (key: string, node: IpfsNode, options: LookupOptions) => AsyncIterable<FoundPeer>
  /** Returns the message for an invalid key. */
  wrong: (key: string, reason: string) => string
  /** whether a query may filter the answer (IPIP-484) */
  isFiltered: boolean
  /** whether a lookup that fails before its first result is an error; else the answer is empty */
  mayFail: boolean
}

const KINDS: Readonly<Record<Exclude<Route['kind'], 'ipns'>, Kind>> = {
  providers: {
    list: 'Providers',
    find: foundProviders,
    wrong: (_, reason) => `unable to parse CID: ${reason}`,
    isFiltered: true,
    mayFail: false
  },
  peers: {
    list: 'Peers',
    find: foundPeers,
    wrong: (key, reason) => `unable to parse PeerID ${JSON.stringify(key)}: ${reason}`,
    isFiltered: true,
    mayFail: false
  },
  'dht/closest/peers': {
    list: 'Peers',
    find: (key, node, options) => closestPeers(parseLookupKey(key), node, options),
    wrong: (key, reason) => `unable to parse key ${goQuote(key)}: ${reason}`,
    isFiltered: false,
    mayFail: true
  }
}

/**
 * Serves the delegated routing API of the gateway port (specs.ipfs.tech/routing/http-routing-v1): the providers, peers
 * and names that this node and its routers know. Kubo's routes accept only GET, not even HEAD or OPTIONS, and PUT for
 * names (boxo `routing/http/server/server.go`).
 *
 * @param request - its query may have filters (IPIP-484)
 * @param path - decoded path of the request
 * @param headers - initial headers
 */
export async function routingV1 (
  request: Request,
  path: string,
  headers: Headers,
  node: IpfsNode,
  { announced, taken, running, maxRequests }: RoutingV1Options
): Promise<Response> {
  const route = routeOf(path)

  if (
    announced != null && (request.method === 'OPTIONS' || (route?.kind === 'providers' && request.method === 'PUT'))
  ) {
    return await announced.handle(request)
  }

  if (route == null || route.key === '') {
    return plainText(headers, '404 page not found', 404)
  }

  const { key } = route

  if (key.length > MAX_KEY_LENGTH) {
    return plainText(headers, `unable to parse a key of more than ${MAX_KEY_LENGTH} characters`, 400)
  }

  const leave = maxRequests == null ? () => {} : running.enter(maxRequests)

  if (leave == null) {
    headers.set('Retry-After', RETRY_S)
    return plainText(headers, `Too many requests. Please retry after ${RETRY_S} seconds.`, 429)
  }

  const signal = timeLimit(ROUTING_MS, request.signal)
  // The results may never be read.
  signal.addEventListener('abort', leave, { once: true })

  if (route.kind === 'ipns') {
    return await routedName(request, key, headers, node, { taken, signal }).finally(leave)
  }

  if (request.method !== 'GET') {
    leave()
    return new Response(null, { status: 405, headers })
  }

  const kind = KINDS[route.kind]
  let found: AsyncGenerator<string>
  let type: string

  try {
    const query = kind.isFiltered ? new URL(request.url).searchParams : new URLSearchParams()
    found = recordTexts(parsedLookup(kind, key, node, { signal, announced }), kind.mayFail, query, leave)
    type = answerType(request.headers.get('Accept'))
  } catch (err) {
    leave()
    return routingError(headers, (err as Error).message, 400)
  }

  try {
    const answer = type === NDJSON_TYPE
      ? await recordLines(found, headers)
      : await recordDocument(kind.list, found, headers)
    answer.headers.set('Last-Modified', formatHttpDate(Date.now()))
    answer.headers.set('Vary', 'Accept')
    return answer
  } catch (err) {
    return routingError(headers, `delegate error: ${(err as Error).message}`, 500)
  }
}

/** @throws an Error with the message of the kind for an invalid key */
function parsedLookup (kind: Kind, key: string, node: IpfsNode, options: LookupOptions): AsyncIterable<FoundPeer> {
  try {
    return kind.find(key, node, options)
  } catch (err) {
    throw new Error(kind.wrong(key, (err as Error).message))
  }
}

/**
 * Yields the providers: this node if it announces its blocks, peers that announced themselves here, or else those that
 * the routers know.
 */
function foundProviders (
  key: string,
  node: IpfsNode,
  { announced, ...options }: LookupOptions
): AsyncIterable<FoundPeer> {
  const cid = parseCid(key)

  return (async function* () {
    const { identity, swarm, providing, blockstore, routing } = node
    const self = identity.peerId.toString()

    if (swarm?.opened != null && providing?.isOn === true && await blockstore.has(cid)) {
      yield { ID: self, Addrs: swarm.opened.addresses() }
    }

    const near = announced?.providers(cid).filter(({ id }) => id !== self) ?? []
    yield* near.map(({ id, addresses }) => ({ ID: id, Addrs: addresses, protocols: ANNOUNCED_PROTOCOLS }))

    for await (const peer of near.length > 0 ? [] : routing?.findProviders(cid, options) ?? []) {
      if (peer.ID !== self) {
        yield peer
      }
    }
  }())
}

/** Yields a peer that has announced itself here, or that this node has met, or else the routers' answer. */
function foundPeers (key: string, node: IpfsNode, { announced, ...options }: LookupOptions): AsyncIterable<FoundPeer> {
  const peer = parsePeerId(key)

  return (async function* () {
    const ID = base58btc.baseEncode(peer.bytes)
    const known = announced?.peer(ID)?.addresses
    const met = known ?? (await node.swarm?.opened?.knownAddresses())?.get(ID) ?? []
    const Addrs = met.length > 0 ? met : await node.routing?.findPeer(peer, options) ?? []

    if (Addrs.length > 0) {
      yield { ID, Addrs, ...known == null ? {} : { protocols: ANNOUNCED_PROTOCOLS } }
    }
  }())
}

/**
 * Yields the filtered peers in the format of the wire. Ends at a timeout of the lookups.
 *
 * @param mayFail - whether to throw the error of a lookup without results
 */
async function* recordTexts (
  found: AsyncIterable<FoundPeer>,
  mayFail: boolean,
  query: URLSearchParams,
  ended: () => void
): AsyncGenerator<string> {
  let isEmpty = true

  try {
    for await (const { ID, Addrs, protocols } of found) {
      const peer = filteredPeer({ ID, addresses: Addrs }, protocols ?? [], query)

      if (peer != null) {
        isEmpty = false
        yield JSON.stringify({ Schema: 'peer', ID, Addrs: peer.addresses, Protocols: protocols })
      }
    }
  } catch (err) {
    // The peers found so far are a valid answer.
    if (mayFail && isEmpty) {
      throw err
    }
  } finally {
    ended()
  }
}

async function recordDocument (list: string, found: AsyncGenerator<string>, headers: Headers): Promise<Response> {
  const texts: string[] = []

  for await (const text of found) {
    if (texts.push(text) >= MAX_RECORDS) {
      break
    }
  }

  const body = `{"${list}":[${texts.join(',')}]}`
  headers.set('Cache-Control', texts.length > 0 ? FOUND_CACHE : EMPTY_CACHE)
  headers.set('Content-Type', JSON_TYPE)
  headers.set('Content-Length', String(new TextEncoder().encode(body).byteLength))
  return new Response(body, { headers })
}

/** Sends one record per line, as they are found. */
async function recordLines (found: AsyncGenerator<string>, headers: Headers): Promise<Response> {
  const encoder = new TextEncoder()
  let next = await found.next()
  headers.set('Cache-Control', next.done === true ? EMPTY_CACHE : FOUND_CACHE)
  headers.set('Content-Type', NDJSON_TYPE)

  return new Response(
    new ReadableStream<Uint8Array>({
      async pull (controller) {
        if (next.done === true) {
          controller.close()
        } else {
          controller.enqueue(encoder.encode(`${next.value}\n`))
          next = await found.next()
        }
      },

      async cancel () {
        await found.return(undefined)
      }
    }, { highWaterMark: 0 }),
    { headers }
  )
}
