import type { CID } from 'multiformats/cid'
import { TaskBatch } from '../../async/locks/task-batch.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { Database, requestResult, requestResults } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { SmallBlockCache } from './small-block-cache.ts'

const BLOCKS = 'blocks'
const USES = 'uses'
const FACTS = 'facts'

/** Limits how often the last use of a block is written. */
const USE_STEP_MS = 60_000
/** The share of the cache that one eviction frees, so that evictions are few. */
const EVICT_PART = 0.1
/** Writes are batched for this long, or up to this many bytes. */
const WRITE_AFTER_MS = 50
const WRITE_AT_BYTES = 2 * 1024 * 1024

/** Read transactions at once. Reads that arrive meanwhile share the next one. */
const READS = 2

interface Use {
  size: number
  at: number
}

/**
 * A persistent LRU cache, bounded by bytes, for blocks that can be fetched again. Also stores a few facts that belong
 * to them. Best effort: a failed write leaves no trace, and a lost block is fetched again.
 */
export class BlockCache {
  readonly #database: Database
  readonly #maxBytes: number
  readonly #now: () => number
  /** By multihash, stored or being written, least recently used first. */
  readonly #uses: Map<string, Use>
  readonly #waiting = new Map<string, Uint8Array>()
  readonly #reads = new TaskBatch((keys) => this.#read(keys), { atOnce: READS })
  /** Small blocks in memory that match their CIDs, by multihash. Users add them. Dropped blocks leave it. */
  readonly verified = new SmallBlockCache()
  /** Facts that are not written yet. */
  readonly #waitingFacts = new Map<string, { value: unknown }>()
  #waitingBytes = 0
  #bytes: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #writing: Promise<void> = Promise.resolve()

