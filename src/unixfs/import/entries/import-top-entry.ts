import type { EventQueue } from '../../../async/iteration/event-queue.ts'
import { knownHash } from '../../../cid/hash/hashes.ts'
import { hasStat } from '../../format/stat.ts'
import type { Stat, Time } from '../../format/stat.ts'
import type { EntryNote } from '../../read/directory/entry-metadata.ts'
import { contentChunks } from '../chunker/content-chunks.ts'
import { parseChunker } from '../chunker/parse-chunker.ts'
import { DirectoryError } from '../directory/directory-error.ts'
import { Directory } from '../directory/directory-tree.ts'
import { importFile } from '../file/import-file.ts'
import { importSymlink } from '../file/import-symlink.ts'
import { ProgressMeter } from '../file/progress-meter.ts'
import type { FileLink } from '../layout/file-nodes.ts'
import type { BlockPipeline } from '../pipeline/block-pipeline.ts'
import type { EntryWalker, NamedNode, TreeNode } from './entry-walker.ts'
import type { ImportEvent } from './import-event.ts'
import type { ImportOptions } from './import-options.ts'

export interface TopContext {
  walker: EntryWalker
  pipeline: BlockPipeline
  events: EventQueue<ImportEvent>
  options: ImportOptions
}

type DirectoryNode = Extract<TreeNode, { kind: 'directory' }>
type LeafNode = Exclude<TreeNode, DirectoryNode>
type Link = Promise<Omit<FileLink, 'fileSize'> & Partial<FileLink>>

/** Imports one top-level entry with its descendants as one root (Kubo `core/coreunix/add.go`, `AddAllAndPin`). */
export class TopImport {
  readonly #top: NamedNode
  readonly #context: TopContext
  readonly #options: ImportOptions
  #made: Directory | undefined

  constructor (top: NamedNode, context: TopContext) {
    this.#top = top
    this.#context = context
    this.#options = context.options
  }

  /** Resolves when all its entries are read; a single file can still be in the hash queue then. */
  async run (): Promise<void> {
    const { node } = this.#top
    this.#checkHash(node)
    await (node.kind === 'directory' ? this.#runDirectory(node) : this.#runLeaf(node))
    await this.#pause()
  }

  /** Applies backpressure from the reader of events and the sink. Throws if the import has failed or was aborted. */
  async #pause (): Promise<void> {
    await this.#context.events.room()
    await this.#context.pipeline.room(0)
    this.#options.signal?.throwIfAborted()
  }

  async #runDirectory (node: DirectoryNode): Promise<void> {
    const stat = this.#stat(node)

    if (hasStat(stat)) {
      this.#made = new Directory({ limits: this.#options.directory, stat })
    }

