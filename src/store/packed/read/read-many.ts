import type { CID } from 'multiformats/cid'
import { ReadAheadQueue } from '../../../async/iteration/read-ahead-queue.ts'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import { notInStore } from '../../blockstore/base-blockstore.ts'
import type { Block, StoreOptions } from '../../blockstore/blockstore.ts'
import type { BatchOptions } from '../../blockstore/capabilities.ts'
import type { BlockRecord } from '../schema/schema.ts'
import { isContentAlone } from '../segments/extent.ts'
import type { BlockRequest, ManyReader } from './block-request.ts'

/** Blocks that are looked up in one transaction: few at first, so that the first block arrives soon. */
const FIRST_LOOKUP = 64
const LOOKUP_AHEAD = 256

/** Bytes that are read at once. Twice this is in memory: the batch that is handed out, and the next one. */
const BATCH_BYTES = 8 * 1024 * 1024

/** Size of the first batch: small, so that the first block does not wait for 8 MiB. */
const FIRST_BATCH_BYTES = 1024 * 1024

/** Controls how much is read at once. One block is read in any case. */
export interface ReadPace {
  /** Returns how many bytes to read ahead while blocks are handed out; 0 for none. */
  ahead: () => number
  /** Returns how many bytes to read now, when the consumer has taken everything and asks for more. */
  next: () => number
}

/** Stands for a leaf that was not read. */
const NO_BYTES = new Uint8Array(0)

const PACE: ReadPace = { ahead: () => BATCH_BYTES, next: () => BATCH_BYTES }

/** A block to be read: in memory, on disk, or not here. */
interface Place extends Omit<BlockRequest, 'record'> {
  bytes: Uint8Array | undefined
  record: BlockRequest['record'] | undefined
}

interface Batch {
  blocks: Block[]
  /** error of the block after them */
  error?: Error
}

/**
 * Yields whole blocks in the order of the CIDs. Looks up extents and reads segments ahead, within bounds.
 *
 * @param pace - see `readBatches`
 */
export async function* readMany (
  cids: Iterable<CID> | AsyncIterable<CID>,
  reader: ManyReader,
  { signal }: StoreOptions,
  pace?: ReadPace
): AsyncGenerator<Block> {
  for await (const batch of readBatches(cids, reader, { signal }, pace)) {
    for (const block of batch) {
      signal?.throwIfAborted()
      yield block
    }
  }
}

/**
 * Yields batches of blocks that arrive together; see `BatchReader`.
 *
 * @param pace - default: some MiB at a time, and the next batch is read while one is handed out
 */
export async function* readBatches (
  cids: Iterable<CID> | AsyncIterable<CID>,
  reader: ManyReader,
  { signal, maxBlockBytes, linksAlone = false }: BatchOptions,
  { ahead, next: now }: ReadPace = PACE
): AsyncGenerator<Block[]> {
  const source = new ReadAheadQueue(cids, LOOKUP_AHEAD)
  const batches = batchesOf(source, reader, { maxBlockBytes, linksAlone })
  let next: ReturnType<typeof batches.next> | undefined

  try {
    while (true) {
      signal?.throwIfAborted()
      const { value, done } = await (next ?? batches.next(now()))

      if (done === true) {
        return
      }

      const bytes = ahead()
      next = bytes > 0 ? batches.next(bytes) : undefined
      next?.catch(() => {})
      signal?.throwIfAborted()

      if (value.blocks.length > 0) {
        yield value.blocks
      }

      if (value.error != null) {
        throw value.error
      }
    }
  } finally {
    source.stop()
  }
}

async function* batchesOf (
  source: ReadAheadQueue<CID>,
  reader: ManyReader,
  { maxBlockBytes, linksAlone }: { maxBlockBytes: number | undefined; linksAlone: boolean }
): AsyncGenerator<Batch, void, number> {
  let batchBytes = FIRST_BATCH_BYTES

  for (let cids = await source.take(FIRST_LOOKUP); cids.length > 0; cids = await source.take()) {
    const all = await locateBlocks(cids, reader, linksAlone)
    const places = maxBlockBytes == null ? all : all.filter((place) => placeBytes(place) <= maxBlockBytes)

    while (places.length > 0) {
      batchBytes = yield await readBatch(takeBatch(places, batchBytes), reader, maxBlockBytes != null)
    }
  }
}

/** @param linksAlone - counts a leaf as read if its record shows that it is one */
async function locateBlocks (cids: CID[], reader: ManyReader, linksAlone: boolean): Promise<Place[]> {
  const places = cids.map((cid): Place => {
    const key = multihashKey(cid.multihash.bytes)
    return { cid, key, bytes: reader.inMemory(key) ?? reader.recently(key), record: undefined }
  })

  const missing = places.filter(({ bytes }) => bytes == null)

  if (missing.length > 0) {
    const records = await reader.records(missing.map(({ key }) => key))

    for (const place of missing) {
      place.record = records.get(place.key)
      // Its group was written between the two lookups, or the block is not here.
      if (place.record == null) {
        place.bytes = reader.inMemory(place.key)
      } else if (linksAlone && isLeaf(place.cid, place.record)) {
        place.bytes = NO_BYTES
      }
    }
  }

  return places
}

function isLeaf ({ code }: CID, [, offset]: BlockRecord): boolean {
  return code === CODEC.dagPb && isContentAlone(offset)
}

/** Returns the size of a block in bytes; infinite if it is not here. */
function placeBytes ({ bytes, record }: Place): number {
  return record?.[2] ?? bytes?.byteLength ?? Infinity
}

/** Takes a batch of bounded size from the front. */
function takeBatch (places: Place[], batchBytes: number): Place[] {
  let bytes = 0
  let count = 0

  while (count < places.length && (count === 0 || bytes < batchBytes)) {
    const { bytes: here, record } = places[count++]
    bytes += here == null ? record?.[2] ?? 0 : 0
  }

  return places.splice(0, count)
}

/** @param passOver - continues after a block that cannot be read */
async function readBatch (places: Place[], reader: ManyReader, passOver: boolean): Promise<Batch> {
  const wanted = places.filter((place): place is Place & BlockRequest => place.bytes == null && place.record != null)
  const found = wanted.length === 0 ? [] : await reader.many(wanted)
  const blocks: Block[] = []
  let at = 0

  for (const { cid, bytes: here, record } of places) {
    const bytes = here ?? (record == null ? undefined : found[at++])

    if (bytes != null && !(bytes instanceof Error)) {
      blocks.push(here === NO_BYTES ? { cid, bytes, size: record?.[2] } : { cid, bytes })
    } else if (!passOver) {
      return { blocks, error: bytes ?? notInStore(cid) }
    }
  }

  return { blocks }
}
