import { Pauses } from '../../client/pauses.ts'
import { isAbort } from './plain-error.ts'
import { readDirectory } from './read-directory.ts'
import type { Reading } from './reading.ts'
import { totalBytes } from './total-bytes.ts'

/** No standard that the types know: Firefox and Safari have no such picker. */
interface Pickers {
  showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle>
}

export interface OpenFolderPickerOptions {
  /** given what was chosen, to be read; not called when nothing was */
  take: (read: Reading) => void
  /** Nothing was chosen. Why, a browser does not say: the person may have left it, or the browser does not give that folder away by a handle */
  onNothing: () => void
}

/**
 * Lets a person choose a folder. By a handle where the browser has them: to make the list of a field takes Chromium half a millisecond a file in
 * which the page stands still, and empty folders are not in it. To be called in the click.
 *
 * @param field - for a folder, where there are no handles
 */
export function openFolderPicker (field: HTMLInputElement | null, { take, onNothing }: OpenFolderPickerOptions): void {
  const asked = (window as Pickers).showDirectoryPicker?.()

  if (asked == null) {
    field?.click()
    return
  }

  asked.then((folder) => {
    take(async (options) => {
      const entries = await readDirectory(folder, options)
      return [{ name: folder.name, kind: 'folder', entries, totalBytes: await totalBytes(entries, new Pauses()) }]
    })
  }, (err: unknown) => {
    // one that the browser does not let be used has the other way
    if (isAbort(err)) onNothing()
    else field?.click()
  })
}
