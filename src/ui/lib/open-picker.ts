import { Pauses } from '../../client/pauses.ts'
import { fromFiles } from './picked.ts'
import { isAbort } from './plain-error.ts'
import { readDirectory } from './read-directory.ts'
import type { Reading } from './reading.ts'
import { totalBytes } from './total-bytes.ts'

/** No standard that the types know: Firefox and Safari have no such pickers. */
interface Pickers {
  showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>
  showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle>
}

/** Files that are asked for at once: each for itself would be a way to the disk and back. */
const AT_ONCE = 128

/**
 * Lets a person choose files, or a folder where the field is for one. By handles where the browser has them: to make the list of a field takes
 * Chromium half a millisecond a file in which the page stands still, and empty folders are not in it. To be called in the click.
 *
 * @param take - given what was chosen, to be read; not called when nothing was
 */
export function openPicker (field: HTMLInputElement | null, take: (read: Reading) => void): void {
  const asked = (field as { webkitdirectory?: boolean } | null)?.webkitdirectory === true ? askFolder() : askFiles()

  if (asked == null) field?.click()
  // one that the browser does not let be used has the other way
  else asked.then(take, (err: unknown) => { if (!isAbort(err)) field?.click() })
}

function askFiles (): Promise<Reading> | undefined {
  return (window as Pickers).showOpenFilePicker?.({ multiple: true }).then((handles) => async ({ onCount, signal }) => {
    const files: File[] = []

    for (let at = 0; at < handles.length; at += AT_ONCE) {
      files.push(...await Promise.all(handles.slice(at, at + AT_ONCE).map(async (handle) => await handle.getFile())))
      signal?.throwIfAborted()
      if (files.length < handles.length) onCount?.(files.length)
    }

    return await fromFiles(files)
  })
}

function askFolder (): Promise<Reading> | undefined {
  return (window as Pickers).showDirectoryPicker?.().then((folder) => async (options) => {
    const entries = await readDirectory(folder, options)
    return [{ name: folder.name, kind: 'folder', entries, totalBytes: await totalBytes(entries, new Pauses()) }]
  })
}
