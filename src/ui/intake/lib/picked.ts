import { blobSize } from '../../../client/body/blob-size.ts'
import { Pauses } from '../../../client/body/page-pauses.ts'
import type { AddEntry } from '../../../client/index.ts'

/** One chosen item: it becomes one upload and one CID. */
export interface Picked {
  name: string
  kind: 'file' | 'folder'
  entries: AddEntry[]
  totalBytes: number
  /** handle of a file that stays on disk, and is added as a reference */
  handle?: FileSystemFileHandle
  /** whether the content is imported: the file is a CAR */
  car?: boolean
  /** whether file dates are stored: equal bytes then get another CID */
  dates?: boolean
}

/** An item with its target path in Files, such as `/photos/a.jpg`. Content of a CAR is added next to it, as `/photos/a`. */
export interface Placed extends Picked {
  toFiles: string
  /** path that it would have had, if the name was taken */
  wants?: string
}

/** Returns whether the content may be imported, by the file name. The node checks the content itself. */
export function isCar ({ kind, name }: Picked): boolean {
  return kind === 'file' && /\.car$/i.test(name)
}

/**
 * Groups files of a picker. Files of a folder picker have a path that begins with the folder. Yields to the page at
 * first and in between, because the disk is asked for sizes.
 */
export async function fromFiles (files: Iterable<File>): Promise<Picked[]> {
  const picked: Picked[] = []
  const folders = new Map<string, Picked>()
  const pauses = new Pauses()

  // Resetting a picker empties its list.
  const all = [...files]
  // Creating that list already took long, and the first size requests are as slow.
  if (all.length > 1) {
    await pauses.take()
  }

  for (const file of all) {
    const path = file.webkitRelativePath || file.name
    const name = path.split('/', 1)[0]
    const kind = path === name ? 'file' : 'folder'
    let one = kind === 'folder' ? folders.get(name) : undefined
    if (one == null) {
      one = { name, kind, entries: [], totalBytes: 0 }
      picked.push(one)
      folders.set(name, one)
    }
    one.entries.push({ path, content: file })
    one.totalBytes += blobSize(file)
    if (pauses.due) {
      await pauses.take()
    }
  }
  return picked
}
