import type { CID } from 'multiformats/cid'
import { PathLocks } from '../async/locks/path-locks.ts'
import type { LockedPath } from '../async/locks/path-locks.ts'
import { ReadWriteLock } from '../async/locks/read-write-lock.ts'
import type { Release } from '../async/locks/read-write-lock.ts'
import { blockReader } from '../blocks/reader/block-reader.ts'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import type { ConfigStore } from '../config/config-store.ts'
import { isError } from '../errors/define-error.ts'
import { errorMessage } from '../go/text/error-message.ts'
import { eachLink } from '../ipld/registry/links.ts'
import { collectLocked } from '../repo/gc/collect-locked.ts'
import type { Repo } from '../repo/repo.ts'
import { withWriteSession } from '../repo/with-write-session.ts'
import type { WriteBounds } from '../store/blockstore/blockstore.ts'
import { BasicDirectory } from '../unixfs/change/directory/basic-directory.ts'
import { readDirectory } from '../unixfs/change/directory/read-directory.ts'
import { CID_V0 } from '../unixfs/change/hashing.ts'
import type { NodeStore } from '../unixfs/change/node-store.ts'
import { loadNode } from '../unixfs/read/file/load-node.ts'
import { NotStoredError } from './mfs-errors.ts'
import type { MfsOptions } from './mfs-options.ts'
import { RecentWritesCache } from './recent-writes-cache.ts'
import { configuredHashing } from './requested-hashing.ts'
import { RootRecord } from './root-record.ts'
import type { Root } from './root-record.ts'
import { mfsSettings } from './settings.ts'
import { Change } from './tree/change.ts'
import { inodeCids } from './tree/inode-cids.ts'
import type { DirectoryInode, Inode } from './tree/inode.ts'
import { directoryWithHashing } from './tree/make-directory.ts'
import { nodeOf } from './tree/nodes.ts'
import { withMissingBlocks } from './with-missing-blocks.ts'

/** A repo with its configuration. */
export interface MfsRepo extends Repo {
  readonly config: ConfigStore
}

/** The number of files and directories in memory above which the caches are emptied. */
const MAX_CACHED = 4096

/** Controls the recovery of a tree with a missing root block. Usually no other peer has that block. */
export interface LostRoots {
  /** Without peers to fetch from, an empty tree replaces a root without any earlier root in the store. */
  isOffline?: boolean
  /** Called with the lost root and its replacement `kept`: an earlier root, or undefined for an empty tree. */
  onLost?: (lost: CID, kept: CID | undefined) => Promise<void>
}

/** The functions that a job writes with. */
export interface TreeWrites {
  /** Stores a block. */
  put: NodeStore['put']
  /** Changes the tree. Throws if a block is missing; may be called again then. */
  change: <T>(job: Job<T>) => Promise<T>
}

interface MemoryReport {
  change: Change
  unlock: Release
}

type Job<T> = (root: DirectoryInode, change: Change) => Promise<T> | T

/**
 * The MFS tree. Caches the nodes that were read since the last flush in memory. Controls concurrent access.
 *
 * One change at a time runs on the tree, as an atomic step: first its blocks are durable, then its root. If anything
 * fails before, blocks and tree are rolled back. The lock is never held during network access: if a change misses a
 * block, it is rolled back, the block is fetched, and the change is repeated. Slow work, for example writing file
 * content, happens outside of the lock.
 */
export class MfsTree {
  /** Blocks of recent writes into files. */
  readonly recentWrites = new RecentWritesCache()
  /** Reads stored blocks only. */
  readonly local: BlockReader
  readonly #repo: MfsRepo
  readonly #lock = new ReadWriteLock()
  readonly #paths = new PathLocks()
  readonly #record: RootRecord
  readonly #lost: LostRoots
  #root: DirectoryInode | undefined
  #published: CID | undefined
  /** The roots of a future tree that is not written yet. Garbage collection uses them in place of the current ones. */
  #next: CID[] | undefined
  /** The number of nodes that were cached since the caches were emptied. */
  #cachedNodes = 0

  constructor (repo: MfsRepo, lost: LostRoots = {}) {
    this.#repo = repo
    this.#record = new RootRecord(repo)
    this.#lost = lost
    this.local = blockReader(repo.blockstore, undefined)
  }

  /** Locks paths, so that no other command changes files there. Taken before any other lock. */
  async lockPaths (paths: readonly LockedPath[], signal: AbortSignal): Promise<Release> {
    return await this.#paths.acquire(paths, signal)
  }

