import type { FolderNews } from '../../lib/background/folder-reader.ts'
import type { FoundEntry } from '../../lib/background/walk-folder.ts'

/**
 * Lists all entries of a folder on disk in a background worker. The returned files refer to their bytes on disk.
 *
 * @param worker - runs the reader; ended afterwards
 * @param onFound - called with newly found entries
 * @throws the browser's error if an entry cannot be read; the signal's reason
 */
export async function readFolder (
  folder: FileSystemDirectoryHandle,
  { worker, onFound, signal }: {
    worker: Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>
    onFound: (some: FoundEntry[]) => void
    signal?: AbortSignal
  }
): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error)
      }, { once: true })

      worker.addEventListener('message', ({ data: { found, end } }: MessageEvent<FolderNews>) => {
        if (found != null) {
          onFound(found)
        }
        if (end?.error != null) {
          reject(end.error)
        } else if (end != null) {
          resolve()
        }
      })

      // A script that failed to load, or a handle that cannot be transferred.
      worker.addEventListener('error', () => {
        reject(new Error('the folder could not be read beside the page'))
      })
      worker.addEventListener('messageerror', () => {
        reject(new Error('the folder could not be handed over'))
      })
      worker.postMessage(folder)
    })
  } finally {
    worker.terminate()
  }
}