  private constructor (database: Database, uses: Map<string, Use>, maxBytes: number, now: () => number) {
    this.#database = database
    this.#uses = uses
    this.#maxBytes = maxBytes
    this.#now = now
    this.#bytes = [...uses.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /**
   * Opens the cache.
   *
   * @throws if the browser has no storage for this origin
   */
  static async open (
    name: string,
    { maxBytes, indexedDB = globalThis.indexedDB, now = Date.now }: {
      maxBytes: number
      indexedDB?: IDBFactory
      now?: () => number
    }
  ): Promise<BlockCache> {
    const database = new Database(
      await openDatabase(indexedDB, name, 1, async (db) => {
        ;[BLOCKS, USES, FACTS].forEach((store) => {
          db.createObjectStore(store)
        })
      })
    )
    const store = database.read([USES]).objectStore(USES)
    const [keys, uses] = await Promise.all([
      requestResult(store.getAllKeys()),
      requestResult(store.getAll() as IDBRequest<Use[]>)
    ])
    const rows = keys.map((key, i) => [key as string, uses[i]] as const).sort(([, a], [, b]) => a.at - b.at)
    return new BlockCache(database, new Map(rows), maxBytes, now)
  }

  /** The total bytes of all blocks. */
  get bytes (): number {
    return this.#bytes
  }

  /** Returns the size of a block in bytes; undefined if it is not cached. */
  size (cid: CID): number | undefined {
    return this.#uses.get(multihashKeyOf(cid))?.size
  }

  /** Returns blocks in the order of the CIDs, undefined for missing ones. */
  async get (cids: readonly CID[]): Promise<Array<Uint8Array | undefined>> {
    const keys = cids.map(multihashKeyOf)

    if (!keys.some((key) => this.#uses.has(key) && !this.#waiting.has(key))) {
      return keys.map((key) => this.#waiting.get(key))
    }

    const read = await this.#reads.add(keys.filter((key) => this.#uses.has(key) && !this.#waiting.has(key)))
    const found = keys.map((key) => this.#waiting.get(key) ?? read.get(key))

    found.forEach((bytes, i) => {
      if (bytes != null) {
        this.#use(keys[i], bytes.byteLength)
      }
    })

    return found
  }

  async #read (keys: string[]): Promise<Map<string, Uint8Array | undefined>> {
    const store = this.#database.read([BLOCKS]).objectStore(BLOCKS)
    const found = await requestResults(keys.map((key) => store.get(key) as IDBRequest<Uint8Array | undefined>))
    return new Map(keys.map((key, i) => [key, found[i]]))
  }

  /** Adds a block and evicts others if necessary. It can be read at once. Writing continues in the background. */
  put (cid: CID, bytes: Uint8Array): void {
    const key = multihashKeyOf(cid)

    if (this.#uses.has(key) || bytes.byteLength > this.#maxBytes) {
      return
    }

    this.#uses.set(key, { size: bytes.byteLength, at: this.#now() })
    this.#bytes += bytes.byteLength
    this.#waiting.set(key, bytes)
    this.#waitingBytes += bytes.byteLength

    if (this.#waitingBytes >= WRITE_AT_BYTES) {
      void this.flush()
    } else {
      this.#timer ??= setTimeout(() => {
        void this.flush()
      }, WRITE_AFTER_MS)
    }
  }

  /** Deletes a block after its bytes turned out not to match its CID. */
  drop (cid: CID): void {
    const key = multihashKeyOf(cid)
    this.verified.forget([key])
    this.#forget([key])
    this.#write('drop', async (tx) => {
      await this.#delete(tx, [key])
    })
  }

  /** Returns a small fact that belongs to the blocks; undefined if there is none. */
  async fact<T> (name: string): Promise<T | undefined> {
    const waiting = this.#waitingFacts.get(name)

    if (waiting != null) {
      return waiting.value as T
    }

    return await requestResult(this.#database.read([FACTS]).objectStore(FACTS).get(name) as IDBRequest<T | undefined>)
  }

  /** Stores a fact. It can be read at once. Writing continues in the background. */
  setFact (name: string, value: unknown): void {
    const fact = { value }
    this.#waitingFacts.set(name, fact)

    const ended = (): void => {
      if (this.#waitingFacts.get(name) === fact) {
        this.#waitingFacts.delete(name)
      }
    }

    this.#write(
      'fact',
      async (tx) => {
        await requestResult(tx.objectStore(FACTS).put(value, name))
      },
      ended,
      ended
    )
  }

  /** Resolves when all earlier puts are written, or have failed. */
  async flush (): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const blocks = [...this.#waiting]
    const gone = this.#evict()

    if (blocks.length > 0 || gone.length > 0) {
      this.#waitingBytes = 0

      this.#write('blocks', async (tx) => {
        await this.#delete(tx, gone)
        const stays = blocks.filter(([key]) => this.#uses.has(key))
        await Promise.all(
          stays.flatMap((
            [key, bytes]
          ) => [
            requestResult(tx.objectStore(BLOCKS).put(bytes, key)),
            requestResult(tx.objectStore(USES).put(this.#uses.get(key), key))
          ])
        )
      }, () => {
        blocks.forEach(([key]) => {
          this.#waiting.delete(key)
        })
      }, () => {
        this.#forget(blocks.map(([key]) => key))
      })
    }

    await this.#writing
  }

  async close (): Promise<void> {
    await this.flush()
    this.#database.close()
  }

  #use (key: string, size: number): void {
    const use = this.#uses.get(key) ?? { size, at: 0 }
    const at = this.#now()
    // Reinserts it as the most recently used.
    this.#uses.delete(key)
    this.#uses.set(key, use)

    if (at - use.at >= USE_STEP_MS) {
      use.at = at
      this.#write('use', async (tx) => {
        await requestResult(tx.objectStore(USES).put(use, key))
      })
    }
  }

  /** Evicts the least recently used blocks if there are too many bytes. Returns their keys. */
  #evict (): string[] {
    const gone: string[] = []

    if (this.#bytes > this.#maxBytes) {
      let left = this.#bytes

      for (const [key, { size }] of this.#uses) {
        if (left <= this.#maxBytes * (1 - EVICT_PART)) {
          break
        }

        gone.push(key)
        left -= size
      }

      this.#forget(gone)
    }

    return gone
  }

  #forget (keys: string[]): void {
    for (const key of keys) {
      this.#bytes -= this.#uses.get(key)?.size ?? 0
      this.#uses.delete(key)
      this.#waiting.delete(key)
    }
  }

  async #delete (tx: IDBTransaction, keys: string[]): Promise<void> {
    await Promise.all(
      keys.flatMap((
        key
      ) => [requestResult(tx.objectStore(BLOCKS).delete(key)), requestResult(tx.objectStore(USES).delete(key))])
    )
  }

  /** Runs one write at a time. A full disk or a lost database must not fail readers. */
  #write (
    label: string,
    body: (tx: IDBTransaction) => Promise<void>,
    done: () => void = () => {},
    failed: () => void = () => {}
  ): void {
    this.#writing = this.#writing.then(async () => {
      await this.#database.write(label, [BLOCKS, USES, FACTS], 'relaxed', body)
    }).then(done, failed)
  }
}

function multihashKeyOf (cid: CID): string {
  return multihashKey(cid.multihash.bytes)
}
