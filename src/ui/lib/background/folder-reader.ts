import { walkFolder } from './walk-folder.ts'
import type { FoundEntry } from './walk-folder.ts'

/** A message of the reader: found entries, in several messages, or the end. */
export interface FolderNews {
  found?: FoundEntry[]
  end?: { error?: Error }
}

// Runs in a background worker, so that thousands of files do not block the page.
addEventListener('message', ({ data: folder }: MessageEvent<FileSystemDirectoryHandle>) => {
  void (async () => {
    try {
      for await (const found of walkFolder(folder, folder.name)) {
        postMessage({ found } satisfies FolderNews)
      }
      postMessage({ end: {} } satisfies FolderNews)
    } catch (error) {
      postMessage({ end: { error: error as Error } } satisfies FolderNews)
    }
  })()
})
