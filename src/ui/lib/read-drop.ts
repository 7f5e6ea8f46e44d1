import { blobSize } from '../../client/blob-size.ts'
import type { AddEntry } from '../../client/index.ts'
import { Pauses } from '../../client/pauses.ts'
import type { Picked } from './picked.ts'

/** Files that are asked for together: each for itself would be a way to the disk and back. */
const AT_ONCE = 100

/**
 * Reads what was dropped, folders with all that is in them, empty ones too.
 * The transfer's list is valid only during the event: call it before any await.
 *
 * @param onCount called with the number of files found so far
 */
export async function readDrop (transfer: DataTransfer, { onCount, signal }: { onCount?: (files: number) => void, signal?: AbortSignal } = {}): Promise<Picked[]> {
  const roots = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
  const picked: Picked[] = []
  let files = 0

  for (const root of roots) {
    if (root == null) continue
    const entries: AddEntry[] = []
    if (root instanceof File) {
      entries.push({ path: root.name, content: root })
    } else {
      await walk(root, root.name, entries, { onCount: (some) => onCount?.(files + some), signal })
    }
    files += entries.length
    picked.push({
      name: root.name,
      kind: root instanceof File || root.isFile ? 'file' : 'folder',
      entries,
      totalBytes: await totalBytes(entries)
    })
  }
  return picked
}

/** Bytes of all: the disk is asked for each, and the page is free in between. */
async function totalBytes (entries: readonly AddEntry[]): Promise<number> {
  const pauses = new Pauses()
  let sum = 0

  for (const { content } of entries) {
    sum += content == null ? 0 : blobSize(content)
    if (pauses.due) await pauses.take()
  }

  return sum
}

async function walk (entry: FileSystemEntry, path: string, found: AddEntry[], options: { onCount?: (files: number) => void, signal?: AbortSignal }): Promise<void> {
  options.signal?.throwIfAborted()
  if (entry.isFile) {
    found.push({ path, content: await file(entry as FileSystemFileEntry) })
    options.onCount?.(found.length)
    return
  }
  const children = await list(entry as FileSystemDirectoryEntry)
  if (children.length === 0) {
    found.push({ path })
  }

  for (let at = 0; at < children.length; at += AT_ONCE) {
    options.signal?.throwIfAborted()
    const some = children.slice(at, at + AT_ONCE)
    const files = await Promise.all(some.map(async (child) => child.isFile ? await file(child as FileSystemFileEntry) : undefined))

    for (const [i, child] of some.entries()) {
      const content = files[i]
      if (content == null) await walk(child, `${path}/${child.name}`, found, options)
      else found.push({ path: `${path}/${child.name}`, content })
    }

    options.onCount?.(found.length)
  }
}

function file (entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => { entry.file(resolve, reject) })
}

/** readEntries gives at most 100 at a time in Chromium, and none at the end. */
async function list (directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => { reader.readEntries(resolve, reject) })
    if (some.length === 0) {
      return all
    }
    all.push(...some)
  }
}
