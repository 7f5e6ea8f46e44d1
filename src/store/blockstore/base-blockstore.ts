import type { InputPair, Pair } from 'interface-blockstore'
import { NotFoundError } from 'interface-store'
import type { CID } from 'multiformats/cid'
import { toBytes } from '../../bytes/to-bytes.ts'
import type { Block, Blockstore, BlockstoreStat, StoreOptions, WriteBounds, WriteSession } from './blockstore.ts'
import type { BlockstoreCapabilities } from './capabilities.ts'

/** Creates the error for a missing block. */
export function notInStore (cid: CID): NotFoundError {
  return new NotFoundError(`block ${cid} is not in the store`)
}

/** Limits the blocks of `putMany` that are not written yet. */
const PUT_MANY_IN_FLIGHT = 256

/** Limits their bytes too. With blocks of 1 MiB the count alone would not bound the memory. */
const PUT_MANY_IN_FLIGHT_BYTES = 32 * 1024 * 1024

type Value = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Implements the standard blockstore interface with the few methods that each store has of its own. */
export abstract class BaseBlockstore implements Blockstore {
  readonly capabilities: Partial<BlockstoreCapabilities> = {}

  abstract bytes (cid: CID, options?: StoreOptions): Promise<Uint8Array>
  abstract bytesMany (cids: Iterable<CID> | AsyncIterable<CID>, options?: StoreOptions): AsyncIterable<Block>
  abstract size (cid: CID, options?: StoreOptions): Promise<number | undefined>
  abstract keys (options?: StoreOptions): AsyncIterable<CID>
  abstract session (bounds?: WriteBounds): WriteSession
  abstract remove (cids: Iterable<CID> | AsyncIterable<CID>, options?: StoreOptions): Promise<void>
  abstract flush (): Promise<void>
  abstract stat (): Promise<BlockstoreStat>
  abstract close (): Promise<void>

  /** Writes a block outside of any session; resolves when its transaction is complete. */
  protected abstract write (cid: CID, bytes: Uint8Array, options?: StoreOptions): Promise<void>

  async put (cid: CID, value: Value, options: StoreOptions = {}): Promise<CID> {
    options.signal?.throwIfAborted()
    await this.write(cid, ArrayBuffer.isView(value) ? value : await toBytes(value, options), options)
    return cid
  }

  async *putMany (
    source: Iterable<InputPair> | AsyncIterable<InputPair>,
    options: StoreOptions = {}
  ): AsyncGenerator<CID> {
    const queue: Array<{ cid: CID; size: number; written: Promise<void> }> = []
    let inFlight = 0

    for await (const { cid, bytes: value } of source) {
      options.signal?.throwIfAborted()
      const bytes = await toBytes(value, options)
      const written = this.write(cid, bytes, options)
      // The failure is thrown when its turn comes. Until then it must not count as unhandled.
      written.catch(() => {})
      queue.push({ cid, size: bytes.byteLength, written })
      inFlight += bytes.byteLength

      while (queue.length > PUT_MANY_IN_FLIGHT || (inFlight > PUT_MANY_IN_FLIGHT_BYTES && queue.length > 1)) {
        const oldest = queue.shift()!
        await oldest.written
        inFlight -= oldest.size
        yield oldest.cid
      }
    }

    for (const { cid, written } of queue) {
      await written
      yield cid
    }
  }

  async *get (cid: CID, options: StoreOptions = {}): AsyncGenerator<Uint8Array> {
    yield await this.bytes(cid, options)
  }

  async *getMany (source: Iterable<CID> | AsyncIterable<CID>, options: StoreOptions = {}): AsyncGenerator<Pair> {
    for await (const { cid, bytes } of this.bytesMany(source, options)) {
      yield { cid, bytes: yieldOnce(bytes) }
    }
  }

  async *getAll (options: StoreOptions = {}): AsyncGenerator<Pair> {
    options.signal?.throwIfAborted()

    for await (const cid of this.keys(options)) {
      yield { cid, bytes: this.get(cid, options) }
    }
  }

  async has (cid: CID, options: StoreOptions = {}): Promise<boolean> {
    return await this.size(cid, options) !== undefined
  }

  async delete (cid: CID, options: StoreOptions = {}): Promise<void> {
    await this.remove([cid], options)
  }

  async *deleteMany (source: Iterable<CID> | AsyncIterable<CID>, options: StoreOptions = {}): AsyncGenerator<CID> {
    const batch: CID[] = []

    for await (const cid of source) {
      options.signal?.throwIfAborted()
      batch.push(cid)

      if (batch.length === PUT_MANY_IN_FLIGHT) {
        await this.remove(batch, options)
        yield* batch.splice(0)
      }
    }

    await this.remove(batch, options)
    yield* batch
  }
}

function* yieldOnce (bytes: Uint8Array): Generator<Uint8Array> {
  yield bytes
}
