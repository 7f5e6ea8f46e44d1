import { Pauses } from '../../../client/body/page-pauses.ts'
import { totalBytes } from '../../lib/data/total-bytes.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import { readDirectory } from './read-directory.ts'
import type { Reading } from './reading.ts'

/** Not in the TypeScript DOM types, because Firefox and Safari have no such picker. */
interface Pickers {
  showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle>
}

export interface OpenFolderPickerOptions {
  /** called with the choice, to be read; not called if nothing was chosen */
  take: (read: Reading) => void
  /**
   * Called if nothing was chosen. The browser does not say why: the user may have cancelled, or the browser refuses
   * handles for that folder.
   */
  onNothing: () => void
}

/**
 * Opens a folder picker. Call it during a click.
 *
 * Uses a handle if the browser supports them: creating the file list of an input takes Chromium half a millisecond per
 * file, in which the page is blocked, and it omits empty folders.
 *
 * @param field - folder input for browsers without handles
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
    // If the browser blocks the picker, use the input.
    if (isAbort(err)) {
      onNothing()
    } else {
      field?.click()
    }
  })
}
