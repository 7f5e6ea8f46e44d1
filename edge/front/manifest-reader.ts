import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import { MANIFEST_NAME } from '../../src/store/sql/published/containers.ts'
import type { Container } from '../../src/store/sql/published/containers.ts'
import { decodeManifest } from '../../src/store/sql/published/manifest.ts'
import type { Manifest } from '../../src/store/sql/published/manifest.ts'
import type { AnswerCache } from '../cache/immutable-cache.ts'

/** Age from which a manifest is read again. */
const REFRESH_MS = 8000

/** Age up to which a manifest is used while another request reads it. A removed block is gone after this time. */
const MAX_AGE_MS = 10_000

const READ_AT = 'x-edge-read-at'
const KEY = 'https://published.invalid/manifest'

/** A manifest, with what changed by container. */
export interface ReadManifest extends Omit<Manifest, 'changed'> {
  changed: ReadonlyMap<Container, number>
}

interface HeldManifest {
  /** undefined if nothing is published */
  manifest: ReadManifest | undefined
  readAtMs: number
}

/** The manifest in the memory of a worker, shared by its requests. */
export interface ManifestMemory {
  held?: HeldManifest
  /** when a request began to read it */
  readingSinceMs?: number
}

export interface ManifestReaderInit {
  bucket: ObjectBucket
  memory: ManifestMemory
  cache: AnswerCache
  now?: () => number
}

/** Reads the manifest, at most once in some seconds for all requests of a data center. */
export class ManifestReader {
  readonly #bucket: ObjectBucket
  readonly #memory: ManifestMemory
  readonly #cache: AnswerCache
  readonly #now: () => number

  constructor ({ bucket, memory, cache, now = Date.now }: ManifestReaderInit) {
    this.#bucket = bucket
    this.#memory = memory
    this.#cache = cache
    this.#now = now
  }

  /** Returns the manifest; undefined if nothing is published, or nothing may be read now. */
  async current (): Promise<ReadManifest | undefined> {
    const manifest = (await this.#read()).manifest
    return manifest?.isClosed === true ? undefined : manifest
  }

  /** Forgets the manifest, which has turned out to be outdated. */
  forget (): void {
    if (this.#memory.held != null) {
      this.#memory.held.readAtMs = Math.min(this.#memory.held.readAtMs, this.#now() - REFRESH_MS)
    }
  }

  async #read (): Promise<HeldManifest> {
    const { held, readingSinceMs } = this.#memory
    const ageMs = held == null ? Infinity : this.#now() - held.readAtMs
    const isBeingRead = readingSinceMs != null && this.#now() - readingSinceMs < MAX_AGE_MS

    if (held != null && (ageMs < REFRESH_MS || (ageMs < MAX_AGE_MS && isBeingRead))) {
      return held
    }

    this.#memory.readingSinceMs = this.#now()

    try {
      return this.#memory.held = await this.#cached() ?? await this.#load()
    } finally {
      delete this.#memory.readingSinceMs
    }
  }

  async #cached (): Promise<HeldManifest | undefined> {
    const response = await this.#cache.match(new Request(KEY))

    if (response == null) {
      return undefined
    }

    const readAtMs = Number(response.headers.get(READ_AT))
    const bytes = new Uint8Array(await response.arrayBuffer())
    return this.#now() - readAtMs < REFRESH_MS ? { manifest: asRead(bytes), readAtMs } : undefined
  }

  async #load (): Promise<HeldManifest> {
    // The time before the read: the age is never underestimated.
    const readAtMs = this.#now()
    const object = await this.#bucket.get(MANIFEST_NAME)
    const bytes = object == null ? new Uint8Array(0) : new Uint8Array(await object.arrayBuffer())
    await this.#cache.put(
      new Request(KEY),
      new Response(bytes, {
        headers: { 'Cache-Control': `public, max-age=${REFRESH_MS / 1000}`, [READ_AT]: String(readAtMs) }
      })
    ).catch(() => {})
    return { manifest: asRead(bytes), readAtMs }
  }
}

function asRead (bytes: Uint8Array): ReadManifest | undefined {
  const manifest = bytes.byteLength === 0 ? undefined : decodeManifest(bytes)
  return manifest == null ? undefined : { ...manifest, changed: new Map(manifest.changed) }
}
