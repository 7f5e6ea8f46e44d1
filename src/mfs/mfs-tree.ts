import type { CID } from 'multiformats/cid'
import { PathLocks } from '../async/path-locks.ts'
import type { LockedPath } from '../async/path-locks.ts'
import { ReadWriteLock } from '../async/read-write-lock.ts'
import type { Release } from '../async/read-write-lock.ts'
import { blockReader } from '../blocks/block-reader.ts'
import type { BlockReader } from '../blocks/block-reader.ts'
import { errorMessage } from '../go/error-message.ts'
import { eachLink } from '../ipld/links.ts'
import { collectHeld } from '../repo/gc/collect-held.ts'
import { withWriteSession } from '../repo/with-write-session.ts'
import type { WriteBounds } from '../store/blockstore.ts'
import { BasicDirectory } from '../unixfs/change/directory/basic-directory.ts'
import { readDirectory } from '../unixfs/change/directory/read-directory.ts'
import { CID_V0 } from '../unixfs/change/hashing.ts'
import type { NodeStore } from '../unixfs/change/node-store.ts'
import { loadNode } from '../unixfs/read/load-node.ts'
import { fetching } from './fetching.ts'
import { LatelyWritten } from './lately-written.ts'
import { NotStoredError } from './mfs-errors.ts'
import type { MfsOptions } from './mfs-options.ts'
import type { MfsRepo } from './mfs-repo.ts'
import { RootRecord } from './root-record.ts'
import type { Root } from './root-record.ts'
import { mfsSettings } from './settings.ts'
import { Change } from './tree/change.ts'
import type { DirectoryInode, Inode } from './tree/inode.ts'
import { inodeCids } from './tree/inode-cids.ts'
import { nodeOf } from './tree/nodes.ts'

/** Files and directories in memory before they are forgotten. */
const MAX_CACHED = 4096

/** What becomes of a tree whose root is not here: nobody else has it, as a rule. */
export interface LostRoots {
  /** Without peers to ask, an empty tree takes the place of one that is not here in any state. */
  isOffline?: boolean
  /** told of it: `kept` takes its place, an earlier root or none */
  onLost?: (lost: CID, kept: CID | undefined) => Promise<void>
}

/** What a change of the tree is made with. */
export interface TreeWrites {
  /** takes a block */
  put: NodeStore['put']
  /** Changes the tree. A block that is missing is an error, and then it may be called again. */
  change: <T>(job: Job<T>) => Promise<T>
}

interface Held {
  change: Change
  unlock: Release
}

type Job<T> = (root: DirectoryInode, change: Change) => Promise<T> | T

/**
 * The tree of mutable files, in memory as far as it was looked at since it was flushed, and who may change it when.
 *
 * One change at a time runs over the tree, and happens as a whole: its blocks are durable, then its root is, and when anything
 * goes wrong before, blocks and tree are as they were. Nobody waits for the network meanwhile: a change that misses a block is
 * taken back, the block is fetched, and it is done again. What takes long, the content of a file, is written beside it.
 */
export class MfsTree {
  /** what writes into files have made last */
  readonly lately = new LatelyWritten()
  readonly #repo: MfsRepo
  readonly #local: BlockReader
  readonly #lock = new ReadWriteLock()
  readonly #paths = new PathLocks()
  readonly #record: RootRecord
  readonly #lost: LostRoots
  #root: DirectoryInode | undefined
  #published: CID | undefined
  /** what a tree is to have that is not written yet: in place of all that is here this is kept */
  #next: CID[] | undefined
  /** what came into caches since they were emptied */
  #looked = 0

  constructor (repo: MfsRepo, lost: LostRoots = {}) {
    this.#repo = repo
    this.#record = new RootRecord(repo)
    this.#lost = lost
    this.#local = blockReader(repo.blockstore, undefined)
    repo.gcRoots.add('present', async () => await this.#gcRoots())
  }

  /** Waits until nobody changes a file there, and keeps others from it. Taken before anything else. */
  async lockPaths (paths: readonly LockedPath[], signal: AbortSignal): Promise<Release> {
    return await this.#paths.acquire(paths, signal)
  }

  /** Looks at the tree. What has changed and was not stored is stored first, where the look needs its CID. */
  async look<T> (job: Job<T>, options: MfsOptions): Promise<T> {
    const refuse = async (): Promise<never> => { throw new NotStoredError() }

    try {
      return await fetching(options, async () => await this.#run(job, refuse, options.signal))
    } catch (err) {
      if ((err as Error).name !== 'NotStoredError') {
        throw err
      }
    }

    return await this.change(job, options)
  }

  /** What a change would do: nothing of it stays. */
  async rehearse<T> (job: Job<T>, options: MfsOptions): Promise<T> {
    return await fetching(options, async () => await this.#run(async (root, change) => {
      try {
        return await job(root, change)
      } finally {
        change.undo()
      }
    }, async () => {}, options.signal, { stores: false }))
  }

