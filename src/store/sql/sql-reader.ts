import type { CID } from 'multiformats/cid'
import { multihashFromKey, multihashKey } from '../../cid/hash/multihash-key.ts'
import type { BlockRequest, ManyReader } from '../packed/read/block-request.ts'
import { DamagedBlockError } from '../packed/read/damaged-block-error.ts'
import { joinRanges } from '../packed/read/join-ranges.ts'
import type { SegmentRange } from '../packed/read/join-ranges.ts'
import type { BlockRecord } from '../packed/schema/schema.ts'
import type { BlockRows } from './block-rows.ts'
import type { ObjectBucket } from './object-bucket.ts'
import { segmentName } from './segment-rows.ts'
import type { SegmentWriter } from './segment-writer.ts'

/** The maximum number of retries if a block is moved while it is read, which is rare. */
const MAX_MOVES = 4

/**
 * Reads blocks from rows, from segments, and from segments that are being written. The record of a block in a row has
 * the negated row id in place of a segment.
 */
export class SqlReader implements ManyReader {
  readonly #rows: BlockRows
  readonly #writer: SegmentWriter | undefined
  readonly #bucket: ObjectBucket | undefined

  constructor (rows: BlockRows, writer: SegmentWriter | undefined, bucket: ObjectBucket | undefined) {
    this.#rows = rows
    this.#writer = writer
    this.#bucket = bucket
  }

  inMemory (): undefined {}

  recently (): undefined {}

  async records (keys: string[]): Promise<Map<string, BlockRecord>> {
    return new Map(keys.flatMap((key): Array<[string, BlockRecord]> => {
      const record = this.#record(key)
      return record == null ? [] : [[key, record]]
    }))
  }

  /**
   * Reads a whole block; undefined if it is not in the store.
   *
   * @throws DamagedBlockError
   */
  async bytes (cid: CID): Promise<Uint8Array | undefined> {
    const key = multihashKey(cid.multihash.bytes)
    const record = this.#record(key)
    return record == null ? undefined : await this.#read({ key, cid, record })
  }

  async many (wanted: BlockRequest[]): Promise<Array<Uint8Array | Error | undefined>> {
    const found = new Map<string, Uint8Array>()
    await Promise.all(
      joinRanges(wanted).filter(({ blocks }) => blocks.length > 1).map(async (range) => {
        await this.#readRange(range, found)
      })
    )
    return await Promise.all(
      wanted.map(async (block) => found.get(block.key) ?? await this.#read(block).catch((err: Error) => err))
    )
  }

  #record (key: string): BlockRecord | undefined {
    const row = this.#rows.find(multihashFromKey(key))

    if (row == null) {
      return undefined
    }

    return row.segment == null ? [-row.id, 0, row.size] : [row.segment, row.start!, row.size]
  }

  async #readRange ({ segment, start, end, blocks }: SegmentRange, found: Map<string, Uint8Array>): Promise<void> {
    if (segment < 0) {
      return // one block, requested more than once
    }

    try {
      const bytes = await this.#range(segment, start, end - start)

      for (const { key, record: [, offset, length] } of blocks) {
        found.set(key, bytes.subarray(offset - start, offset - start + length))
      }
    } catch {
      // Each block is now read alone, so that one bad range harms only its own blocks.
    }
  }

  async #read ({ key, cid, record }: BlockRequest): Promise<Uint8Array | undefined> {
    let last: unknown

    for (let place: BlockRecord | undefined = record, moves = 0; moves < MAX_MOVES; moves++) {
      if (place == null) {
        return undefined
      }

      const [segment, start, size] = place as [number, number, number]

      try {
        const bytes = segment < 0 ? this.#rows.bytes({ id: -segment, size }) : await this.#range(segment, start, size)

        if (bytes != null) {
          return bytes
        }
      } catch (err) {
        last = err
      }

      place = this.#record(key)
    }

    throw new DamagedBlockError(
      `block ${cid} cannot be read from its segment: ${(last as Error | undefined)?.message}`,
      { cause: last }
    )
  }

  async #range (segment: number, offset: number, length: number): Promise<Uint8Array> {
    const held = this.#writer?.read(segment, offset, length)

    if (held != null) {
      return held
    }

    const object = await this.#bucket?.get(segmentName(segment), { range: { offset, length } })

    if (object == null) {
      throw new Error(`the segment ${segment} is not in the bucket`)
    }

    const bytes = new Uint8Array(await object.arrayBuffer())

    if (bytes.byteLength !== length) {
      throw new Error(`the segment ${segment} ends too soon`)
    }

    return bytes
  }
}
