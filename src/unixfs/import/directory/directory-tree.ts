import { DirectoryError } from './directory-error.ts'
import { finishDirectory } from './finish-directory.ts'
import { checkFanout, hamtFanout } from './limits.ts'
import type { BlockPipeline } from '../block-pipeline.ts'
import type { Stat } from '../../format/stat.ts'
import type { DirectoryEntry } from './directory-entry.ts'
import type { FinishedDirectory } from './finish-directory.ts'
import type { DirectoryLimits } from './limits.ts'
import type { CID } from 'multiformats/cid'

/** Where a name leads: what is complete, or a directory that still grows. */
type Child = Promise<{ cid: CID, tsize: number }> | Directory

export interface DirectoryOptions {
  limits: DirectoryLimits
  stat?: Stat
}

const encoder = new TextEncoder()

/**
 * A directory that is being filled, with those below it, as Kubo's adder fills one of MFS (boxo `mfs/dir.go`).
 * Nodes are made by `finish`, when all names are there; until then only names and CIDs are in memory.
 */
export class Directory {
  readonly #options: DirectoryOptions
  readonly #children = new Map<string, Child>()
  #finished: FinishedDirectory | undefined

  /** @throws DirectoryError for a HAMT width that Kubo refuses */
  constructor (options: DirectoryOptions) {
    checkFanout(options.limits.fanout)
    this.#options = options
  }

  /**
   * The directory of this name below, made when it is not there (boxo `mfs/ops.go`, `Mkdir`).
   *
   * @throws DirectoryError when a file has the name
   */
  directory (name: string, options: DirectoryOptions): Directory {
    const child = this.#children.get(name)

    if (child == null) {
      const made = new Directory(options)
      this.#set(name, made)
      return made
    }

    if (child instanceof Directory) {
      return child
    }

    throw new DirectoryError('file already exists')
  }

  /**
   * Puts a file or symlink under a new name (boxo `mfs/dir.go`, `AddChild`).
   *
   * @throws DirectoryError when the name is taken
   */
  put (name: string, link: Promise<{ cid: CID, tsize: number }>): void {
    if (this.#children.has(name)) {
      throw new DirectoryError('directory already has entry by that name')
    }

    this.#set(name, link)
  }

  /** Makes the nodes of this directory and of those below it, children first. Nothing may be added any more. */
  async finish (pipeline: BlockPipeline): Promise<FinishedDirectory> {
    const entries: DirectoryEntry[] = []

    for (const [name, child] of this.#children) {
      const { cid, tsize } = await (child instanceof Directory ? child.finish(pipeline) : child)
      entries.push({ name, nameBytes: encoder.encode(name), cid, tsize })
    }

    this.#finished = await finishDirectory(entries, pipeline, this.#options)
    return this.#finished
  }

  /**
   * This directory and those below it, children before parents, in the order in which Kubo reports them
   * (`core/coreunix/add.go`, `outputDirs`). After `finish`.
   *
   * @param path - of this directory; goes before the names
   */
  * walk (path: string): Generator<{ path: string, cid: CID, tsize: number }, void, undefined> {
    const { cid, tsize, names } = this.#finished as FinishedDirectory

    for (const name of names) {
      const child = this.#children.get(name)

      if (child instanceof Directory) {
        yield * child.walk(path === '' ? name : `${path}/${name}`)
      }
    }

    yield { path, cid, tsize }
  }

  #set (name: string, child: Child): void {
    this.#checkLinks()
    this.#children.set(name, child)
  }

  /** boxo turns a directory into a HAMT as soon as it has one link too many, or fails where it may not. */
  #checkLinks (): void {
    const { maxLinks, threshold, fanout } = this.#options.limits

    if (maxLinks > 0 && this.#children.size >= maxLinks) {
      if (threshold === 0) {
        throw new DirectoryError('BasicDirectory: cannot add child: maxLinks reached')
      }

      hamtFanout(fanout)
    }
  }
}
