import type { AddEntry } from '../../client/index.ts'
import type { Picked } from './picked.ts'

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
      totalBytes: entries.reduce((sum, { content }) => sum + (content?.size ?? 0), 0)
    })
  }
  return picked
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
  for (const child of children) {
    await walk(child, `${path}/${child.name}`, found, options)
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
