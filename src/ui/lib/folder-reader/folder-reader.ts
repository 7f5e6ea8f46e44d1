import { walkFolder } from './walk-folder.ts'
import type { FoundEntry } from './walk-folder.ts'

/** What the reader tells: what it has found, in some messages, and how it ended. */
export interface FolderNews {
  found?: FoundEntry[]
  end?: { error?: Error }
}

// a script of its own beside the page, which is not held up by thousands of files
addEventListener('message', ({ data: folder }: MessageEvent<FileSystemDirectoryHandle>) => {
  void (async () => {
    try {
      for await (const found of walkFolder(folder, folder.name)) postMessage({ found } satisfies FolderNews)
      postMessage({ end: {} } satisfies FolderNews)
    } catch (error) {
      postMessage({ end: { error: error as Error } } satisfies FolderNews)
    }
  })()
})