  /** Changes the tree. @param bounds - of what is written for it */
  async change<T> (job: Job<T>, options: MfsOptions, bounds?: WriteBounds): Promise<T> {
    return await fetching(options, async () => await this.withWrites(options.signal, async ({ change }) => await change(job), bounds))
  }

  /**
   * Removes what of an entry nothing else needs, before the change that takes it away is written, and all garbage: on a disk that is wholly full deletes
   * alone pass, and a change writes directories. Where it cannot be written afterwards either, the entry is still there, and of its content its root alone.
   *
   * @param find - gives the entry
   * @param job - the change
   * @returns false when it is not known what must be kept: nothing is removed then
   * @throws the signal's reason, and what these throw; nothing is removed then
   */
  async letGo (find: Job<Inode>, job: Job<void>, { signal }: { signal: AbortSignal }): Promise<boolean> {
    const release = await this.#repo.gcLock.write(signal)

    try {
      const unlock = await this.#lock.write(signal)
      const links: CID[] = []
      const change = new Change({ blocks: this.#local, put: async (cid, bytes) => { links.push(...eachLink(cid, bytes)) }, signal, limits: mfsSettings(this.#repo.config).limits })

      try {
        const root = await this.#open(signal)
        const present = await this.#gcRoots()
        const entry = await find(root, change)
        const cid = entry.kind === 'file' ? entry.link.cid : entry.directory.saved?.cid
        await job(root, change)
        // what is not flushed leads to its blocks by what is in memory alone
        this.#next = [...links, ...inodeCids(root)]
        return await collectHeld(this.#repo, { signal, report: () => {} }, { letGo: cid == null ? [] : [cid], present })
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
   * Opens a place for blocks, which stay with the change of the tree that ends the job, and go when it fails. The tree is held
   * from then until all is durable.
   */
  async withWrites<T> (signal: AbortSignal, job: (writes: TreeWrites) => Promise<T>, bounds?: WriteBounds): Promise<T> {
    let held: Held | undefined
    let next: Root | undefined

    try {
      const result = await withWriteSession(this.#repo, signal, async ({ put, mark }) => await job({
        put,
        change: async (job) => {
          const { result, ...rest } = await this.#hold(job, put, signal)
          const { published } = rest.change
          held = rest

          if (published != null) {
            const root = next = await this.#record.next(published, this.#published)
            mark(this.#record.markOf(root), async (along) => { await this.#record.write(root, along) })
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

  /** A disk that fails in the middle may have kept the root nevertheless: then the tree has to be what is kept. */
  async #takeBack (change: Change | undefined): Promise<void> {
    const kept = change?.published == null ? undefined : await this.#record.current().catch(() => undefined)

    if (kept != null && change?.published?.equals(kept) === true) {
      this.#published = kept
    } else {
      change?.undo()
    }
  }

  /** Puts another root in place of all that is there, flushed or not. */
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
   * Does something with the tree, and keeps others from it. When it fails, nothing has happened and nobody is kept.
   *
   * @param how.stores - what is put can be read; a tree that is forgotten where that is not so could not be looked at
   */
  async #hold<T> (job: Job<T>, put: NodeStore['put'], signal: AbortSignal, { stores } = { stores: true }): Promise<Held & { result: T }> {
    const unlock = await this.#lock.write(signal)
    let change: Change | undefined

    try {
      change = new Change({ blocks: this.#local, put, signal, limits: mfsSettings(this.#repo.config).limits })
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
      this.#looked += change?.cached ?? 0
    }
  }

  /** The cache of a directory is emptied when it is flushed; one that nobody flushes must not grow for ever. */
  async #forget (root: DirectoryInode, change: Change): Promise<void> {
    if (this.#looked > MAX_CACHED) {
      await nodeOf(root, change, true)
      this.#looked = 0
    }
  }

  async #open (signal: AbortSignal): Promise<DirectoryInode> {
    if (this.#root == null) {
      this.#published = await this.#kept()
      this.#root = { kind: 'directory', name: '', parent: undefined, directory: await this.#read(this.#published, signal), cache: new Map() }
    }

    return this.#root
  }

  /**
   * The root that counts. Where its block is gone, as a power cut can take what was written last, it is the newest one before of
   * which that is not so: a root is written after all that is below it.
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

    // a full disk does not keep the tree shut; it is noted at the next start then
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
      const node = await loadNode(root, { blocks: this.#local, signal })

      if (node.kind === 'directory') {
        return readDirectory(node)
      }
    } catch (err) {
      throw new Error(`error loading filesroot from dagservice: ${errorMessage(err)}`, { cause: err })
    }

    throw new Error("root can't be a file (unixfs type: File)")
  }

  /** What is published, and all that is in memory and may not be in it. Nothing changes meanwhile: the collector holds writers off. */
  async #gcRoots (): Promise<CID[]> {
    if (this.#next != null) {
      return this.#next
    }

    const kept = this.#root == null ? await this.#kept() : this.#published
    return [...(kept == null ? [] : [kept]), ...(this.#root == null ? [] : inodeCids(this.#root))]
  }
}
