import type { CID } from 'multiformats/cid'
import { RecentMap } from '../../bytes/recent-map.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { HttpProvider } from '../routers/find-providers.ts'

/** The time for which a provider is assumed to have the rest of a content, after its last block. */
const KEPT_MS = 5 * 60_000

/** The maximum number of contents, and of providers of each. */
const MAX_ROOTS = 64
const MAX_PROVIDERS = 8

type Known = RecentMap<string, { provider: HttpProvider; untilMs: number }>

/**
 * Remembers which providers had blocks of which content, across requests. A film is read by many requests, one for each
 * seek, and a page by one for each image, so router lookups are saved. Also, many providers announce only the root of a
 * content, so routers do not know the blocks below it.
 */
export class ProviderCache {
  readonly #now: () => number
  /** By root. */
  readonly #roots = new RecentMap<string, Known>({ max: MAX_ROOTS })

  constructor (now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns recent providers of a content. */
  recall (root: CID): HttpProvider[] {
    const known = this.#roots.peek(contentKey(root))?.values() ?? []
    return [...known].filter(({ untilMs }) => untilMs > this.#now()).map(({ provider }) => provider)
  }

  /** Notes that a provider has sent a block of this content. */
  note (root: CID, provider: HttpProvider): void {
    this.#roots.getOrMake(contentKey(root), () => new RecentMap({ max: MAX_PROVIDERS })).set(provider.urls[0], {
      provider,
      untilMs: this.#now() + KEPT_MS
    })
  }
}

function contentKey (root: CID): string {
  return multihashKey(root.multihash.bytes)
}
