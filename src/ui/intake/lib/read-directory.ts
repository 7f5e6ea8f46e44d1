import type { AddEntry } from '../../../client/index.ts'
import { asideWorker } from '../../lib/background/aside-worker.ts'
import { readFolder } from './read-folder.ts'
import type { ReadOptions } from './reading.ts'

/**
 * Lists all entries of a folder in a background worker, which takes half as long as here and does not block the page.
 *
 * @throws see `readFolder`
 */
export async function readDirectory (
  folder: FileSystemDirectoryHandle,
  { onCount, signal }: ReadOptions
): Promise<AddEntry[]> {
  const found: AddEntry[] = []

  await readFolder(folder, {
    worker: asideWorker('folder'),
    onFound: (some) => {
      for (const one of some) {
        found.push(one)
      }
      onCount?.(found.length)
    },
    signal
  })

  return found
}
