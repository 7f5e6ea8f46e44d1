import { Pauses } from '../../../client/body/page-pauses.ts'
import type { AddEntry } from '../../../client/index.ts'
import { totalBytes } from '../../lib/data/total-bytes.ts'
import type { Picked } from './picked.ts'
import { readDirectory } from './read-directory.ts'
import type { ReadOptions } from './reading.ts'

/** Concurrent file requests: each alone would be a round trip to the disk. */
const AT_ONCE = 100

/**
 * System folders, by their names on Windows and macOS in every language. Requesting a handle of one makes Chromium show
 * the message that the page cannot open it (seen in version 156). As directory entries they are readable.
 *
 * For other protected folders, such as the home folder, the message appears too. They are read after the user has
 * closed it.
 */
const OF_THE_SYSTEM = /^(?:downloads|documents|desktop)$/i

/** A dropped item: a file, or a folder, if possible with a handle that a worker can read. */
type Root = File | { entry: FileSystemEntry; handle: Promise<FileSystemHandle | undefined> }

/**
 * Reads dropped items, folders with all of their entries, including empty folders. The transfer's list is valid only
 * during the event: call it before any await.
 */
export async function readDrop (transfer: DataTransfer, { onCount, signal }: ReadOptions = {}): Promise<Picked[]> {
  const roots = [...transfer.items].filter((item) => item.kind === 'file').map(rootOf)
  const picked: Picked[] = []
  const pauses = new Pauses()
  let files = 0

  for (const root of roots) {
    if (root == null) {
      continue
    }
    const name = root instanceof File ? root.name : root.entry.name
    const entries = root instanceof File
      ? [{ path: name, content: root }]
      : await readRoot(root, { onCount: (some) => onCount?.(files + some), signal })
    files += entries.length
    onCount?.(files)
    picked.push({
      name,
      kind: root instanceof File || root.entry.isFile ? 'file' : 'folder',
      entries,
      totalBytes: await totalBytes(entries, pauses)
    })
    signal?.throwIfAborted()
  }
  return picked
}

function rootOf (item: DataTransferItem): Root | null {
  const entry = item.webkitGetAsEntry()
  if (entry == null || entry.isFile) {
    return item.getAsFile() ?? asEntry(entry)
  }
  return OF_THE_SYSTEM.test(entry.name) ? asEntry(entry) : { entry, handle: handleOf(item) }
}

function asEntry (entry: FileSystemEntry | null): Root | null {
  return entry == null ? null : { entry, handle: Promise.resolve(undefined) }
}

/** Returns a handle, which only Chromium supports. It returns none for protected folders. */
async function handleOf (
  item: DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> }
): Promise<FileSystemHandle | undefined> {
  return await item.getAsFileSystemHandle?.().catch(() => null) ?? undefined
}

/** Reads a folder in a background worker if possible, otherwise here. */
async function readRoot ({ entry, handle }: Exclude<Root, File>, options: ReadOptions): Promise<AddEntry[]> {
  const folder = await handle

  if (folder?.kind === 'directory') {
    return await readDirectory(folder as FileSystemDirectoryHandle, options)
  }

  const found: AddEntry[] = []
  await walk(entry, entry.name, found, options)
  return found
}

async function walk (entry: FileSystemEntry, path: string, found: AddEntry[], options: ReadOptions): Promise<void> {
  options.signal?.throwIfAborted()
  if (entry.isFile) {
    found.push({ path, content: await file(entry as FileSystemFileEntry) })
    options.onCount?.(found.length)
    return
  }
  const children = await listDirectory(entry as FileSystemDirectoryEntry)
  if (children.length === 0) {
    found.push({ path })
  }

  for (let at = 0; at < children.length; at += AT_ONCE) {
    options.signal?.throwIfAborted()
    const some = children.slice(at, at + AT_ONCE)
    const files = await Promise.all(
      some.map(async (child) => child.isFile ? await file(child as FileSystemFileEntry) : undefined)
    )

    for (const [i, child] of some.entries()) {
      const content = files[i]
      if (content == null) {
        await walk(child, `${path}/${child.name}`, found, options)
      } else {
        found.push({ path: `${path}/${child.name}`, content })
      }
    }

    options.onCount?.(found.length)
  }
}

function file (entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject)
  })
}

/** Lists a directory. `readEntries` returns at most 100 entries per call in Chromium, and an empty list at the end. */
async function listDirectory (directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (some.length === 0) {
      return all
    }
    all.push(...some)
  }
}
