import { removeRows } from '../device-rows.ts'
import type { DeviceRows } from '../device-rows.ts'
import { callOnce } from '../node-calls.ts'
import type { NodeCalls } from '../node-calls.ts'
import { NO_ENTRIES, sharedEntries } from './folder-entry.ts'
import type { FolderEntries, TreeEntry } from './folder-entry.ts'

/** Listings in memory. */
const MAX_CACHED = 512

/** Entries of one row: with names of 255 characters still below the limit of a row. */
const ROW_ENTRIES = 1500

/** Listings that are written in one step, and their entries: about 10 MB. */
const MAX_BATCH = 200
const MAX_BATCH_ENTRIES = 100_000

/** Rows that are read at once. */
const MAX_READ = 64

/** Type of a folder in the answers of `ls` (the `Type` of UnixFS). */
const FOLDER_TYPES = [1, 5]

type StoredEntry = [name: string, cid: string, isFolder: 0 | 1]

interface LsAnswer {
  Objects: Array<{ Links: Array<{ Name: string; Hash: string; Type: number }> | null }>
}

/**
 * Listings of folders by CID, from memory, from rows, or from the node.
 *
 * The rows keep the folders of common states readable without their blocks, so that garbage collection can free deleted
 * files. A row implies rows of all folders below it: `remember` writes the folders bottom-up.
 */
export class TreeListings {
  readonly #calls: NodeCalls
  readonly #rows: DeviceRows
  readonly #prefix: string
  readonly #cached = new Map<string, FolderEntries>()

  /** @param prefix - prefix of the keys of its rows */
  constructor (calls: NodeCalls, rows: DeviceRows, prefix: string) {
    this.#calls = calls
    this.#rows = rows
    this.#prefix = prefix
  }

  /**
   * Lists a folder.
   *
   * @throws an Error if its blocks are missing, or its peer does not send them in time
   */
  async list (cid: string, { signal }: { signal?: AbortSignal } = {}): Promise<FolderEntries> {
    const known = this.#cached.get(cid) ?? (await this.#readRows([folderKey(cid)]))[0]
    return this.#cache(cid, known ?? await this.#listOfNode(cid, signal))
  }

