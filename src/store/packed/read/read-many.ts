import type { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codec-codes.ts'
import type { Block, LotOptions, StoreOptions } from '../../blockstore.ts'
import { multihashKey } from '../../../cid/multihash-key.ts'
import { ReadAheadQueue } from '../../../async/read-ahead-queue.ts'
import type { ManyReader, Wanted } from './wanted.ts'
import { notInStore } from '../../not-in-store.ts'
import type { BlockRecord } from '../schema/schema.ts'
import { isContentAlone } from '../segments/extent.ts'

/** Blocks whose places are looked up in one transaction: few first, so that the first comes soon. */
const FIRST_LOOKUP = 64
const LOOKUP_AHEAD = 256

/** Bytes that are read in one go. Twice this is in memory: what is being handed out, and what comes next. */
const BATCH_BYTES = 8 * 1024 * 1024

/** The first batch is small: whoever waits for the first block does not wait for 8 MiB. */
const FIRST_BATCH_BYTES = 1024 * 1024

/** How much is read in one go, of which one block is in any case. */
export interface ReadPace {
  /** While blocks are handed out: bytes of the next ones that are to be read already, or 0. */
  ahead: () => number
  /** What was read has been taken, and more is asked for. */
  next: () => number
}

/** Of a leaf that was not read. */
const NO_BYTES = new Uint8Array(0)

const PACE: ReadPace = { ahead: () => BATCH_BYTES, next: () => BATCH_BYTES }

/** A block on its way: in memory, or on the disk, or not here. */
interface Place extends Omit<Wanted, 'record'> {
  bytes: Uint8Array | undefined
  record: Wanted['record'] | undefined
}

interface Batch {
  blocks: Block[]
  /** of the block behind them */
  error?: Error
}

/** Whole blocks in the order of the CIDs; places are looked up and segments are read ahead, within bounds. @param pace - as in `readLots` */
export async function * readMany (cids: Iterable<CID> | AsyncIterable<CID>, reader: ManyReader, { signal }: StoreOptions, pace?: ReadPace): AsyncGenerator<Block> {
  for await (const lot of readLots(cids, reader, { signal }, pace)) {
    for (const block of lot) {
      signal?.throwIfAborted()
      yield block
    }
  }
}

/** The same in lots of what is there together; see `Blockstore.bytesLots`. @param pace - left out: some MiB at a time, the next ones while those before are handed out */
export async function * readLots (cids: Iterable<CID> | AsyncIterable<CID>, reader: ManyReader, { signal, maxBlockBytes, linksAlone = false }: LotOptions, { ahead, next: now }: ReadPace = PACE): AsyncGenerator<Block[]> {
  const source = new ReadAheadQueue(cids, LOOKUP_AHEAD)
  const batches = readBatches(source, reader, { maxBlockBytes, linksAlone })
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

async function * readBatches (source: ReadAheadQueue<CID>, reader: ManyReader, { maxBlockBytes, linksAlone }: { maxBlockBytes: number | undefined, linksAlone: boolean }): AsyncGenerator<Batch, void, number> {
  let batchBytes = FIRST_BATCH_BYTES

  for (let cids = await source.take(FIRST_LOOKUP); cids.length > 0; cids = await source.take()) {
    const all = await locate(cids, reader, linksAlone)
    const places = maxBlockBytes == null ? all : all.filter((place) => sizeOf(place) <= maxBlockBytes)

    while (places.length > 0) {
      batchBytes = yield await read(cut(places, batchBytes), reader, maxBlockBytes != null)
    }
  }
}

/** @param linksAlone - a leaf that its record shows to be one counts as read */
async function locate (cids: CID[], reader: ManyReader, linksAlone: boolean): Promise<Place[]> {
  const places = cids.map((cid): Place => {
    const key = multihashKey(cid.multihash.bytes)
    return { cid, key, bytes: reader.inMemory(key) ?? reader.recently(key), record: undefined }
  })

  const missing = places.filter(({ bytes }) => bytes == null)

  if (missing.length > 0) {
    const records = await reader.records(missing.map(({ key }) => key))

    for (const place of missing) {
      place.record = records.get(place.key)
      // written and forgotten by its group between the two looks, or not there
      place.bytes = place.record == null ? reader.inMemory(place.key) : linksAlone && isLeaf(place.cid, place.record) ? NO_BYTES : undefined
    }
  }

  return places
}

function isLeaf ({ code }: CID, [, offset]: BlockRecord): boolean {
  return code === CODEC.dagPb && isContentAlone(offset)
}

/** Bytes; infinite when it is not here. */
function sizeOf ({ bytes, record }: Place): number {
  return record?.[2] ?? bytes?.byteLength ?? Infinity
}

/** Takes a batch of bounded bytes off the front. */
function cut (places: Place[], batchBytes: number): Place[] {
  let bytes = 0
  let count = 0

  while (count < places.length && (count === 0 || bytes < batchBytes)) {
    const { bytes: here, record } = places[count++]
    bytes += here == null ? record?.[2] ?? 0 : 0
  }

  return places.splice(0, count)
}

/** @param passOver - go on behind what cannot be read */
async function read (places: Place[], reader: ManyReader, passOver: boolean): Promise<Batch> {
  const wanted = places.filter((place): place is Place & Wanted => place.bytes == null && place.record != null)
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