    await this.#addChildren(node, '', () => this.#root())
    const notes: EntryNote[] = []
    const { cid } = await this.#root().finish(this.#context.pipeline, (more) => {
      notes.push(...more)
    })

    for (const { path, cid, tsize } of this.#root().walk('')) {
      this.#context.events.push({ type: 'added', cid, size: tsize, ...this.#named(path) })
    }

    this.#context.events.push({ type: 'root', name: this.#top.name, cid, hasLinks: true, notes })
  }

  async #runLeaf (node: LeafNode): Promise<void> {
    const { link } = await this.#readLeaf(node, '')
    this.#root() // Kubo adds even a single file to a directory, which can reject its limits
    this.#reportLeaf(link, '')
    this.#context.events.push(
      link.then(({ cid, hasLinks = true }) => ({ type: 'root', name: this.#top.name, cid, hasLinks }))
    )
  }

  /**
   * Adds the descendants of a directory.
   *
   * @param enter - creates the directory; called at its first child
   * @returns whether there was a child
   */
  async #addChildren (node: DirectoryNode, path: string, enter: () => Directory): Promise<boolean> {
    let directory: Directory | undefined

    for await (const { name, node: child } of this.#context.walker.children(node.path)) {
      directory ??= enter()
      await this.#addChild(name, child, joinPath(path, name), directory)
      await this.#pause()
    }

    return directory != null
  }

  async #addChild (name: string, node: TreeNode, path: string, parent: Directory): Promise<void> {
    if (node.kind === 'directory') {
      return this.#addDirectory(name, node, path, parent)
    }

    const { link } = await this.#readLeaf(node, path)
    parent.put(name === '' ? (await link).cid.toString() : name, link, hasStat(this.#stat(node)))
    this.#reportLeaf(link, path)
  }

  async #addDirectory (name: string, node: DirectoryNode, path: string, parent: Directory): Promise<void> {
    const options = { limits: this.#options.directory, stat: this.#stat(node) }

    const enter = (): Directory => {
      if (path === '') {
        throw new DirectoryError('no path given to Mkdir')
      }

      return parent.directory(name, options)
    }

    if (!await this.#addChildren(node, path, enter) && this.#options.emptyDirs) {
      enter()
    }
  }

  /**
   * Reads a file or symlink to its end. The link is wrapped in an object so that `await` does not wait for its hash:
   * the next file is read meanwhile.
   */
  async #readLeaf ({ kind, entry, stat: own }: LeafNode, path: string): Promise<{ link: Link }> {
    const { pipeline } = this.#context
    const stat = this.#stat({ stat: own })

    if (kind === 'symlink') {
      return importSymlink(entry.target ?? '', pipeline, { mtime: stat.mtime })
    }

    const {
      chunker,
      layout,
      maxFileLinks: maxLinks,
      rawLeaves,
      nocopy,
      sink,
      stage,
      signal,
      importBytes = importFile
    } = this.#options

    if (nocopy === true && entry.abspath == null) {
      throw new Error("missing file path or URL, can't create filestore reference")
    }

    const meter = this.#meter(path)
    const { root: link, looks } = await importBytes(contentChunks(entry.content), pipeline, {
      chunker: parseChunker(chunker),
      layout,
      maxLinks,
      rawLeaves,
      leavesByContent: stage != null || sink == null,
      abspath: nocopy === true ? entry.abspath : undefined,
      stat,
      stage,
      signal,
      onRead: (bytes) => meter?.add(bytes)
    })

    meter?.end(looks)
    return { link }
  }

  #meter (path: string): ProgressMeter | undefined {
    if (!this.#options.progress) {
      return undefined
    }

    return new ProgressMeter((bytes) => this.#context.events.push({ type: 'progress', bytes, ...this.#named(path) }))
  }

  #reportLeaf (link: Link, path: string): void {
    if (!this.#options.silent) {
      this.#context.events.push(
        link.then(({ cid, tsize: size }) => ({
          type: 'added',
          cid,
          size,
          ...this.#named(path === '' ? cid.toString() : path)
        }))
      )
    }
  }

  /**
   * Returns the common fields of Kubo's events: the name below the top, and the mode and mtime of the top-level entry
   * (`core/commands/add.go`).
   */
  #named (path: string): { name: string; mode: number; mtime?: Time } {
    const { name, node } = this.#top
    return { name: node.kind !== 'directory' && name !== '' ? name : joinPath(name, path), ...node.stat }
  }

  #stat ({ stat }: { stat: Stat }): Stat {
    const { preserveMode, preserveMtime, mode, mtime } = this.#options
    return { mode: preserveMode ? stat.mode : mode, mtime: preserveMtime ? stat.mtime : mtime }
  }

  #root (): Directory {
    const { directory, topDirectory = directory } = this.#options
    this.#made ??= new Directory({ limits: topDirectory })
    return this.#made
  }

  /** Checks the hash function at the first node, as Kubo does. The error message for raw leaves differs. */
  #checkHash (node: TreeNode): void {
    try {
      knownHash(this.#options.hash)
    } catch (error) {
      const raw = node.kind === 'file' && this.#options.rawLeaves && this.#options.sink != null
      throw raw ? new Error(`invalid cid: ${(error as Error).message}`) : error
    }
  }
}

function joinPath (path: string, name: string): string {
  return path === '' || name === '' ? path + name : `${path}/${name}`
}