  /** Lists a root of Files, without the folders that belong to its device. */
  async listRoot (cid: string, { signal }: { signal?: AbortSignal } = {}): Promise<FolderEntries> {
    return (await this.#readRows([rootKey(cid)]))[0] ?? sharedEntries(await this.#listOfNode(cid, signal))
  }

  /** Stores the listings of a root of Files and of all folders below it. */
  async remember (root: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    if ((await this.#readRows([rootKey(root)]))[0] != null) {
      return
    }

    const batch: Array<[key: string, entries: FolderEntries]> = []
    let count = 0
    const write = async (): Promise<void> => {
      count = 0
      await this.#rows.change({ put: batch.splice(0).flatMap(([key, entries]) => this.#rowsOf(key, entries)) })
    }
    const add = async (key: string, entries: FolderEntries): Promise<void> => {
      batch.push([key, entries])
      count += entries.size

      if (batch.length >= MAX_BATCH || count >= MAX_BATCH_ENTRIES) {
        await write()
      }
    }

    const walk = async (entries: FolderEntries): Promise<void> => {
      const folders = [...new Set([...entries.values()].filter(({ isFolder }) => isFolder).map(({ cid }) => cid))]
      const known = await this.#readRows(folders.map(folderKey))

      for (const [i, cid] of folders.entries()) {
        if (known[i] == null && !batch.some(([key]) => key === folderKey(cid))) {
          signal?.throwIfAborted()
          const inside = await this.list(cid, { signal })
          await walk(inside)
          await add(folderKey(cid), inside)
        }
      }
    }

    const entries = await this.listRoot(root, { signal })
    await walk(entries)
    await add(rootKey(root), entries)
    await write()
  }

  /** Removes the rows that no root needs. */
  async retain (roots: readonly string[]): Promise<void> {
    const needed = new Set<string>()
    let level = [...new Set(roots)].map(rootKey)

    while (level.length > 0) {
      level.forEach((key) => {
        needed.add(key)
      })
      const listings = await this.#readRows(level)
      level = [...new Set(listings.flatMap((entries) => foldersOf(entries ?? NO_ENTRIES)))]
        .filter((key) => !needed.has(key))
    }

    const keys = await this.#rows.list(`${this.#prefix}/`)
    const unused = keys.filter((key) => !needed.has(key.slice(this.#prefix.length + 1).replace(/\/\d+$/, '')))

    await removeRows(this.#rows, unused)
  }

  /** Returns listings from rows; undefined for those without. */
  async #readRows (keys: readonly string[]): Promise<Array<FolderEntries | undefined>> {
    const listings: Array<FolderEntries | undefined> = []

    for (let start = 0; start < keys.length; start += MAX_READ) {
      const part = keys.slice(start, start + MAX_READ)
      const firsts = await this.#rows.get(part.map((key) => this.#rowKey(key, 0)))

      for (const [i, first] of firsts.entries()) {
        listings.push(first == null ? undefined : await this.#readRest(part[i], parseRow(first)))
      }
    }

    return listings
  }

  async #readRest (key: string, { rows, entries }: StoredRow): Promise<FolderEntries | undefined> {
    const all = [...entries]

    for (let number = 1; number < rows; number++) {
      const [row] = await this.#rows.get([this.#rowKey(key, number)])

      if (row == null) {
        return undefined
      }

      all.push(...parseRow(row).entries)
    }

    return new Map(all.map(([name, cid, isFolder]) => [name, { cid, isFolder: isFolder === 1 }]))
  }

  #rowsOf (key: string, entries: FolderEntries): Array<[key: string, value: Uint8Array]> {
    const stored = [...entries].map(([name, { cid, isFolder }]): StoredEntry => [name, cid, isFolder ? 1 : 0])
    const rows = Math.max(1, Math.ceil(stored.length / ROW_ENTRIES))
    return Array.from({ length: rows }, (_, i) => [
      this.#rowKey(key, i),
      new TextEncoder().encode(
        JSON.stringify({ rows, entries: stored.slice(i * ROW_ENTRIES, (i + 1) * ROW_ENTRIES) } satisfies StoredRow)
      )
    ])
  }

  #rowKey (key: string, number: number): string {
    return `${this.#prefix}/${key}/${number}`
  }

  async #listOfNode (cid: string, signal: AbortSignal | undefined): Promise<FolderEntries> {
    const { Objects: [{ Links }] } = await callOnce<LsAnswer>(this.#calls, 'ls', {
      args: [`/ipfs/${cid}`],
      options: { size: false, 'resolve-type': true },
      signal
    })

    return new Map(
      (Links ?? []).filter(({ Name }) => isSafeName(Name)).map(({ Name, Hash, Type }): [string, TreeEntry] => [
        Name,
        { cid: Hash, isFolder: FOLDER_TYPES.includes(Type) }
      ])
    )
  }

  #cache (cid: string, entries: FolderEntries): FolderEntries {
    this.#cached.delete(cid)
    this.#cached.set(cid, entries)

    if (this.#cached.size > MAX_CACHED) {
      this.#cached.delete(this.#cached.keys().next().value!)
    }

    return entries
  }
}

interface StoredRow {
  /** number of rows of the listing */
  rows: number
  entries: StoredEntry[]
}

function parseRow (row: Uint8Array): StoredRow {
  return JSON.parse(new TextDecoder().decode(row)) as StoredRow
}

function folderKey (cid: string): string {
  return `folder-${cid}`
}

function rootKey (cid: string): string {
  return `root-${cid}`
}

function foldersOf (entries: FolderEntries): string[] {
  return [...entries.values()].filter(({ isFolder }) => isFolder).map(({ cid }) => folderKey(cid))
}

/** Returns whether a name is an entry of its folder as a part of an MFS path, and leads nowhere else. */
function isSafeName (name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\u0000]/.test(name)
}
