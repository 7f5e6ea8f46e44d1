import { base58btc } from 'multiformats/bases/base58'
import { timeLimit } from '../async/time-limit.ts'
import { parseCid } from '../cid/parse-cid.ts'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { ANNOUNCED_PROTOCOLS } from '../delegated-router/announced-protocols.ts'
import type { DelegatedRouter } from '../delegated-router/delegated-router.ts'
import { filteredPeer } from '../delegated-router/filtered-peer.ts'
import type { TakenRecords } from '../delegated-router/taken-records.ts'
import { plainText } from '../gateway/plain-text.ts'
import type { RunningRequests } from '../gateway/running-requests.ts'
import { formatHttpDate } from '../http/http-date.ts'
import type { PeerAddresses } from '../net/peer-addresses.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import { routedName } from './routed-name.ts'

/** What was found is worth something for minutes, an answer without results little soon after (boxo `routing/http/server`). */
const FOUND_CACHE = 'public, max-age=300, stale-while-revalidate=172800, stale-if-error=172800'
const EMPTY_CACHE = 'public, max-age=15, stale-while-revalidate=172800, stale-if-error=172800'

/** Records of one answer that is no stream (boxo `DefaultRecordsLimit`). */
const MAX_RECORDS = 20

/** All that is asked has so long together (boxo `DefaultRoutingTimeout`). */
const ROUTING_MS = 30_000

/** Nothing that is looked for has a longer name; the time that its base takes grows with the square. */
const MAX_KEY_LENGTH = 1024

const RETRY_S = '60'

const NDJSON_TYPE = 'application/x-ndjson'

export interface RoutingV1Options {
  /** takes announcements too, of any page's node, and knows them: where it knows somebody no router is asked */
  announced?: DelegatedRouter
  /** of this node, one for all requests */
  taken: TakenRecords
  /** counts requests of all */
  running: RunningRequests
  /** others are refused while so many look for something; as many as come when left out */
  maxRequests?: number
}

interface Options {
  signal: AbortSignal
  announced: DelegatedRouter | undefined
}

/** A peer that is told of. */
interface ToldPeer extends PeerAddresses {
  /** what it speaks, as far as that is known */
  protocols?: readonly string[]
}

interface Kind {
  /** name of the list in the answer */
  list: string
  /** Reads the key and looks for it. @throws an Error for a key that is none */
  find: (key: string, node: IpfsNode, options: Options) => AsyncIterable<ToldPeer>
  wrong: (key: string, reason: string) => string
}

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['providers', { list: 'Providers', find: providers, wrong: (_, reason) => `unable to parse CID: ${reason}` }],
  ['peers', { list: 'Peers', find: peers, wrong: (key, reason) => `unable to parse PeerID ${JSON.stringify(key)}: ${reason}` }]
])

/**
 * The delegated routing API of the gateway port (specs.ipfs.tech/routing/http-routing-v1): what this node knows of providers, peers and
 * names, and what the routers know that it asks. Kubo's routes take no method but GET, not even HEAD or OPTIONS, and PUT for names
 * (boxo `routing/http/server/server.go`).
 *
 * @param request - whose query may have filters (IPIP-484)
 * @param path - of the request, decoded
 * @param headers - to begin with
 */
export async function routingV1 (request: Request, path: string, headers: Headers, node: IpfsNode, { announced, taken, running, maxRequests }: RoutingV1Options): Promise<Response> {
  const [, , , name, key, ...more] = path.split('/')
  const kind = KINDS.get(name)

  if (announced != null && (request.method === 'OPTIONS' || (name === 'providers' && request.method === 'PUT'))) {
    return await announced.handle(request)
  }

  if ((kind == null && name !== 'ipns') || key == null || more.length > 0) {
    return plainText(headers, '404 page not found', 404)
  }

  if (key.length > MAX_KEY_LENGTH) {
    return plainText(headers, `unable to parse a key of more than ${MAX_KEY_LENGTH} characters`, 400)
  }

  const leave = maxRequests == null ? () => {} : running.enter(maxRequests)

  if (leave == null) {
    headers.set('Retry-After', RETRY_S)
    return plainText(headers, `Too many requests. Please retry after ${RETRY_S} seconds.`, 429)
  }

  const signal = timeLimit(ROUTING_MS, request.signal)
  // nobody has to read what was found
  signal.addEventListener('abort', leave, { once: true })

  if (kind == null) {
    return await routedName(request, key, headers, node, { taken, signal }).finally(leave)
  }

  if (request.method !== 'GET') {
    leave()
    return new Response(null, { status: 405, headers })
  }

  try {
    const found = records(kind.find(key, node, { signal, announced }), new URL(request.url).searchParams, leave)
    headers.set('Last-Modified', formatHttpDate(Date.now()))
    headers.set('Vary', 'Accept')
    return request.headers.get('Accept')?.includes(NDJSON_TYPE) === true ? await lines(found, headers) : await document(kind.list, found, headers)
  } catch (err) {
    leave()
    return plainText(headers, kind.wrong(key, (err as Error).message), 400)
  }
}

