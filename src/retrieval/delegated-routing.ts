import type { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { mergeSources } from '../async/iteration/merge-sources.ts'
import { timeLimit } from '../async/signals/time-limit.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { RecordPlace } from '../names/routing/record-place.ts'
import type { PeerAddresses } from '../net/addresses/peer-addresses.ts'
import { routerPlaces } from './router-places.ts'
import { findPeerAt, findProvidingPeers } from './routers/find-routed-peers.ts'
import { ignoredProviders, mayUseHttp } from './settings/retrieval-settings.ts'
import type { RetrievalSettingsOptions } from './settings/retrieval-settings.ts'
import { routerSettings } from './settings/router-settings.ts'

/** The timeout of a lookup in all routers together, however slowly they send. */
const LIMIT_MS = 30_000

export interface DelegatedRoutingOptions extends RetrievalSettingsOptions {
  /**
   * Returns the routers of the node's own network (`OwnNetwork`), which are used in addition to those of the
   * configuration.
   */
  own?: () => readonly string[]
}

export interface RoutingOptions {
  signal: AbortSignal
  /** Called if a router fails. */
  onProblem?: (router: string, problem: string) => void
}

/**
 * Looks up providers and peers in the delegated routers of the current configuration
 * (specs.ipfs.tech/routing/http-routing-v1). All routers are asked concurrently, and one that fails does not affect the
 * others (Kubo `routing/delegated.go`).
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

  /** The user agent for requests to routers; undefined in a browser. */
  get userAgent (): string | undefined {
    return this.#userAgent?.()
  }

  /** Returns the routers that store or return IPNS records. */
  recordPlaces (): RecordPlace[] {
    return routerPlaces(this.#config, { auto: this.#auto, own: this.#own(), userAgent: this.userAgent })
  }

  /** Returns the hosts of the routers that are asked for providers. */
  hosts (): string[] {
    return this.#routers('providers').map((url) => new URL(url).host)
  }

  /** Returns the base URLs of the routers that get provider records. */
  provideRouters (): string[] {
    return this.#routers('provide')
  }

  /** Whether there is a router for this use. */
  knows (use: 'providers' | 'peers'): boolean {
    return this.#routers(use).length > 0
  }

  /**
   * Yields the providers of a block, each once, as routers name them. Skips those in `Routing.IgnoreProviders`.
   *
   * @throws the signal's reason
   */
  async *findProviders (cid: CID, options: RoutingOptions): AsyncGenerator<PeerAddresses> {
    const isIgnored = ignoredProviders(this.#config)
    const seen = new Set<string>()

    for await (
      const peer of mergeAnswers(
        this.#routers('providers'),
        (router, signal) => findProvidingPeers(router, cid, { signal, userAgent: this.userAgent }),
        options
      )
    ) {
      if (!seen.has(peer.ID) && !isIgnored(peer.ID)) {
        seen.add(peer.ID)
        yield peer
      }
    }
  }

  /**
   * Returns the addresses of a peer, in the order in which they arrive; empty if no router knows it.
   *
   * @throws the signal's reason
   */
  async findPeer (peer: MultihashDigest, options: RoutingOptions): Promise<string[]> {
    const addresses = new Set<string>()

    for await (
      const { Addrs } of mergeAnswers(
        this.#routers('peers'),
        (router, signal) => findPeerAt(router, peer, { signal, userAgent: this.userAgent }),
        options
      )
    ) {
      Addrs.forEach((address) => {
        addresses.add(address)
      })
    }

    return [...addresses]
  }

  #routers (use: 'providers' | 'peers' | 'provide'): string[] {
    return mayUseHttp(this.#config) ? routerSettings(this.#config, { auto: this.#auto, own: this.#own(), use }) : []
  }
}

/** Yields the answers of all routers as they arrive. Cancels the requests if the reader stops. */
async function* mergeAnswers (
  routers: readonly string[],
  ask: (router: string, signal: AbortSignal) => AsyncIterable<PeerAddresses>,
  { signal, onProblem = () => {} }: RoutingOptions
): AsyncGenerator<PeerAddresses> {
  const ending = new AbortController()
  const all = timeLimit(LIMIT_MS, signal, ending.signal)

  try {
    yield* mergeSources(routers.map((router) => ({
      items: ask(router, all),
      failed: ({ message }) => {
        onProblem(router, message)
      }
    })))
    signal.throwIfAborted()
  } finally {
    ending.abort(new DOMException('the reader has stopped', 'AbortError'))
  }
}