  /** Runs a job that reads the tree. If the job needs the CID of a node with unflushed changes, stores them first. */
  async look<T> (job: Job<T>, options: MfsOptions): Promise<T> {
    const refuse = async (): Promise<never> => {
      throw new NotStoredError()
    }

    try {
      return await withMissingBlocks(options, async () => await this.#run(job, refuse, options.signal))
    } catch (err) {
      if (!isError(err, NotStoredError)) {
        throw err
      }
    }

    return await this.change(job, options)
  }

  /**
   * Runs a change and rolls it back (dry run).
   *
   * @throws BlockNotFoundError for a block that is not stored: nothing is fetched
   */
  async rehearse<T> (job: Job<T>, signal: AbortSignal): Promise<T> {
    return await this.#run(
      async (root, change) => {
        try {
          return await job(root, change)
        } finally {
          change.undo()
        }
      },
      async () => {},
      signal,
      { stores: false }
    )
  }

  /**
   * Runs a change of the tree.
   *
   * @param bounds - limits of its writes
   */
  async change<T> (job: Job<T>, options: MfsOptions, bounds?: WriteBounds): Promise<T> {
    return await withMissingBlocks(
      options,
      async () => await this.withWrites(options.signal, async ({ change }) => await change(job), bounds)
    )
  }

  /**
   * Deletes all garbage, and the blocks of an entry that nothing else needs, before the entry itself is removed. On a
   * full disk only deletes succeed, while a change has to write directories. If even then the change cannot be written,
   * the entry remains, with only the root of its content.
   *
   * @param find - returns the entry
   * @param job - the change
   * @returns false if the roots of garbage collection are unknown; nothing is deleted then
   * @throws the signal's reason, and errors of the jobs; nothing is deleted then
   */
  async removeContent (find: Job<Inode>, job: Job<void>, { signal }: { signal: AbortSignal }): Promise<boolean> {
    const release = await this.#repo.gcLock.write(signal)

    try {
      const unlock = await this.#lock.write(signal)
      const links: CID[] = []
      const change = new Change({
        blocks: this.local,
        put: async (cid, bytes) => {
          links.push(...eachLink(cid, bytes))
        },
        signal,
        limits: mfsSettings(this.#repo.config).limits
      })

      try {
        const root = await this.#open(signal)
        const present = await this.gcRoots()
        const entry = await find(root, change)
        const cid = entry.kind === 'file' ? entry.link.cid : entry.directory.saved?.cid
        await job(root, change)
        // Unflushed nodes are only reachable from memory.
        this.#next = [...links, ...inodeCids(root)]
        return await collectLocked(this.#repo, { signal, report: () => {} }, {
          removing: cid == null ? [] : [cid],
          present
        })
      } finally {
        this.#next = undefined
        change.undo()
        unlock()
      }
    } finally {
      release()
    }
  }

