import { RecentMap } from '../../../bytes/recent-map.ts'
import { multihashKey } from '../../../cid/multihash-key.ts'
import type { BlockRecord } from '../schema/schema.ts'
import type { SegmentEntry } from '../segments/packed-lists.ts'

/** Blocks: those of some GiB of files. An entry takes some 200 bytes. */
const MAX_PLACES = 8192

/** Segments of which it is remembered that they were asked for. */
const MAX_SEGMENTS = 256

/**
 * Where blocks lie in segments: who jumps about in a file asks for one of its leaves after the other, and a look at the index for each takes a third of the answer.
 * Holds nothing that was deleted meanwhile: a look notes the `generation` before it starts, and what it brings is kept only when nothing was
 * forgotten since. A place may be an old one where its segment was rewritten; a read of it fails then.
 */
export class KnownPlaces {
  readonly #places = new RecentMap<string, BlockRecord>({ max: MAX_PLACES })
  /** by their number whether their list was asked for */
  readonly #segments = new RecentMap<number, boolean>({ max: MAX_SEGMENTS })
  #generation = 0

  get generation (): number {
    return this.#generation
  }

  get (key: string): BlockRecord | undefined {
    return this.#places.get(key)
  }

  /** @param generation - as it was before the block was looked for */
  keep (key: string, record: BlockRecord, generation: number): void {
    if (generation === this.#generation) {
      this.#places.set(key, record)
    }
  }

  /** The same of all blocks of a segment. */
  keepAll (segment: number, entries: readonly SegmentEntry[], generation: number): void {
    for (const { multihash, offset, length } of entries) {
      this.keep(multihashKey(multihash), [segment, offset, length], generation)
    }
  }

  /** Notes that a block of a segment was asked for. @returns whether it is the time to learn where its others lie: once, when a second one is */
  isDue (segment: number): boolean {
    const before = this.#segments.get(segment)
    this.#segments.set(segment, before != null)
    return before === false
  }

  forget (keys: Iterable<string>): void {
    this.#generation++

    for (const key of keys) {
      this.#places.delete(key)
    }
  }
}
