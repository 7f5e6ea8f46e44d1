import { RecentMap } from '../../src/bytes/recent-map.ts'
import { multihashFromKey } from '../../src/cid/hash/multihash-key.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import { contentsName, runName } from '../../src/store/sql/published/containers.ts'
import type { Container } from '../../src/store/sql/published/containers.ts'
import { decodeContents } from '../../src/store/sql/published/contents.ts'
import type { Contents } from '../../src/store/sql/published/contents.ts'
import type { RunInfo } from '../../src/store/sql/published/manifest.ts'
import {
  containersOf,
  decodeRecords,
  keyText,
  PAGE_RECORDS,
  pagesOf,
  RECORD_BYTES,
  runKey,
  tableBytes
} from '../../src/store/sql/published/run.ts'
import type { RunKey } from '../../src/store/sql/published/run.ts'
import type { ManifestReader, ReadManifest } from './manifest-reader.ts'
import type { PieceCache } from './pieces.ts'

/** Runs of at most this many records are read as a whole. */
const WHOLE_RECORDS = 4 * PAGE_RECORDS

/** Bytes of decoded contents in the memory of one worker, estimated. */
const MAX_CONTENTS_BYTES = 12 * 1024 * 1024
const PLACE_BYTES = 160

/** Blocks of one read that are looked up concurrently. The contents of one container mostly have the next ones too. */
const LOOKUPS = 4

/** Contents of a container, and the publication under which they were read. */
export interface ReadContents extends Contents {
  container: Container
  readSeq: number
}

/** Decoded contents in the memory of a worker, shared by its requests. */
export type ContentsMemory = RecentMap<Container, ReadContents>

export function newContentsMemory (): ContentsMemory {
  return new RecentMap<Container, ReadContents>({
    max: MAX_CONTENTS_BYTES,
    sizeOf: ({ places, data }) => data.byteLength + places.size * PLACE_BYTES
  })
}

/** The place of a published block. */
export interface PublishedPlace {
  contents: ReadContents
  start: number
  size: number
}

export interface PublishedIndexInit {
  bucket: ObjectBucket
  manifests: ManifestReader
  pieces: PieceCache
  contents: ContentsMemory
}

/** Finds published blocks, for one request. */
export class PublishedIndex {
  readonly #bucket: ObjectBucket
  readonly #manifests: ManifestReader
  readonly #pieces: PieceCache
  readonly #contents: ContentsMemory
  /** the containers that had the last blocks of this request */
  readonly #near = new RecentMap<Container, ReadContents>({ max: 8 })

  constructor ({ bucket, manifests, pieces, contents }: PublishedIndexInit) {
    this.#bucket = bucket
    this.#manifests = manifests
    this.#pieces = pieces
    this.#contents = contents
  }

  /**
   * Finds blocks.
   *
   * @param keys - `multihashKey` of each
   * @returns the places of those that are published
   */
  async find (keys: Iterable<string>): Promise<Map<string, PublishedPlace>> {
    const found = new Map<string, PublishedPlace>()
    const manifest = await this.#manifests.current()
    let pending = [...new Set(keys)]

    if (manifest == null) {
      return found
    }

    const take = (contents: ReadContents): void => {
      pending = pending.filter((key) => {
        const place = contents.places.get(key)

        if (place != null) {
          found.set(key, { contents, ...place })
        }

        return place == null
      })
    }
    ;[...this.#near.values()].filter((contents) => isCurrent(contents, manifest)).forEach(take)

    while (pending.length > 0) {
      const step = Math.ceil(pending.length / LOOKUPS)
      const looked = pending.filter((_, i) => i % step === 0)
      const all = await Promise.all(looked.map(async (key) => await this.#findContents(key, manifest)))

      for (const contents of all) {
        if (contents != null) {
          this.#near.set(contents.container, contents)
          take(contents)
        }
      }

      // The others are not published.
      pending = pending.filter((key) => !looked.includes(key))
    }

    return found
  }

  /** Returns the contents of the container that has a block; undefined if it is not published. */
  async #findContents (key: string, manifest: ReadManifest): Promise<ReadContents | undefined> {
    const runKeyOf = runKey(multihashFromKey(key))
    const text = keyText(runKeyOf)
    const tried = new Set<Container>()

    // The last levels have the most records.
    for (const run of manifest.runs.filter(({ first, last }) => first <= text && text <= last).reverse()) {
      for (const container of await this.#containers(run, runKeyOf, manifest)) {
        const contents = tried.has(container) ? undefined : await this.#readContents(container, manifest)
        tried.add(container)

        if (contents?.places.has(key) === true) {
          return contents
        }
      }
    }

    return undefined
  }

  async #containers ({ id, records }: RunInfo, key: RunKey, { seq }: ReadManifest): Promise<Container[]> {
    const table = tableBytes(records)

    if (records <= WHOLE_RECORDS) {
      const whole = await this.#pieces.get(runName(id), { seq, load: async () => await this.#get(runName(id)) })
      return whole == null ? this.#outdated() : containersOf(decodeRecords(whole.bytes.subarray(table)), key)
    }

    const range = async (offset: number, length: number): Promise<Uint8Array | undefined> =>
      (await this.#pieces.get(`${runName(id)}/${offset}`, {
        seq,
        load: async () => await this.#get(runName(id), { offset, length })
      }))?.bytes

    const head = await range(0, table)

    if (head == null) {
      return this.#outdated()
    }

    const found: Container[] = []

    const pages = pagesOf(head, key)

    for (let page = pages.first; page < pages.end; page++) {
      const count = Math.min(PAGE_RECORDS, records - page * PAGE_RECORDS)
      const bytes = await range(table + page * PAGE_RECORDS * RECORD_BYTES, count * RECORD_BYTES)

      if (bytes == null) {
        return this.#outdated()
      }

      found.push(...containersOf(decodeRecords(bytes), key))
    }

    return found
  }

  /** A run that does not exist has been merged: there is a newer manifest. */
  #outdated (): [] {
    this.#manifests.forget()
    return []
  }

  /** Reads the contents of a container; undefined if the bucket has none that are valid. */
  async #readContents (container: Container, manifest: ReadManifest): Promise<ReadContents | undefined> {
    const held = this.#contents.get(container)

    if (held != null && isCurrent(held, manifest)) {
      return held
    }

    let decoded: Contents | undefined
    const piece = await this.#pieces.get(contentsName(container), {
      seq: manifest.seq,
      isCurrent: ({ bytes, readSeq }) => {
        decoded = decodeContents(bytes)
        return isCurrent({ ...decoded, container, readSeq }, manifest)
      },
      load: async () => {
        decoded = undefined
        return await this.#get(contentsName(container))
      }
    })

    if (piece == null) {
      return undefined
    }

    const contents = { ...decoded ?? decodeContents(piece.bytes), container, readSeq: piece.readSeq }

    if (!isCurrent(contents, manifest)) {
      return undefined
    }

    this.#contents.set(container, contents)
    return contents
  }

  async #get (name: string, range?: { offset: number; length: number }): Promise<Uint8Array | undefined> {
    const object = await this.#bucket.get(name, range == null ? undefined : { range })
    return object == null ? undefined : new Uint8Array(await object.arrayBuffer())
  }
}

/** Whether contents are valid: no block was removed from their container since they were written. */
function isCurrent (
  { container, seq, readSeq }: Pick<ReadContents, 'container' | 'seq' | 'readSeq'>,
  { changed, floor }: ReadManifest
): boolean {
  return readSeq >= floor && seq >= (changed.get(container) ?? 0)
}