  /**
   * Runs a job with a write session. The session is committed together with the tree change at its end, and rolled back
   * if the job fails. The tree is locked from the change until everything is durable.
   */
  async withWrites<T> (signal: AbortSignal, job: (writes: TreeWrites) => Promise<T>, bounds?: WriteBounds): Promise<T> {
    let held: MemoryReport | undefined
    let next: Root | undefined

    try {
      const result = await withWriteSession(this.#repo, signal, async ({ put, mark }) =>
        await job({
          put,
          change: async (job) => {
            const { result, ...rest } = await this.#hold(job, put, signal)
            const { published } = rest.change
            held = rest

            if (published != null) {
              const root = next = await this.#record.next(published, this.#published)
              mark(this.#record.markOf(root), async (along) => {
                await this.#record.write(root, along)
              })
            }

            return result
          }
        }), { bounds })

      this.#published = held?.change.published ?? this.#published

      if (next != null) {
        this.#record.marked(next)
      }

      return result
    } catch (err) {
      await this.#takeBack(held?.change)
      throw err
    } finally {
      held?.unlock()
    }
  }

  /**
   * Rolls back a failed change. If the disk failed during the commit, the root may have been written nevertheless. Then
   * the tree stays as written.
   */
  async #takeBack (change: Change | undefined): Promise<void> {
    const kept = change?.published == null ? undefined : await this.#record.current().catch(() => undefined)

    if (kept != null && change?.published?.equals(kept) === true) {
      this.#published = kept
    } else {
      change?.undo()
    }
  }

  /** Replaces the root, and drops all cached and unflushed nodes. */
  async replace (root: CID, signal: AbortSignal): Promise<CID | undefined> {
    const unlock = await this.#lock.write(signal)

    try {
      const before = await this.#record.current()
      await this.#record.write(await this.#record.next(root, before))
      this.#root = undefined
      return before
    } finally {
      unlock()
    }
  }

  async #run<T> (job: Job<T>, put: NodeStore['put'], signal: AbortSignal, how?: { stores: boolean }): Promise<T> {
    const { result, unlock } = await this.#hold(job, put, signal, how)
    unlock()
    return result
  }

  /**
   * Runs a job on the tree, and returns with the tree still locked. If the job fails, it is rolled back and unlocked.
   *
   * @param how.stores - whether put blocks can be read back; if not, the caches must not be emptied
   */
  async #hold<T> (
    job: Job<T>,
    put: NodeStore['put'],
    signal: AbortSignal,
    { stores } = { stores: true }
  ): Promise<MemoryReport & { result: T }> {
    const unlock = await this.#lock.write(signal)
    let change: Change | undefined

    try {
      change = new Change({ blocks: this.local, put, signal, limits: mfsSettings(this.#repo.config).limits })
      const root = await this.#open(signal)

      if (stores) {
        await this.#forget(root, change)
      }

      const result = await job(root, change)
      return { result, change, unlock }
    } catch (err) {
      change?.undo()
      unlock()
      throw err
    } finally {
      this.#cachedNodes += change?.cached ?? 0
    }
  }

  /** Empties the caches when they are too large. Usually a flush does that, but a directory may never be flushed. */
  async #forget (root: DirectoryInode, change: Change): Promise<void> {
    if (this.#cachedNodes > MAX_CACHED) {
      await nodeOf(root, change, true)
      this.#cachedNodes = 0
    }
  }

  async #open (signal: AbortSignal): Promise<DirectoryInode> {
    if (this.#root == null) {
      this.#published = await this.#kept()
      this.#root = {
        kind: 'directory',
        name: '',
        parent: undefined,
        directory: this.#configured(await this.#read(this.#published, signal)),
        cache: new Map()
      }
    }

    return this.#root
  }

  /** Applies the CID settings of the configuration to the root, which Kubo 0.41 does at its start. */
  #configured (directory: DirectoryInode['directory']): DirectoryInode['directory'] {
    const hashing = configuredHashing(this.#repo.config)
    return hashing == null || (hashing.version === directory.hashing.version && hashing.hash === directory.hashing.hash)
      ? directory
      : directoryWithHashing(directory, hashing)
  }

  /**
   * Returns the current root. If its block is missing, for example after a power cut, returns the newest earlier root
   * with an existing block. A root is written after all nodes below it.
   */
  async #kept (): Promise<CID | undefined> {
    const { blockstore } = this.#repo
    const current = await this.#record.current()

    if (current == null || await blockstore.has(current)) {
      return current
    }

    const kept = await this.#newestOf(await this.#record.earlier())

    if (kept == null && this.#lost.isOffline !== true) {
      return current
    }

    // A full disk must not keep the tree closed. The next start records it.
    await this.#roll(current, kept).catch(() => {})
    return kept
  }

  async #newestOf (roots: CID[]): Promise<CID | undefined> {
    for (const cid of roots) {
      if (await this.#repo.blockstore.has(cid)) {
        return cid
      }
    }
  }

  async #roll (lost: CID, kept: CID | undefined): Promise<void> {
    await this.#lost.onLost?.(lost, kept)
    await this.#record.write(await this.#record.next(kept, lost))
  }

  async #read (root: CID | undefined, signal: AbortSignal): Promise<BasicDirectory | ReturnType<typeof readDirectory>> {
    if (root == null) {
      return BasicDirectory.empty(CID_V0)
    }

    try {
      const node = await loadNode(root, { blocks: this.local, signal })

      if (node.kind === 'directory') {
        return readDirectory(node)
      }
    } catch (err) {
      throw new Error(`error loading filesroot from dagservice: ${errorMessage(err)}`, { cause: err })
    }

    throw new Error("root can't be a file (unixfs type: File)")
  }

  /**
   * Returns the published root, and the CIDs of all nodes in memory that it may not contain. Nothing changes meanwhile:
   * garbage collection holds off writers.
   */
  async gcRoots (): Promise<CID[]> {
    if (this.#next != null) {
      return this.#next
    }

    const kept = this.#root == null ? await this.#kept() : this.#published
    return [...(kept == null ? [] : [kept]), ...(this.#root == null ? [] : inodeCids(this.#root))]
  }
}
