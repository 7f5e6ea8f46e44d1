import type { ImportEntry } from '../../format/import-entry.ts'
import { entryTime } from '../../format/stat.ts'
import type { Stat } from '../../format/stat.ts'

/** The Go mode of every uploaded symlink (boxo `files/linkfile.go`): the symlink bit and all permissions. */
const SYMLINK_MODE = 0o1000000777

/** An entry at its place in the tree. A directory that occurs only as part of a path has no entry. */
export type TreeNode =
  | { kind: 'file' | 'symlink'; entry: ImportEntry; stat: Stat }
  | { kind: 'directory'; path: string; stat: Stat }

export interface NamedNode {
  name: string
  node: TreeNode
}

/** The root of the upload; paths in this tree have a leading slash. */
export const TOP: TreeNode = { kind: 'directory', path: '/', stat: { mode: 0 } }

/**
 * Converts a flat sequence of entries to a tree, lazily, with one entry of lookahead (boxo `files/multipartfile.go`,
 * `multipartIterator`). Entries that are not in depth-first order reopen their directory. Entries below a file that was
 * just read are skipped.
 */
export class EntryWalker {
  readonly #entries: AsyncIterator<ImportEntry>
  #next: ImportEntry | undefined
  #ended = false

  constructor (entries: AsyncIterable<ImportEntry>) {
    this.#entries = entries[Symbol.asyncIterator]()
  }

  /**
   * Iterates over the consecutive children of a directory. The caller must consume each child before requesting the
   * next.
   */
  async *children (path: string): AsyncGenerator<NamedNode, void, undefined> {
    let name = ''

    for (;;) {
      const entry = await this.#peek()
      const entryPath = `/${entry?.path ?? ''}`

      if (entry == null || !isBelow(entryPath, path)) {
        return
      }

      if (name !== '' && isBelow(entryPath, joinPath(path, name))) {
        this.#next = undefined
        continue
      }

      const relative = entryPath.slice(joinPath(path, '').length)
      const slash = relative.indexOf('/')
      name = slash < 0 ? relative : relative.slice(0, slash)

      if (slash >= 0) {
        yield { name, node: { kind: 'directory', path: joinPath(path, name), stat: { mode: 0 } } }
      } else {
        this.#next = undefined
        yield { name, node: toNode(entry) }
      }
    }
  }

  /** Closes the source of entries. */
  async close (): Promise<void> {
    if (!this.#ended) {
      this.#ended = true
      await this.#entries.return?.()
    }
  }

  async #peek (): Promise<ImportEntry | undefined> {
    if (this.#next == null && !this.#ended) {
      const { done, value } = await this.#entries.next()
      this.#ended = done === true
      this.#next = done === true ? undefined : value
    }

    return this.#next
  }
}

function toNode (entry: ImportEntry): TreeNode {
  const mtime = entryTime(entry.mtime)

  if (entry.kind === 'directory') {
    return { kind: 'directory', path: `/${entry.path}`, stat: { mode: entry.mode ?? 0, mtime } }
  }

  return { kind: entry.kind, entry, stat: { mode: entry.kind === 'symlink' ? SYMLINK_MODE : entry.mode ?? 0, mtime } }
}

function isBelow (path: string, directory: string): boolean {
  return path.startsWith(joinPath(directory, ''))
}

function joinPath (directory: string, name: string): string {
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`
}
