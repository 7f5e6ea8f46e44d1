import { isError, QUOTA_EXCEEDED } from '../../../errors/define-error.ts'
import type { FolderEntry } from '../../folder/lib/folder-entry.ts'
import { readEntries } from '../../folder/state/read-entries.ts'
import { contentLink } from '../../lib/links/content-link.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import type { ZipFile } from '../lib/write-zip.ts'

export interface ZipState {
  /** archive that is being written, and its size so far */
  running?: { name: string; bytes: number; totalBytes: number }
  problem?: PlainError
}

/** Folder of the origin private file system with archives until the browser has saved them. */
const FOLDER = 'swipfs-zip'
const SHOW_EACH_MS = 200
/** Time after which the browser has certainly begun to save an archive. */
const SAVED_AFTER_MS = 600_000

export const zipping = new Store<ZipState>({})

let stop: AbortController | undefined

/**
 * Downloads items as a ZIP archive. It is written to the origin private file system first, because a page cannot
 * stream into a download; so neither the page nor the worker holds it in memory.
 */
export async function downloadZip (items: readonly FolderEntry[], name: string): Promise<void> {
  stop?.abort()
  const own = stop = new AbortController()
  const { signal } = own
  const tell = (part: Partial<NonNullable<ZipState['running']>>): void => {
    zipping.set({ running: { name, bytes: 0, totalBytes: 0, ...zipping.value.running, ...part } })
  }
  zipping.set({})
  tell({})

  try {
    const { files, totalBytes } = await filesOf(items, signal)
    if (totalBytes > await freeBytes()) {
      zipping.set({ problem: noSpace() })
      return
    }
    tell({ totalBytes })
    const file = await written(files, signal, (bytes) => {
      tell({ bytes })
    })
    saveFile(file, name)
    zipping.set({})
    announceNews(t('{name} is ready.', { name }))
  } catch (err) {
    // A later download has replaced a cancelled one.
    if (stop === own) {
      zipping.set(isAbort(err) ? {} : { problem: isError(err, QUOTA_EXCEEDED) ? noSpace() : plainError(err) })
    }
  } finally {
    // Closes a content that was not read to its end.
    own.abort()
  }
}

export function cancelZip (): void {
  stop?.abort()
}

export function dismissZip (): void {
  zipping.set({})
}

/** Returns the bytes that this site may still store; unlimited if the browser does not tell. */
async function freeBytes (): Promise<number> {
  const { quota, usage = 0 } = await navigator.storage.estimate()
  return quota == null ? Infinity : quota - usage
}

function noSpace (): PlainError {
  return {
    what: t('There is not enough space to prepare this ZIP archive.'),
    next: t('Free some space, or download it as TAR, which needs none.')
  }
}

async function filesOf (
  items: readonly FolderEntry[],
  signal: AbortSignal
): Promise<{ files: ZipFile[]; totalBytes: number }> {
  const files: ZipFile[] = []
  let totalBytes = 0

  const add = async (entries: readonly FolderEntry[], parent: string): Promise<void> => {
    for (const { name, cid, kind, size = 0, modified } of entries) {
      if (kind !== 'folder') {
        totalBytes += size
        files.push({ name: parent + name, modified, content: async () => await contentOf(cid, signal) })
        continue
      }
      const { entries } = await readEntries(cid, { signal })
      if (entries.length === 0) {
        files.push({ name: `${parent}${name}/`, modified })
      }
      await add(entries, `${parent}${name}/`)
    }
  }

  await add(items, '')
  return { files, totalBytes }
}

async function contentOf (cid: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(contentLink(cid), { signal })
  if (!response.ok || response.body == null) {
    throw new Error(await response.text())
  }
  return response.body
}

async function written (
  files: readonly ZipFile[],
  signal: AbortSignal,
  onProgress: (bytes: number) => void
): Promise<File> {
  const { writeZip } = await import('../lib/write-zip.ts')
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(FOLDER, { create: true })
  const handle = await folder.getFileHandle(`${crypto.randomUUID()}.zip`, { create: true })
  const writable = await handle.createWritable()
  let bytes = 0
  let shownMs = 0

  try {
    await writeZip(files, {
      write: async (chunk) => {
        await writable.write(chunk as Uint8Array<ArrayBuffer>)
        bytes += chunk.length
        if (performance.now() - shownMs > SHOW_EACH_MS) {
          shownMs = performance.now()
          onProgress(bytes)
        }
      },
      signal
    })
    await writable.close()
    return await handle.getFile()
  } catch (err) {
    await writable.abort().catch(() => {})
    await folder.removeEntry(handle.name).catch(() => {})
    throw err
  }
}

/** Lets the browser save a file. Unlike a URL of the worker, a Blob's needs the `download` attribute. */
function saveFile (file: File, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(url)
    void removeArchive(file.name)
  }, SAVED_AFTER_MS)
}

async function removeArchive (name: string): Promise<void> {
  const root = await navigator.storage.getDirectory()
  await (await root.getDirectoryHandle(FOLDER, { create: true })).removeEntry(name).catch(() => {})
}

/** Removes archives of earlier visits, which a closed page left. */
export async function removeOldArchives (): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(FOLDER)
    for await (const handle of (folder as unknown as { values: () => AsyncIterable<FileSystemFileHandle> }).values()) {
      if (Date.now() - (await handle.getFile()).lastModified > SAVED_AFTER_MS) {
        await folder.removeEntry(handle.name)
      }
    }
  } catch {} // There are none, or the browser has no such file system.
}
