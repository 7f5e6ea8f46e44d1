/** A file, or (without content) an empty folder, with its path below the walked folder. */
export interface FoundEntry {
  path: string
  content?: File
}

/** Concurrent file requests: each alone would be a round trip to the disk. */
const AT_ONCE = 128

/**
 * Yields all entries of a folder on disk in batches, with `path` before the names.
 *
 * @throws (while iterating) the browser's error if a file or folder cannot be read
 */
export async function* walkFolder (folder: FileSystemDirectoryHandle, path: string): AsyncGenerator<FoundEntry[]> {
  const folders: Array<[handle: FileSystemDirectoryHandle, path: string]> = []
  let asked: Array<Promise<FoundEntry>> = []
  let isEmpty = true

  for await (const handle of folder.values()) {
    isEmpty = false
    const place = `${path}/${handle.name}`

    if (handle.kind === 'directory') {
      folders.push([handle, place])
    } else {
      const file = handle.getFile().then((content) => ({ path: place, content }))
      file.catch(() => {}) // The error is reported where it is awaited.
      asked.push(file)
    }

    if (asked.length === AT_ONCE) {
      yield await Promise.all(asked)
      asked = []
    }
  }

  if (asked.length > 0) {
    yield await Promise.all(asked)
  }
  if (isEmpty) {
    yield [{ path }]
  }
  for (const [handle, place] of folders) {
    yield* walkFolder(handle, place)
  }
}
