/** A file, or (without content) an empty folder, at its place below the folder that was walked. */
export interface FoundEntry { path: string, content?: File }

/** Files that are asked for at once: each for itself would be a way to the disk and back. */
const AT_ONCE = 128

/**
 * All that is in a folder of the disk, with `path` before the names, some at a time.
 *
 * @throws (while iterating) what the browser says where a file or folder cannot be read
 */
export async function * walkFolder (folder: FileSystemDirectoryHandle, path: string): AsyncGenerator<FoundEntry[]> {
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
      file.catch(() => {}) // it is told of where it is awaited
      asked.push(file)
    }

    if (asked.length === AT_ONCE) {
      yield await Promise.all(asked)
      asked = []
    }
  }

  if (asked.length > 0) yield await Promise.all(asked)
  if (isEmpty) yield [{ path }]
  for (const [handle, place] of folders) yield * walkFolder(handle, place)
}
