import type { CID } from 'multiformats/cid'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { delay } from '../../async/timers/delay.ts'
import type { WantOptions } from '../../blocks/exchange/exchange-session.ts'
import type { AskedSource } from '../../blocks/exchange/retrieval-report.ts'
import { http1Get } from '../../http/http1/http1-get.ts'
import type { Http1Answer } from '../../http/http1/http1-get.ts'
import type { LazySwarm } from '../lazy-swarm.ts'
import { GATEWAY_PROTOCOL, HTTP_PROTOCOL, WELL_KNOWN_PROTOCOLS } from '../streams/peer-gateway.ts'
import type { Swarm } from '../swarm.ts'

/** The time that peers have to send a block over bitswap before their gateways are asked. */
const FIRST_AFTER_MS = 1000

/** The limits of the backoff between looks for new peers with a gateway. */
const GROWTH = 2
const MAX_PAUSE_MS = 60_000

/** The timeout of one request. */
const REQUEST_MS = 30_000

const MAX_LIST_BYTES = 64 * 1024
const MAX_BLOCK_BYTES = 8 * 1024 * 1024

/**
 * Fetches blocks from the trustless gateways of connected peers, which serve them over libp2p streams
 * (`Experimental.GatewayOverLibp2p` in Kubo). A peer is asked if it announces HTTP over libp2p, and lists a gateway.
 */
export class GatewayPeers {
  readonly #swarm: LazySwarm
  /** Paths of gateways by peer; undefined for peers without one. */
  readonly #paths = new WeakMap<Swarm, Map<string, Promise<string | undefined>>>()

  constructor (swarm: LazySwarm) {
    this.#swarm = swarm
  }

  /** Creates the part of a session that asks gateways of peers. */
  session (): { get: (cid: CID, options: WantOptions) => Promise<Uint8Array>; sources: () => AskedSource[] } {
    const sources = new Map<string, AskedSource>()

    return {
      get: async (cid, options) => await this.#get(cid, options, sources),
      sources: () => [...sources.values()]
    }
  }

  /**
   * Resolves with a verified block. Waits if no peer has it.
   *
   * @throws the signal's reason
   */
  async #get (cid: CID, options: WantOptions, sources: Map<string, AskedSource>): Promise<Uint8Array> {
    const tried = new Set<string>()

    for (let pauseMs = FIRST_AFTER_MS;; pauseMs = Math.min(pauseMs * GROWTH, MAX_PAUSE_MS)) {
      // A gateway that has sent blocks is asked at once.
      if (tried.size > 0 || sources.size === 0) {
        await delay(pauseMs, options.signal)
      }

      const swarm = this.#swarm.opened
      const peers = swarm == null ? [] : (await announcingPeers(swarm)).filter((peer) => !tried.has(peer))
      peers.forEach((peer) => tried.add(peer))

      try {
        return await Promise.any(peers.map(async (peer) => await this.#ask(swarm!, peer, cid, options, sources)))
      } catch {
        options.signal.throwIfAborted()
      }
    }
  }

  async #ask (
    swarm: Swarm,
    peer: string,
    cid: CID,
    { signal, verify }: WantOptions,
    sources: Map<string, AskedSource>
  ): Promise<Uint8Array> {
    const path = await this.#pathOf(swarm, peer)

    if (path == null) {
      throw new Error('the peer has no gateway')
    }

    const { status, body } = await get(swarm, peer, `${path}ipfs/${cid}?format=raw`, {
      accept: 'application/vnd.ipld.raw',
      maxBytes: MAX_BLOCK_BYTES,
      signal
    })

    if (status !== 200) {
      throw new Error(`the gateway answered ${status}`)
    }

    await verify(body)
    const { found, bytes } = sources.get(peer) ?? { found: 0, bytes: 0 }
    sources.set(peer, {
      name: `/p2p/${peer}${HTTP_PROTOCOL}`,
      role: 'provider',
      state: 'answered',
      found: found + 1,
      bytes: bytes + body.byteLength
    })
    return body
  }

  /** Returns the path of a peer's gateway, with a slash at its end. A failed question is repeated by the next call. */
  async #pathOf (swarm: Swarm, peer: string): Promise<string | undefined> {
    const known = this.#paths.get(swarm) ?? new Map<string, Promise<string | undefined>>()
    this.#paths.set(swarm, known)
    const path = known.get(peer) ?? readPath(swarm, peer)
    known.set(peer, path)
    path.catch(() => {
      known.delete(peer)
    })
    return await path
  }
}

/** Returns the connected peers that announce HTTP over libp2p. */
async function announcingPeers (swarm: Swarm): Promise<string[]> {
  const peers = new Set(swarm.connections().filter(({ isLimited }) => !isLimited).map(({ peer }) => peer))
  const known = await Promise.all([...peers].map(async (peer) => await swarm.identity(peer)))
  return known.flatMap((peer) => peer?.protocols.includes(HTTP_PROTOCOL) === true ? peer.id : [])
}

async function readPath (swarm: Swarm, peer: string): Promise<string | undefined> {
  const { status, body } = await get(swarm, peer, WELL_KNOWN_PROTOCOLS, {
    accept: 'application/json',
    maxBytes: MAX_LIST_BYTES
  })
  const list = status === 200 ? JSON.parse(new TextDecoder().decode(body)) as Record<string, { path?: string }> : {}
  return list[GATEWAY_PROTOCOL]?.path?.replace(/\/?$/, '/')
}

async function get (
  swarm: Swarm,
  peer: string,
  path: string,
  { signal, ...options }: { accept: string; maxBytes: number; signal?: AbortSignal }
): Promise<Http1Answer> {
  const limited = timeLimit(REQUEST_MS, signal)
  const stream = await swarm.openStream(peer, HTTP_PROTOCOL, { signal: limited })
  const abort = (): void => {
    stream.abort(limited.reason as Error)
  }
  limited.addEventListener('abort', abort)

  try {
    const answer = await http1Get(stream, path, options)
    await stream.closeWrite()
    return answer
  } catch (err) {
    stream.abort(err as Error)
    throw err
  } finally {
    limited.removeEventListener('abort', abort)
  }
}
