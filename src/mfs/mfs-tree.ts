import type { CID } from 'multiformats/cid'
import { PathLocks } from '../async/path-locks.ts'
import type { LockedPath } from '../async/path-locks.ts'
import { ReadWriteLock } from '../async/read-write-lock.ts'
import type { Release } from '../async/read-write-lock.ts'
import { blockReader } from '../blocks/block-reader.ts'
import type { BlockReader } from '../blocks/block-reader.ts'
import type { WriteSession } from '../store/blockstore.ts'
import { BasicDirectory } from '../unixfs/change/directory/basic-directory.ts'
import { readDirectory } from '../unixfs/change/directory/read-directory.ts'
import { CID_V0 } from '../unixfs/change/hashing.ts'
import { loadNode } from '../unixfs/read/load-node.ts'
import { fetching } from './fetching.ts'
import { NotStoredError } from './mfs-errors.ts'
import type { MfsOptions } from './mfs-options.ts'
import type { MfsRepo } from './mfs-repo.ts'
import { readRoot, writeRoot } from './root-record.ts'
import { mfsSettings } from './settings.ts'
import { Change } from './tree/change.ts'
import type { DirectoryInode } from './tree/inode.ts'
import { inodeCids } from './tree/inode-cids.ts'
import { nodeOf } from './tree/nodes.ts'

/** Files and directories in memory before they are forgotten. */
const MAX_CACHED = 4096

type Job<T> = (root: DirectoryInode, change: Change) => Promise<T> | T

/**
 * The tree of mutable files, in memory as far as it was looked at since it was flushed, and who may change it when.
 *
 * One change at a time runs over the tree, and happens as a whole: its blocks are durable, then its root is, and when anything
 * goes wrong before, blocks and tree are as they were. Nobody waits for the network meanwhile: a change that misses a block is
 * taken back, the block is fetched, and it is done again. What takes long, the content of a file, is written beside it.
 */
export class MfsTree {
  readonly #repo: MfsRepo
  readonly #local: BlockReader
  readonly #lock = new ReadWriteLock()
  readonly #paths = new PathLocks()
  #root: DirectoryInode | undefined
  #published: CID | undefined
  /** what came into caches since they were emptied */
  #looked = 0

  constructor (repo: MfsRepo) {
    this.#repo = repo
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
    }, async () => {}, options.signal))
  }

  /** Changes the tree. */
  async change<T> (job: Job<T>, options: MfsOptions): Promise<T> {
    return await fetching(options, async () => await this.withSession(options.signal, async (session) => await this.changeIn(session, job, options.signal)))
  }

  /** Opens a place for blocks, which stay when `changeIn` is done with it. */
  async withSession<T> (signal: AbortSignal, job: (session: WriteSession) => Promise<T>): Promise<T> {
    const { gcLock, blockstore } = this.#repo
    const release = await gcLock.read(signal)
    const session = blockstore.session()

    try {
      return await job(session)
    } finally {
      // of no effect on what was committed
      await session.rollback()
      release()
    }
  }

  /** Changes the tree, with the blocks of a session that it ends. A block that is missing is an error. */
  async changeIn<T> (session: WriteSession, job: Job<T>, signal: AbortSignal): Promise<T> {
    return await this.#run(async (root, change) => {
      const result = await job(root, change)
      await session.commit()

      if (change.published != null) {
        await writeRoot(this.#repo.datastore, change.published)
        this.#published = change.published
      }

      return result
    }, async (cid, bytes) => { await session.put(cid, bytes) }, signal)
  }

  /** Puts another root in place of all that is there, flushed or not. */
  async replace (root: CID, signal: AbortSignal): Promise<CID | undefined> {
    const unlock = await this.#lock.write(signal)

    try {
      const before = await readRoot(this.#repo.datastore)
      await writeRoot(this.#repo.datastore, root)
      this.#root = undefined
      return before
    } finally {
      unlock()
    }
  }

  async #run<T> (job: Job<T>, put: (cid: CID, bytes: Uint8Array) => Promise<void>, signal: AbortSignal): Promise<T> {
    const unlock = await this.#lock.write(signal)

    try {
      const change = new Change({ blocks: this.#local, put, signal, limits: mfsSettings(this.#repo.config).limits })

      try {
        const root = await this.#open(signal)
        await this.#forget(root, change)
        return await job(root, change)
      } catch (err) {
        change.undo()
        throw err
      } finally {
        this.#looked += change.cached
      }
    } finally {
      unlock()
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
      this.#published = await readRoot(this.#repo.datastore)
      this.#root = { kind: 'directory', name: '', parent: undefined, directory: await this.#read(this.#published, signal), cache: new Map() }
    }

    return this.#root
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
      throw new Error(`error loading filesroot from dagservice: ${(err as Error).message}`, { cause: err })
    }

    throw new Error("root can't be a file (unixfs type: File)")
  }

  /** What is published, and all that is in memory and may not be in it. Nothing changes meanwhile: the collector holds writers off. */
  async #gcRoots (): Promise<CID[]> {
    const kept = this.#root == null ? await readRoot(this.#repo.datastore) : this.#published
    return [...(kept == null ? [] : [kept]), ...(this.#root == null ? [] : inodeCids(this.#root))]
  }
}