/** Itself where it announces what it has, who has announced it here, and those that routers know. */
function providers (key: string, node: IpfsNode, { announced, ...options }: Options): AsyncIterable<ToldPeer> {
  const cid = parseCid(key)

  return (async function * () {
    const { identity, swarm, providing, blockstore, routing } = node
    const self = identity.peerId.toString()

    if (swarm?.opened != null && providing?.isOn === true && await blockstore.has(cid)) {
      yield { ID: self, Addrs: swarm.opened.addresses() }
    }

    const near = announced?.providers(cid).filter(({ id }) => id !== self) ?? []
    yield * near.map(({ id, addresses }) => ({ ID: id, Addrs: addresses, protocols: ANNOUNCED_PROTOCOLS }))

    for await (const peer of near.length > 0 ? [] : routing?.findProviders(cid, options) ?? []) {
      if (peer.ID !== self) {
        yield peer
      }
    }
  }())
}

/** One that has announced itself here, or that this node has met, or else what routers know of it. */
function peers (key: string, node: IpfsNode, { announced, ...options }: Options): AsyncIterable<ToldPeer> {
  const peer = parsePeerId(key)

  return (async function * () {
    const ID = base58btc.baseEncode(peer.bytes)
    const known = announced?.peer(ID)?.addresses
    const met = known ?? (await node.swarm?.opened?.knownAddresses())?.get(ID) ?? []
    const Addrs = met.length > 0 ? met : await node.routing?.findPeer(peer, options) ?? []

    if (Addrs.length > 0) {
      yield { ID, Addrs, ...known == null ? {} : { protocols: ANNOUNCED_PROTOCOLS } }
    }
  }())
}

/** In the form of the wire, as far as they are wanted. What could not be asked in time ends them. */
async function * records (found: AsyncIterable<ToldPeer>, query: URLSearchParams, ended: () => void): AsyncGenerator<string> {
  try {
    for await (const { ID, Addrs, protocols } of found) {
      const peer = filteredPeer({ ID, addresses: Addrs }, protocols ?? [], query)

      if (peer != null) {
        yield JSON.stringify({ Schema: 'peer', ID, Addrs: peer.addresses, Protocols: protocols })
      }
    }
  } catch {
    // who was found so far is an answer
  } finally {
    ended()
  }
}

async function document (list: string, found: AsyncGenerator<string>, headers: Headers): Promise<Response> {
  const texts: string[] = []

  for await (const text of found) {
    if (texts.push(text) >= MAX_RECORDS) {
      break
    }
  }

  const body = `{"${list}":[${texts.join(',')}]}`
  headers.set('Cache-Control', texts.length > 0 ? FOUND_CACHE : EMPTY_CACHE)
  headers.set('Content-Type', 'application/json')
  headers.set('Content-Length', String(new TextEncoder().encode(body).byteLength))
  return new Response(body, { headers })
}

/** A line each, as they come. */
async function lines (found: AsyncGenerator<string>, headers: Headers): Promise<Response> {
  const encoder = new TextEncoder()
  let next = await found.next()
  headers.set('Cache-Control', next.done === true ? EMPTY_CACHE : FOUND_CACHE)
  headers.set('Content-Type', NDJSON_TYPE)

  return new Response(new ReadableStream<Uint8Array>({
    async pull (controller) {
      if (next.done === true) {
        controller.close()
      } else {
        controller.enqueue(encoder.encode(`${next.value}\n`))
        next = await found.next()
      }
    },

    async cancel () { await found.return(undefined) }
  }, { highWaterMark: 0 }), { headers })
}
