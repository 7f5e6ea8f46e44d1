import { IDBBlockstore } from 'blockstore-idb'
import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { KeyedMutex } from '../../async/locks/keyed-mutex.ts'
import { withAnswerTimeout } from '../../async/promises/answer-timeout.ts'
import { toBytes } from '../../bytes/to-bytes.ts'
import { multihashFromKey, multihashKey, rawCid } from '../../cid/hash/multihash-key.ts'
import { isError, NOT_FOUND } from '../../errors/define-error.ts'
import { BaseBlockstore } from '../blockstore/base-blockstore.ts'
import type { Block, BlockstoreStat, StoreOptions, WriteSession } from '../blockstore/blockstore.ts'
import { SessionOwners } from '../blockstore/session-owners.ts'
import type { OnLost } from '../database/database-lost-error.ts'
import { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { unlessFull } from '../quota/if-full.ts'
import { QuotaExceededError } from '../quota/quota-exceeded-error.ts'
import { Quota } from '../quota/quota.ts'
import { IdbJournal } from './idb-journal.ts'
import { IdbSession } from './idb-session.ts'
import type { IdbSessionHost } from './idb-session.ts'

/** The version of the package's database. */
const VERSION = 1

/** A key that no block has, for barrier writes. */
const BARRIER = 'barrier'

/**
 * The blockstore over the unchanged package blockstore-idb: one value and one transaction for each block. Counters and
 * the journal of sessions are in a datastore. A journal row is written before its block, so that a crash leaves no
 * unknown block. After a crash, the first `stat` counts the blocks again.
 */
export class IdbBlockstore extends BaseBlockstore {
  readonly #blocks: IDBBlockstore
  readonly #journal: IdbJournal
  readonly #quota: Quota
  readonly #owners = new SessionOwners<IdbSession>()
  readonly #mutex = new KeyedMutex()
  readonly #unfinished = new Set<Promise<unknown>>()
  /** Blocks that are being written. A session's block can be read before its `put` resolves. */
  readonly #pending = new Map<string, Uint8Array>()
  /** A second connection, for features that the package lacks: see `#barrier`. */
  readonly #database: Database
  readonly #name: string
  #stat?: BlockstoreStat
  #clean?: Promise<void>
  /** The number of block changes so far, and how many of them a barrier made durable. */
  #changes = 0
  #durable = 0

  readonly #host: IdbSessionHost = {
    put: async (session, cid, bytes) => {
      await this.#tracked(this.#putFor(session, cid, bytes))
    },
    prepare: async (session) => {
      await this.flush()
      return this.#journal.commitLog.prepared(this.#owners.blocksOf(session).length > 0 ? session.id : undefined, [])
    },
    keep: async (session) => {
      await this.#barrier()
      await this.#keep(session)
      await this.flush()
    },
    finalize: async (session) => {
      await this.#tracked(this.#keep(session, [session.id]))
    },
    undo: async (session) => {
      for (const key of this.#owners.blocksOf(session)) {
        await this.#mutex.run(key, async () => {
          if (this.#owners.release(key, session)) {
            await this.#delete(key)
          }

          await this.#journal.remove([[session.id, key]])
        })
      }
    }
  }

  private constructor (
    name: string,
    blocks: IDBBlockstore,
    database: Database,
    journal: IdbJournal,
    quota: Quota,
    stat?: BlockstoreStat
  ) {
    super()
    this.#name = name
    this.#database = database
    this.#quota = quota
    this.#blocks = blocks
    this.#journal = journal
    this.#stat = stat
  }

  /**
   * Opens the store.
   *
   * @param datastore - stores counters and journal
   * @param quota - checked before a block is written
   * @param onLost - called if the database is closed by anything but `close`
   */
  static async open (
    name: string,
    datastore: Datastore,
    { quota = new Quota(), onLost }: { quota?: Quota; onLost?: OnLost } = {}
  ): Promise<IdbBlockstore> {
    const blocks = new IDBBlockstore(name, { version: VERSION })
    const journal = new IdbJournal(datastore)
    // Opened first, because it waits with a timeout. The package does not report a lost connection, and blocks
    // deletions of the database. This connection gets both events.
    const database = new Database(
      await openDatabase(globalThis.indexedDB, name, VERSION, async (db) => {
        db.createObjectStore(name)
      }),
      undefined,
      (err) => {
        void blocks.close()
        onLost?.(err)
      }
    )

    try {
      const opening = blocks.open()
      await withAnswerTimeout(async () => {
        await opening
      }, { again: false }).catch((err: unknown) => {
        opening.then(async () => {
          await blocks.close()
        }, () => {})
        throw err
      })
      const store = new IdbBlockstore(name, blocks, database, journal, quota, await journal.counters())
      await store.#recover()
      return store
    } catch (err) {
      database.close()
      await blocks.close()
      throw err
    }
  }

  protected override async write (cid: CID, bytes: Uint8Array, { signal }: StoreOptions = {}): Promise<void> {
    signal?.throwIfAborted()
    const key = multihashKey(cid.multihash.bytes)

    await this.#tracked(this.#mutex.run(key, async () => {
      await this.#journal.remove(this.#owners.disown(key).map(({ id }) => [id, key]))

      if (!await this.#blocks.has(cid)) {
        await this.#insert(cid, bytes)
      }
    }))
  }

  override async bytes (cid: CID, { signal }: StoreOptions = {}): Promise<Uint8Array> {
    signal?.throwIfAborted()
    return this.#pending.get(multihashKey(cid.multihash.bytes)) ?? await toBytes(this.#blocks.get(cid, { signal }))
  }

  override async *bytesMany (
    cids: Iterable<CID> | AsyncIterable<CID>,
    options: StoreOptions = {}
  ): AsyncGenerator<Block> {
    for await (const cid of cids) {
      yield { cid, bytes: await this.bytes(cid, options) }
    }
  }

  override async size (cid: CID, options: StoreOptions = {}): Promise<number | undefined> {
    try {
      return (await this.bytes(cid, options)).byteLength
    } catch (err) {
      if (isError(err, NOT_FOUND)) {
        return
      }

      throw err
    }
  }

  override async has (cid: CID, { signal }: StoreOptions = {}): Promise<boolean> {
    signal?.throwIfAborted()
    return this.#pending.has(multihashKey(cid.multihash.bytes)) || await this.#blocks.has(cid, { signal })
  }

  override async *keys (options: StoreOptions = {}): AsyncGenerator<CID> {
    await Promise.allSettled(this.#unfinished)

    for await (const { cid } of this.#blocks.getAll(options)) {
      yield cid
    }
  }

  override session (): WriteSession {
    return new IdbSession(this.#journal.commitLog.newName(), this.#host)
  }

  override async remove (cids: Iterable<CID> | AsyncIterable<CID>, { signal }: StoreOptions = {}): Promise<void> {
    for await (const cid of cids) {
      signal?.throwIfAborted()
      const key = multihashKey(cid.multihash.bytes)

      await this.#mutex.run(key, async () => {
        await this.#journal.remove(this.#owners.disown(key).map(({ id }) => [id, key]))
        await this.#delete(key)
      })
    }

    signal?.throwIfAborted()
  }

  override async flush (): Promise<void> {
    await Promise.allSettled(this.#unfinished)
    await this.#barrier()

    if (this.#clean != null) {
      this.#clean = undefined

      const stat = this.#stat

      if (stat != null) {
        // Without room the counters stay deleted, and the next start counts again.
        await unlessFull(async () => {
          await this.#journal.setCounters(stat)
        })
      }
    }
  }

  override async stat (): Promise<BlockstoreStat> {
    await Promise.allSettled(this.#unfinished)
    this.#stat ??= await countBlocks(this)
    return { ...this.#stat }
  }

  override async close (): Promise<void> {
    await this.flush().finally(async () => {
      this.#database.close()
      await this.#blocks.close()
    })
  }

  /** Commits a session: its blocks belong to the store from now on. */
  async #keep (session: IdbSession, committed: string[] = []): Promise<void> {
    const rows = this.#owners.blocksOf(session).flatMap((key) =>
      this.#owners.disown(key).map(({ id }): [string, string] => [id, key])
    )
    await this.#journal.remove(rows, committed)
  }

  /** Ends the sessions that a crash left open: commits those in the commit log, and rolls back the others. */
  async #recover (): Promise<void> {
    const committed = [...await this.#journal.commitLog.names()]
    const kept: Array<[session: string, key: string]> = []
    const left = new Map<string, IdbSession>()
    let room = true

    for await (const [session, key] of this.#journal.rows()) {
      if (committed.includes(session)) {
        kept.push([session, key])
        continue
      }

      room = room && await unlessFull(async () => {
        const holds = await Promise.all(committed.map(async (id) => await this.#journal.has(id, key)))

        if (!holds.includes(true)) {
          await this.#delete(key)
        }

        await this.#journal.remove([[session, key]])
      })

      if (!room) {
        // A full disk must not keep the store closed. The session stays open, and the next opening tries again.
        left.set(session, left.get(session) ?? new IdbSession(session, this.#host))
        this.#owners.put(key, left.get(session)!, false)
      }
    }

    // Last: until then these rows protect blocks that they share with sessions that are rolled back.
    if (left.size === 0) {
      await unlessFull(async () => {
        await this.#journal.remove(kept, committed)
      })
    }
  }

  async #putFor (session: IdbSession, cid: CID, bytes: Uint8Array): Promise<void> {
    const key = multihashKey(cid.multihash.bytes)
    this.#pending.set(key, bytes)

    await this.#mutex.run(key, async () => {
      const present = await this.#blocks.has(cid)

      if (this.#owners.put(key, session, present)) {
        await this.#journal.add(session.id, key)
      }

      if (!present) {
        await this.#insert(cid, bytes)
      }
    }).finally(() => {
      if (this.#pending.get(key) === bytes) {
        this.#pending.delete(key)
      }
    })
  }

  async #insert (cid: CID, bytes: Uint8Array): Promise<void> {
    await this.#quota.ensure(bytes.byteLength)
    await this.#soil()

    try {
      // Copies views, because structured cloning of a view writes its whole buffer.
      await this.#blocks.put(cid, bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice())
    } catch (err) {
      throw (err as Error).message.includes('QuotaExceeded')
        ? new QuotaExceededError((err as Error).message, { cause: err })
        : err
    }

    this.#changes++

    if (this.#stat != null) {
      this.#stat.blocks++
      this.#stat.bytes += bytes.byteLength
    }
  }

  async #delete (key: string): Promise<void> {
    const cid = rawCid(multihashFromKey(key))
    // The file of the value may be missing. Then the freed size is unknown.
    const size = await this.size(cid).catch(() => 'unreadable' as const)

    if (size != null) {
      await this.#soil()
      await this.#blocks.delete(cid)
      this.#changes++

      if (size === 'unreadable') {
        this.#stat = undefined
      } else if (this.#stat != null) {
        this.#stat.blocks--
        this.#stat.bytes -= size
      }
    }
  }

  /** Makes earlier writes durable with a strict transaction, because the package writes with relaxed durability. */
  async #barrier (): Promise<void> {
    const changes = this.#changes

    if (changes === this.#durable) {
      return
    }

    // A transaction without a write might not reach the disk at all.
    const isWritten = await unlessFull(async () => {
      await this.#database.write('flush', [this.#name], 'strict', async (tx) => {
        tx.objectStore(this.#name).put(new Uint8Array(0), BARRIER)
        tx.objectStore(this.#name).delete(BARRIER)
      })
    })

    if (!isWritten) {
      // Deletes need no room.
      await this.#database.write('flush', [this.#name], 'strict', async (tx) => {
        tx.objectStore(this.#name).delete(BARRIER)
      })
    }

    this.#durable = changes
  }

  /** Invalidates the stored counters before the first change. */
  async #soil (): Promise<void> {
    this.#clean ??= this.#journal.forgetCounters()
    await this.#clean
  }

  async #tracked (work: Promise<void>): Promise<void> {
    this.#unfinished.add(work)

    try {
      await work
    } finally {
      this.#unfinished.delete(work)
    }
  }
}

async function countBlocks (store: BaseBlockstore): Promise<BlockstoreStat> {
  const stat = { blocks: 0, bytes: 0 }

  for await (const cid of store.keys()) {
    stat.blocks++
    stat.bytes += await store.size(cid).catch(() => undefined) ?? 0
  }

  return stat
}
