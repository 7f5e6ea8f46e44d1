import { RecentMap } from '../../src/bytes/recent-map.ts'
import type { AnswerCache } from '../cache/immutable-cache.ts'

/** Bytes of pieces in the memory of one worker. */
const MAX_MEMORY_BYTES = 6 * 1024 * 1024

/** Lifetime of a piece in the cache of a data center. */
const LIFETIME_S = 3600

const SEQ = 'x-edge-seq'

/** A part of the published index, or the contents of a container. */
export interface Piece {
  bytes: Uint8Array
  /** number of the publication under which it was read */
  readSeq: number
}

/** Pieces in the memory of a worker, shared by its requests. */
export type PieceMemory = RecentMap<string, Piece>

export function newPieceMemory (): PieceMemory {
  return new RecentMap<string, Piece>({ max: MAX_MEMORY_BYTES, sizeOf: ({ bytes }) => bytes.byteLength })
}

export interface PieceOptions {
  /** whether a cached piece may be used; any one by default */
  isCurrent?: (piece: Piece) => boolean
  /** reads it from the bucket; undefined if it does not exist */
  load: () => Promise<Uint8Array | undefined>
  /** number of the current publication */
  seq: number
}

export interface PieceCacheInit {
  memory: PieceMemory
  /** cache of the data center */
  cache: AnswerCache
  /** runs work after the answer */
  waitUntil: (work: Promise<unknown>) => void
}

/** Caches pieces in memory and in the data center. Belongs to one request, because a request owns its reads. */
export class PieceCache {
  readonly #memory: PieceMemory
  readonly #cache: AnswerCache
  readonly #waitUntil: PieceCacheInit['waitUntil']
  /** reads that have begun, so that concurrent lookups of the request share them */
  readonly #reading = new Map<string, Promise<Piece | undefined>>()

  constructor ({ memory, cache, waitUntil }: PieceCacheInit) {
    this.#memory = memory
    this.#cache = cache
    this.#waitUntil = waitUntil
  }

  /**
   * Returns a piece.
   *
   * @param name - object and part
   */
  async get (name: string, options: PieceOptions): Promise<Piece | undefined> {
    const reading = this.#reading.get(name) ?? this.#find(name, options).finally(() => {
      this.#reading.delete(name)
    })
    this.#reading.set(name, reading)
    return await reading
  }

  async #find (
    name: string,
    { isCurrent = () => true, load, seq }: PieceOptions
  ): Promise<Piece | undefined> {
    const held = this.#memory.get(name)

    if (held != null && isCurrent(held)) {
      return held
    }

    const key = new Request(`https://published.invalid/${name}`)
    const cached = await this.#read(key)

    if (cached != null && isCurrent(cached)) {
      this.#memory.set(name, cached)
      return cached
    }

    const bytes = await load()

    if (bytes == null) {
      return undefined
    }

    const piece = { bytes, readSeq: seq }
    this.#memory.set(name, piece)
    this.#waitUntil(
      this.#cache.put(
        key,
        new Response(bytes as Uint8Array<ArrayBuffer>, {
          headers: { 'Cache-Control': `public, max-age=${LIFETIME_S}`, [SEQ]: String(seq) }
        })
      ).catch(() => {})
    )
    return piece
  }

  async #read (key: Request): Promise<Piece | undefined> {
    const response = await this.#cache.match(key)
    return response == null
      ? undefined
      : { bytes: new Uint8Array(await response.arrayBuffer()), readSeq: Number(response.headers.get(SEQ)) }
  }
}
