import type { CID } from 'multiformats/cid'
import { multihashKey } from '../cid/multihash-key.ts'
import type { HttpProvider } from './find-providers.ts'

/** So long after its last block a provider is taken to have the rest of a content as well. */
const KEPT_MS = 5 * 60_000

/** Contents, and providers of each. */
const MAX_ROOTS = 64
const MAX_PROVIDERS = 8

/**
 * Who has had blocks of which content, over requests. A film is read by many of them, one for each jump, and a page by one for
 * each picture: routers need not be asked by each. Many who provide a content announce its root alone, so that of a block in the
 * middle no router knows.
 */
export class ProviderMemory {
  readonly #now: () => number
  /** by root, those used last behind the others */
  readonly #roots = new Map<string, Map<string, { provider: HttpProvider, untilMs: number }>>()

  constructor (now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Those who have had blocks of this content a while ago. */
  recall (root: CID): HttpProvider[] {
    const known = this.#roots.get(keyOf(root))?.values() ?? []
    return [...known].filter(({ untilMs }) => untilMs > this.#now()).map(({ provider }) => provider)
  }

  /** A provider has sent a block of this content. */
  note (root: CID, provider: HttpProvider): void {
    const key = keyOf(root)
    const known = this.#roots.get(key) ?? new Map<string, { provider: HttpProvider, untilMs: number }>()
    const [url] = provider.urls
    known.delete(url)
    known.set(url, { provider, untilMs: this.#now() + KEPT_MS })
    dropOldest(known, MAX_PROVIDERS)
    this.#roots.delete(key)
    this.#roots.set(key, known)
    dropOldest(this.#roots, MAX_ROOTS)
  }
}

function dropOldest<T> (map: Map<string, T>, max: number): void {
  if (map.size > max) {
    map.delete(map.keys().next().value as string)
  }
}

function keyOf (root: CID): string {
  return multihashKey(root.multihash.bytes)
}
