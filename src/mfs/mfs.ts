import type { CID } from 'multiformats/cid'
import type { LockedPath } from '../async/locks/path-locks.ts'
import { isError } from '../errors/define-error.ts'
import { errorMessage } from '../go/text/error-message.ts'
import { ifFull } from '../store/quota/if-full.ts'
import { QuotaExceededError } from '../store/quota/quota-exceeded-error.ts'
import type { DirectoryLink } from '../unixfs/change/directory/directory-link.ts'
import type { Hashing } from '../unixfs/change/hashing.ts'
import { lockedSubtree } from './check-path.ts'
import { lockedPath } from './check-path.ts'
import { parentPath, splitPath } from './check-path.ts'
import { checkRoot } from './check-root.ts'
import { NotExistError, withErrorPrefix } from './mfs-errors.ts'
import { NoFlushLimitError } from './mfs-errors.ts'
import type { CopyOptions, FlushOptions, Listed, Listing, MfsOptions, WriteOptions } from './mfs-options.ts'
import type { MfsRepo } from './mfs-tree.ts'
import { MfsTree } from './mfs-tree.ts'
import type { LostRoots } from './mfs-tree.ts'
import { mfsSettings } from './settings.ts'
import type { Source } from './source.ts'
import { sourceNode } from './source.ts'
import type { Change } from './tree/change.ts'
import { loadChild, unlinkEntry } from './tree/entries.ts'
import type { DirectoryInode, Inode } from './tree/inode.ts'
import { lookup } from './tree/lookup.ts'
import { makeDirectory, setHashing } from './tree/make-directory.ts'
import { move } from './tree/move.ts'
import { flushInode, nodeOf } from './tree/nodes.ts'
import { makeParents, parentOf } from './tree/open-file.ts'
import { flushPath, putNode, unlinkFile } from './tree/put-node.ts'
import { setStat } from './tree/set-stat.ts'
import type { NewStat } from './tree/set-stat.ts'
import { withMissingBlocks } from './with-missing-blocks.ts'
import { commitWrite, planWrite } from './write-file.ts'

/**
 * MFS: a mutable tree of names over immutable content (Kubo's `files` commands, boxo `mfs`). Paths are absolute and
 * clean (`checkPath`); a trailing slash may be significant. Every change is atomic.
 *
 * Changes are visible at once. A change without `flush` becomes durable when its node, or a parent, is flushed.
 */
export class Mfs {
  readonly #repo: MfsRepo
  readonly #tree: MfsTree
  /** The number of changes without flush since the last one with it. */
  #unflushed = 0

  /**
   * Creates the tree, without reading it.
   *
   * @param lost - controls the recovery if the root block is missing
   */
  constructor (repo: MfsRepo, lost?: LostRoots) {
    this.#repo = repo
    this.#tree = new MfsTree(repo, lost)
  }

  /** Returns the CIDs that garbage collection has to keep: the stored root, and changes that are not flushed. */
  async gcRoots (): Promise<CID[]> {
    return await this.#tree.gcRoots()
  }

