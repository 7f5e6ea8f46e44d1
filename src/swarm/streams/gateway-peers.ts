import type { CID } from 'multiformats/cid'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import { delay } from '../../async/timers/delay.ts'
import type { ExchangeSession, WantOptions } from '../../blocks/exchange/exchange-session.ts'
import { RecentMap } from '../../bytes/recent-map.ts'
import { http1Get } from '../../http/http1/http1-get.ts'
import type { LazySwarm } from '../lazy-swarm.ts'
import type { Swarm } from '../swarm.ts'
import { GATEWAY_PROTOCOL, HTTP_PROTOCOL, WELL_KNOWN_PROTOCOLS } from './peer-gateway.ts'

/** The backoff between looks for new peers with a gateway. */
const FIRST_PAUSE_MS = 2000
const GROWTH = 2
const MAX_PAUSE_MS = 60_000

/** The timeout of one request. */
const REQUEST_MS = 30_000

const MAX_BLOCK_BYTES = 8 * 1024 * 1024

/** The maximum number of peers whose gateway is remembered. */
const MAX_PEERS = 256

/**
 * Fetches blocks from the trustless gateways of connected peers, which serve them over libp2p streams
 * (`Experimental.GatewayOverLibp2p` in Kubo). A peer is asked if it announces HTTP over libp2p, and lists a gateway.
 */
class GatewayPeers {
  readonly #swarm: LazySwarm
  /** Paths of gateways by peer; undefined for a peer without one. */
  readonly #paths = new RecentMap<string, Promise<string | undefined>>({ max: MAX_PEERS })

  constructor (swarm: LazySwarm) {
    this.#swarm = swarm
  }

  /** Fetches a block. Waits for one that no gateway has. */
  async get (cid: CID, options: WantOptions): Promise<Uint8Array> {
    const tried = new Set<string>()

    for (let pauseMs = FIRST_PAUSE_MS;; pauseMs = Math.min(pauseMs * GROWTH, MAX_PAUSE_MS)) {
      const swarm = this.#swarm.opened
      const peers = swarm == null ? [] : (await announcingPeers(swarm)).filter((peer) => !tried.has(peer))
      peers.forEach((peer) => tried.add(peer))

      try {
        return await Promise.any(peers.map(async (peer) => await this.#ask(swarm!, peer, cid, options)))
      } catch {
        await delay(pauseMs, options.signal)
      }
    }
  }

  /** @throws an Error if the peer sends no such block */
  async #ask (swarm: Swarm, peer: string, cid: CID, { signal, verify }: WantOptions): Promise<Uint8Array> {
    const looking = this.#paths.getOrMake(peer, () => gatewayPath(swarm, peer))
    const path = await looking.catch((err: unknown) => {
      // The next block repeats the question.
      this.#paths.delete(peer)
      throw err
    })

    if (path == null) {
      throw new Error('the peer has no gateway')
    }

    const bytes = await get(swarm, peer, `${path}ipfs/${cid}?format=raw`, 'application/vnd.ipld.raw', signal)
    await verify(bytes)
    return bytes
  }
}

/** Returns the connected peers that announce HTTP over libp2p. */
async function announcingPeers (swarm: Swarm): Promise<string[]> {
  const peers = new Set(swarm.connections().filter(({ isLimited }) => !isLimited).map(({ peer }) => peer))
  const known = await Promise.all([...peers].map(async (peer) => await swarm.identity(peer)))
  return known.flatMap((peer) => peer?.protocols.includes(HTTP_PROTOCOL) === true ? peer.id : [])
}

/** Returns the path of a peer's gateway, with a slash at its end; undefined if it lists none. */
async function gatewayPath (swarm: Swarm, peer: string): Promise<string | undefined> {
  const list = JSON.parse(
    new TextDecoder().decode(await get(swarm, peer, WELL_KNOWN_PROTOCOLS, 'application/json'))
  ) as Record<string, { path?: string } | undefined>
  return list[GATEWAY_PROTOCOL]?.path?.replace(/\/?$/, '/')
}

/** @throws an Error if the peer does not answer in time with 200 and a body */
async function get (
  swarm: Swarm,
  peer: string,
  path: string,
  accept: string,
  signal?: AbortSignal
): Promise<Uint8Array> {
  const limited = timeLimit(REQUEST_MS, signal)
  const stream = await swarm.openStream(peer, HTTP_PROTOCOL, { signal: limited })

  try {
    const { status, body } = await unlessAborted(http1Get(stream, path, { accept, maxBytes: MAX_BLOCK_BYTES }), limited)

    if (status !== 200) {
      throw new Error(`the gateway answered ${status}`)
    }

    await stream.closeWrite()
    return body
  } catch (err) {
    stream.abort(err as Error)
    throw err
  }
}

/**
 * Makes the gateways of connected peers a source of blocks of a node.
 *
 * @example
 * ```ts
 * const init = { peerSource: gatewayPeers }
 * ```
 */
export function gatewayPeers (swarm: LazySwarm): ExchangeSession['get'] {
  const gateways = new GatewayPeers(swarm)
  return async (cid, options) => await gateways.get(cid, options)
}
