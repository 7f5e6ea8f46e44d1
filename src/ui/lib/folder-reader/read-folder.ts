import type { FolderNews } from './folder-reader.ts'
import type { FoundEntry } from './walk-folder.ts'

/**
 * All that is in a folder of the disk, read beside the page: what comes back are files whose bytes stay where they are.
 *
 * @param worker - in which the reader runs; it is ended with this
 * @param onFound - told of what was found since it was told last
 * @throws what the browser says where something cannot be read; the signal's reason
 */
export async function readFolder (folder: FileSystemDirectoryHandle, { worker, onFound, signal }: { worker: Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>, onFound: (some: FoundEntry[]) => void, signal?: AbortSignal }): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', () => { reject(signal.reason as Error) }, { once: true })

      worker.addEventListener('message', ({ data: { found, end } }: MessageEvent<FolderNews>) => {
        if (found != null) onFound(found)
        if (end?.error != null) reject(end.error)
        else if (end != null) resolve()
      })

      // a script that did not come, or what cannot be handed over
      worker.addEventListener('error', () => { reject(new Error('the folder could not be read beside the page')) })
      worker.addEventListener('messageerror', () => { reject(new Error('the folder could not be handed over')) })
      worker.postMessage(folder)
    })
  } finally {
    worker.terminate()
  }
}