  /**
   * Returns the node at a path, including unflushed changes below it.
   *
   * @throws NotExistError
   */
  async node (path: string, options: MfsOptions): Promise<DirectoryLink> {
    return await this.#tree.look(
      async (root, change) => await nodeOf(await lookup(root, path, change), change),
      options
    )
  }

  /**
   * Returns the type of the node at a path.
   *
   * @throws NotExistError
   */
  async kind (path: string, options: MfsOptions): Promise<Listed['kind']> {
    return await this.#tree.look(async (root, change) => (await lookup(root, path, change)).kind, options)
  }

  async has (path: string, options: MfsOptions): Promise<boolean> {
    return await this.kind(path, options).then(() => true, (err: Error) => {
      if (isError(err, NotExistError)) {
        return false
      }

      throw err
    })
  }

  /**
   * Returns the node of a file.
   *
   * @throws an Error with the path if it does not exist or is no file
   */
  async file (path: string, options: MfsOptions): Promise<DirectoryLink> {
    return await this.#tree.look(async (root, change) => {
      const inode = await withErrorPrefix(path, async () => await lookup(root, path, change))

      if (inode.kind !== 'file') {
        throw new Error(`${path} was not a file`)
      }

      return inode.link
    }, options)
  }

  /**
   * Returns the directory at a path, for listing, or the file.
   *
   * @throws NotExistError
   */
  async list (path: string, options: MfsOptions): Promise<Listing | Listed> {
    return await this.#tree.look(async (root, change) => {
      const inode = await lookup(root, path, change)

      if (inode.kind === 'file') {
        return { kind: 'file' as const, link: inode.link }
      }

      const changed = new Map<string, Listed>()

      for (const [name, entry] of inode.cache) {
        changed.set(name, { kind: entry.kind, link: await nodeOf(entry, change) })
      }

      if (inode.directory.kind === 'hamt') {
        change.setDirectory(inode, inode.directory.listed())
      }

      return { directory: inode.directory, changed }
    }, options)
  }

  /**
   * Writes into a file, also beyond its end (Kubo `files/write`). Other files can be changed meanwhile. If the content
   * fails, nothing is changed; Kubo keeps the part before.
   *
   * @throws NotExistError
   * @throws an Error if the path is no file
   * @throws errors of the content
   */
  async write (path: string, content: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<void> {
    this.#count(options.flush)
    const paths = [lockedPath(path)]

    const { plan, release } = await withMissingBlocks(options, async () => {
      const release = await this.#tree.lockPaths(paths, options.signal)

      try {
        return { plan: await planWrite(this.#tree, path, options), release }
      } catch (err) {
        release()
        throw err
      }
    })

    try {
      await commitWrite(this.#tree, path, content, plan, { ...options, settings: mfsSettings(this.#repo.config) })
    } finally {
      release()
    }
  }

  /**
   * Creates a directory (Kubo `files/mkdir`).
   *
   * @throws NotExistError, ExistsError
   */
  async makeDirectory (
    path: string,
    { parents, hashing, ...options }: FlushOptions & { parents: boolean; hashing?: Hashing }
  ): Promise<void> {
    this.#count(options.flush)
    await this.#tree.change(async (root, change) => {
      await makeDirectory(root, path, { parents, flush: options.flush, hashing }, change)
    }, options)
  }

  /**
   * Puts content, or a file or directory of this tree, at a path. Only reads its root block (Kubo `files/cp`).
   *
   * @throws EntryExistsError
   */
  async copy (
    source: Source,
    path: string,
    { parents, force, hashing, flush, ...options }: CopyOptions
  ): Promise<void> {
    const content = await sourceNode(source, options)

    await this.#locked([lockedPath(path)], options, async () => {
      await this.#tree.change(async (root, change) => {
        const link = await content(root, change)

        if (parents) {
          await makeParents(root, path, hashing, change)
        }

        if (force) {
          await withErrorPrefix(`cp: cannot unlink existing file`, async () => {
            await unlinkFile(root, path, change)
          })
        }

        this.#count(flush)
        await withErrorPrefix(`cp: cannot put node in path ${path}`, async () => {
          await putNode(root, path, link, change)
        })

        if (flush) {
          await withErrorPrefix(`cp: cannot flush the created file ${path}`, async () => {
            await flushPath(root, path, change)
          })
          await flushPath(root, parentPath(path), change)
        }
      }, options)
    })
  }

  /**
   * Puts content at a new path, durably (Kubo `add --to-files`, where it becomes durable with the next flushed change).
   *
   * @throws EntryExistsError, NotExistError
   */
  async put (path: string, source: Source, options: MfsOptions): Promise<void> {
    const content = await sourceNode(source, options)

    await this.#locked([lockedPath(path)], options, async () => {
      await this.#tree.change(async (root, change) => {
        await putNode(root, path, await content(root, change), change)
        await flushPath(root, parentPath(path), change)
      }, options)
    })
  }

  /**
   * Moves a file or directory to a path, replacing a file there, or into a directory there (Kubo `files/mv`).
   *
   * @throws NotExistError
   */
  async move (from: string, to: string, { flush, ...options }: FlushOptions): Promise<void> {
    this.#count(flush)

    await this.#locked([lockedSubtree(from), lockedSubtree(to)], options, async () => {
      await this.#tree.change(async (root, change) => {
        await move(root, from, to, change)

        if (flush) {
          await flushPath(root, parentPath(to), change)
          await flushPath(root, parentPath(from), change)
          await flushPath(root, '/', change)
        }
      }, options)
    })
  }

  /**
   * Removes a file or directory, durably (Kubo `files/rm`).
   *
   * If the disk has no room for the changed directory, first deletes the content and all garbage. If even that does not
   * make enough room, the entry remains without its content.
   *
   * @param options.force - also removes directories and unreadable nodes, and ignores missing ones
   * @throws NotExistError
   * @throws an Error for the root, and for a directory without `recursive`
   */
  async remove (
    path: string,
    { recursive, force, ...options }: MfsOptions & { recursive: boolean; force: boolean }
  ): Promise<void> {
    if (path === '/') {
      throw new Error('cannot delete root')
    }

    const [directory, name] = splitPath(path.replace(/\/$/, ''))

    const remove = async (root: DirectoryInode, change: Change): Promise<void> => {
      try {
        const parent = await parentOf(root, directory, change)

        if (!force && (await loadChild(parent, name, change)).kind === 'directory' && !recursive) {
          throw new Error('path is a directory, use -r to remove directories')
        }

        await unlinkEntry(parent, name, change)
        await flushInode(parent, change)
      } catch (err) {
        if (!force || !isError(err, NotExistError)) {
          throw err
        }
      }
    }

    await this.#locked([lockedSubtree(path)], options, async () => {
      try {
        await this.#tree.change(remove, options, { makesRoom: true })
      } catch (err) {
        ifFull(err)
        const find = async (root: DirectoryInode, change: Change): Promise<Inode> =>
          await loadChild(await parentOf(root, directory, change), name, change)
        const isGone = await this.#tree.removeContent(find, remove, options).catch((other: unknown) => {
          throw options.signal.aborted ? other : err
        })

        if (!isGone) {
          throw err
        }

        try {
          await this.#tree.change(remove, options, { makesRoom: true })
        } catch (err) {
          ifFull(err)
          throw new QuotaExceededError(
            `its content is removed, and its name goes when there is room: ${errorMessage(err)}`
          )
        }
      }
    })
  }

  /**
   * Sets the mode or the mtime of a file or directory, durably (Kubo `files/chmod`, `files/touch`).
   *
   * @throws NotExistError
   */
  async setStat (path: string, stat: NewStat, options: MfsOptions): Promise<void> {
    await this.#locked([lockedPath(path)], options, async () => {
      await this.#tree.change(async (root, change) => {
        await setStat(await lookup(root, path, change), stat, change)
      }, options)
    })
  }

  /**
   * Changes CID version and hash function of a directory, if some are given (Kubo `files/chcid`).
   *
   * @throws NotExistError
   * @throws an Error for a file
   */
  async setHashing (path: string, hashing: Hashing | undefined, { flush, ...options }: FlushOptions): Promise<void> {
    await this.#tree.change(async (root, change) => {
      if (hashing != null) {
        const inode = await lookup(root, path, change)

        if (inode.kind !== 'directory') {
          throw new Error('can only update directories')
        }

        setHashing(inode, hashing, change)
      }

      if (flush) {
        await flushPath(root, path, change)
        await flushPath(root, parentPath(path), change)
      }
    }, options)
  }

  /**
   * Makes all changes at a path and below durable.
   *
   * @returns the node there
   * @throws NotExistError
   */
  async flush (path: string, options: MfsOptions): Promise<DirectoryLink> {
    const node = await this.#tree.change(async (root, change) => {
      await flushPath(root, path, change)
      return await nodeOf(await lookup(root, path, change), change)
    }, options)

    this.#unflushed = 0
    return node
  }

  /**
   * Replaces the root by another directory (Kubo `files/chroot`). Unflushed changes are lost.
   *
   * @returns the root that was published before
   * @throws an Error if the block is missing, or is no directory
   */
  async replaceRoot (cid: CID, { signal }: { signal: AbortSignal }): Promise<CID | undefined> {
    // A running garbage collection, which has read the roots already, would delete the new one.
    const release = await this.#repo.gcLock.read(signal)

    try {
      await checkRoot(cid, this.#repo.blockstore, signal)
      return await this.#tree.replace(cid, signal)
    } finally {
      release()
    }
  }

  async #locked (paths: LockedPath[], { signal }: { signal: AbortSignal }, job: () => Promise<void>): Promise<void> {
    const release = await this.#tree.lockPaths(paths, signal)

    try {
      await job()
    } finally {
      release()
    }
  }

  /**
   * Counts unflushed changes.
   *
   * @throws NoFlushLimitError
   */
  #count (flush: boolean): void {
    const { noFlushLimit } = mfsSettings(this.#repo.config)

    if (flush) {
      this.#unflushed = 0
    } else if (noFlushLimit > 0 && this.#unflushed >= noFlushLimit) {
      throw new NoFlushLimitError(noFlushLimit)
    } else {
      this.#unflushed++
    }
  }
}
