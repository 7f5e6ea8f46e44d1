import type { CID } from 'multiformats/cid'
import { RecentMap } from '../bytes/recent-map.ts'
import { multihashKey } from '../cid/multihash-key.ts'
import type { HttpProvider } from './find-providers.ts'

/** So long after its last block a provider is taken to have the rest of a content as well. */
const KEPT_MS = 5 * 60_000

/** Contents, and providers of each. */
const MAX_ROOTS = 64
const MAX_PROVIDERS = 8

type Known = RecentMap<string, { provider: HttpProvider, untilMs: number }>

/**
 * Who has had blocks of which content, over requests. A film is read by many of them, one for each jump, and a page by one for
 * each picture: routers need not be asked by each. Many who provide a content announce its root alone, so that of a block in the
 * middle no router knows.
 */
export class ProviderMemory {
  readonly #now: () => number
  /** by root */
  readonly #roots = new RecentMap<string, Known>({ max: MAX_ROOTS })

  constructor (now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Those who have had blocks of this content a while ago. */
  recall (root: CID): HttpProvider[] {
    const known = this.#roots.peek(keyOf(root))?.values() ?? []
    return [...known].filter(({ untilMs }) => untilMs > this.#now()).map(({ provider }) => provider)
  }

  /** A provider has sent a block of this content. */
  note (root: CID, provider: HttpProvider): void {
    this.#roots.getOrMake(keyOf(root), () => new RecentMap({ max: MAX_PROVIDERS })).set(provider.urls[0], { provider, untilMs: this.#now() + KEPT_MS })
  }
}

function keyOf (root: CID): string {
  return multihashKey(root.multihash.bytes)
}
