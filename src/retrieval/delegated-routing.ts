import type { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { merged } from '../async/merged.ts'
import { timeLimit } from '../async/time-limit.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { RecordPlace } from '../names/record-place.ts'
import type { PeerAddresses } from '../net/peer-addresses.ts'
import { findPeerAt, findProvidingPeers } from './find-routed-peers.ts'
import { ignoredProviders } from './ignored-providers.ts'
import { mayAskHttp } from './may-ask-http.ts'
import type { RetrievalSettingsOptions } from './retrieval-settings.ts'
import { routerPlaces } from './router-places.ts'
import { routersOf } from './routers-of.ts'

/** All routers together have so long, however slowly they write. */
const LIMIT_MS = 30_000

export interface DelegatedRoutingOptions extends RetrievalSettingsOptions {
  /** routers of the node's own network (`OwnNetwork`), now: asked and told beside those of the configuration */
  own?: () => readonly string[]
}

export interface RoutingOptions {
  signal: AbortSignal
  /** told of a router that could not tell */
  onProblem?: (router: string, problem: string) => void
}

/**
 * What delegated routers know (specs.ipfs.tech/routing/http-routing-v1): those of the configuration, as it is when they are asked. All
 * are asked at once; one that fails leaves it to the others (Kubo `routing/delegated.go`).
 */
export class DelegatedRouting {
  readonly #config: ConfigStore
  readonly #auto: boolean
  readonly #own: () => readonly string[]
  readonly #userAgent: (() => string) | undefined

  constructor (config: ConfigStore, { auto, own = () => [], userAgent }: DelegatedRoutingOptions) {
    this.#config = config
    this.#auto = auto
    this.#own = own
    this.#userAgent = userAgent
  }

  /** Names the node to routers; undefined in a browser. */
  get userAgent (): string | undefined {
    return this.#userAgent?.()
  }

  /** Those that are asked for records of names, or told. */
  recordPlaces (): RecordPlace[] {
    return routerPlaces(this.#config, { auto: this.#auto, own: this.#own(), userAgent: this.userAgent })
  }

  /** The hosts of those that are asked who has something. */
  hosts (): string[] {
    return this.#routers('providers').map((url) => new URL(url).host)
  }

  /** Base URLs of those that are told what is here. */
  told (): string[] {
    return this.#routers('provide')
  }

  /** Whether somebody is there who may know of it. */
  knows (use: 'providers' | 'peers'): boolean {
    return this.#routers(use).length > 0
  }

  /** Peers that have something, each once, as routers tell of them. Those of `Routing.IgnoreProviders` are left out. @throws the signal's reason */
  async * findProviders (cid: CID, options: RoutingOptions): AsyncGenerator<PeerAddresses> {
    const isIgnored = ignoredProviders(this.#config)
    const seen = new Set<string>()

    for await (const peer of told(this.#routers('providers'), (router, signal) => findProvidingPeers(router, cid, { signal, userAgent: this.userAgent }), options)) {
      if (!seen.has(peer.ID) && !isIgnored(peer.ID)) {
        seen.add(peer.ID)
        yield peer
      }
    }
  }

  /** The addresses of a peer that routers know, in the order in which they come; none where nobody knows it. @throws the signal's reason */
  async findPeer (peer: MultihashDigest, options: RoutingOptions): Promise<string[]> {
    const addresses = new Set<string>()

    for await (const { Addrs } of told(this.#routers('peers'), (router, signal) => findPeerAt(router, peer, { signal, userAgent: this.userAgent }), options)) {
      Addrs.forEach((address) => { addresses.add(address) })
    }

    return [...addresses]
  }

  #routers (use: 'providers' | 'peers' | 'provide'): string[] {
    return mayAskHttp(this.#config) ? routersOf(this.#config, { auto: this.#auto, own: this.#own(), use }) : []
  }
}

/** What all routers tell, as it comes. Ends when all have told, and when the reader leaves. */
async function * told (routers: readonly string[], ask: (router: string, signal: AbortSignal) => AsyncIterable<PeerAddresses>, { signal, onProblem = () => {} }: RoutingOptions): AsyncGenerator<PeerAddresses> {
  const ending = new AbortController()
  const all = timeLimit(LIMIT_MS, signal, ending.signal)

  try {
    yield * merged(routers.map((router) => ({ items: ask(router, all), failed: ({ message }) => { onProblem(router, message) } })))
    signal.throwIfAborted()
  } finally {
    ending.abort(new DOMException('nobody reads on', 'AbortError'))
  }
}
