import { NotFoundError } from 'interface-store'
import type { CID } from 'multiformats/cid'
import type { Block, StoreOptions } from '../../blockstore.ts'
import { multihashKey } from '../../../cid/multihash-key.ts'
import { ReadAheadQueue } from '../../../async/read-ahead-queue.ts'
import type { PackedReader, Wanted } from './packed-reader.ts'
import type { IndexLookup } from './index-lookup.ts'

/** Blocks whose places are looked up in one transaction. */
const LOOKUP_AHEAD = 64

/** Bytes that are read in one go. Twice this is in memory: what is being handed out, and what comes next. */
const BATCH_BYTES = 8 * 1024 * 1024

interface Place {
  cid: CID
  bytes?: Uint8Array
  wanted?: Wanted
}

type Batch = Array<Block | { error: Error }>

/** Whole blocks in the order of the CIDs; places are looked up and segments are read ahead, within bounds. */
export async function * readMany (cids: Iterable<CID> | AsyncIterable<CID>, reader: PackedReader, lookup: IndexLookup, { signal }: StoreOptions): AsyncGenerator<Block> {
  const source = new ReadAheadQueue(cids, LOOKUP_AHEAD)
  const batches = readBatches(source, reader, lookup)
  let next = batches.next()

  try {
    while (true) {
      signal?.throwIfAborted()
      const { value, done } = await next

      if (done === true) {
        return
      }

      next = batches.next()
      next.catch(() => {})

      for (const block of value) {
        signal?.throwIfAborted()

        if ('error' in block) {
          throw block.error
        }

        yield block
      }
    }
  } finally {
    source.stop()
  }
}

async function * readBatches (source: ReadAheadQueue<CID>, reader: PackedReader, lookup: IndexLookup): AsyncGenerator<Batch> {
  for (let cids = await source.take(); cids.length > 0; cids = await source.take()) {
    const places = await locate(cids, reader, lookup)

    while (places.length > 0) {
      yield await read(cut(places), reader)
    }
  }
}

async function locate (cids: CID[], reader: PackedReader, lookup: IndexLookup): Promise<Place[]> {
  const places = cids.map((cid) => ({ cid, key: multihashKey(cid.multihash.bytes) }))
    .map(({ cid, key }) => ({ cid, key, bytes: reader.inMemory(key) }))
  const missing = places.filter(({ bytes }) => bytes == null).map(({ key }) => key)

  if (missing.length === 0) {
    return places
  }

  const records = await lookup.records(missing)

  return places.map(({ cid, key, bytes }) => {
    const record = records.get(key)
    return { cid, bytes: bytes ?? (record == null ? reader.inMemory(key) : undefined), wanted: record && { cid, key, record } }
  })
}

/** Takes a batch of bounded bytes off the front. */
function cut (places: Place[]): Place[] {
  let bytes = 0
  let count = 0

  while (count < places.length && (count === 0 || bytes < BATCH_BYTES)) {
    bytes += places[count++].wanted?.record[2] ?? 0
  }

  return places.splice(0, count)
}

async function read (places: Place[], reader: PackedReader): Promise<Batch> {
  const wanted = places.filter(({ bytes, wanted }) => bytes == null && wanted != null).map(({ wanted }) => wanted!)
  const found = await reader.many(wanted)
  const byKey = new Map(wanted.map(({ key }, i) => [key, found[i]]))

  return places.map(({ cid, bytes, wanted }) => {
    const answer = bytes ?? (wanted && byKey.get(wanted.key))

    if (answer == null) {
      return { error: new NotFoundError(`block ${cid} is not in the store`) }
    }

    return answer instanceof Error ? { error: answer } : { cid, bytes: answer }
  })
}
