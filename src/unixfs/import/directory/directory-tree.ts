import type { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { encodeUtf8 } from '../../../go/text/utf8.ts'
import { hasStat } from '../../format/stat.ts'
import type { Stat } from '../../format/stat.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import { notesOf } from '../../read/directory/entry-metadata.ts'
import type { EntryFact, EntryNote } from '../../read/directory/entry-metadata.ts'
import type { BlockPipeline } from '../pipeline/block-pipeline.ts'
import type { DirectoryEntry } from './directory-entry.ts'
import { DirectoryError } from './directory-error.ts'
import { finishDirectory } from './finish-directory.ts'
import type { FinishedDirectory } from './finish-directory.ts'
import { checkFanout, hamtFanout } from './limits.ts'
import type { DirectoryLimits } from './limits.ts'

/** Smaller directories get no metadata notes, since reading their entries is fast. */
const MIN_NOTED = 100

/** A complete node; `fileSize` is set for files. */
type Link = Promise<{ cid: CID; tsize: number; fileSize?: number }>

/** A child: a complete node, with or without mode and mtime, or a directory that is still growing. */
type Child = { link: Link; hasStat: boolean } | Directory

type Finished = Omit<FinishedDirectory, 'listed'>

export interface DirectoryOptions {
  limits: DirectoryLimits
  stat?: Stat
}

/**
 * A directory that is being filled, with its subdirectories, as Kubo's adder fills one in MFS (boxo `mfs/dir.go`).
 * `finish` creates the nodes after the last name. Until then only names and CIDs are in memory.
 */
export class Directory {
  readonly #options: DirectoryOptions
  readonly #children = new Map<string, Child>()
  #finished: Finished | undefined

  /** @throws DirectoryError for a HAMT width that Kubo rejects */
  constructor (options: DirectoryOptions) {
    checkFanout(options.limits.fanout)
    this.#options = options
  }

  /**
   * Returns the subdirectory of this name; creates it if necessary (boxo `mfs/ops.go`, `Mkdir`).
   *
   * @throws DirectoryError if a file has the name
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
   * Adds a file or symlink under a new name (boxo `mfs/dir.go`, `AddChild`).
   *
   * @throws DirectoryError if the name exists
   */
  put (name: string, link: Link, hasStat = false): void {
    if (this.#children.has(name)) {
      throw new DirectoryError('directory already has entry by that name')
    }

    this.#set(name, { link, hasStat })
  }

  /**
   * Creates the nodes of this directory and its subdirectories, children first. Nothing may be added afterwards.
   *
   * @param noted - receives the metadata notes of large directories
   */
  async finish (
    pipeline: BlockPipeline,
    noted: (notes: EntryNote[]) => void = () => {}
  ): Promise<Finished & { fact: EntryFact | undefined }> {
    const entries: DirectoryEntry[] = []

    for (const [name, child] of this.#children) {
      const { cid, tsize, fact } = await (child instanceof Directory ? child.finish(pipeline, noted) : withFact(child))
      entries.push({ name, nameBytes: encodeUtf8(name), cid, tsize, fact })
    }

    const { listed, ...finished } = await finishDirectory(entries, pipeline, this.#options)

    if (listed.length >= MIN_NOTED) {
      noted(notesOf(listed))
    }

    if (listed.length >= MIN_NOTED && finished.sharded) {
      // MFS lists the directory in tree order
      const byName = new Map(listed.map((entry) => [entry.name, entry]))
      noted(notesOf(finished.names.map((name) => byName.get(name) as DirectoryEntry)))
    }

    this.#finished = finished
    return {
      ...finished,
      fact: hasStat(this.#options.stat)
        ? undefined
        : { type: finished.sharded ? UNIXFS_TYPE.hamtShard : UNIXFS_TYPE.directory, size: 0 }
    }
  }

  /**
   * Yields this directory and its subdirectories, children before parents, in the order of Kubo's report
   * (`core/coreunix/add.go`, `outputDirs`). Call it after `finish`.
   *
   * @param path - the path of this directory, used as a prefix of the names
   */
  *walk (path: string): Generator<{ path: string; cid: CID; tsize: number }, void, undefined> {
    const { cid, tsize, names } = this.#finished as Finished

    for (const name of names) {
      const child = this.#children.get(name)

      if (child instanceof Directory) {
        yield* child.walk(path === '' ? name : `${path}/${name}`)
      }
    }

    yield { path, cid, tsize }
  }

  #set (name: string, child: Child): void {
    this.#checkLinks()
    this.#children.set(name, child)
  }

  /**
   * Checks the link limit. boxo converts a directory to a HAMT at the first link above the limit, or fails if sharding
   * is disabled.
   */
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

async function withFact (
  { link, hasStat }: Exclude<Child, Directory>
): Promise<{ cid: CID; tsize: number; fact: EntryFact | undefined }> {
  const { cid, tsize, fileSize } = await link
  return {
    cid,
    tsize,
    fact: hasStat || fileSize == null
      ? undefined
      : { type: cid.code === CODEC.raw ? 'raw' : UNIXFS_TYPE.file, size: fileSize }
  }
}
