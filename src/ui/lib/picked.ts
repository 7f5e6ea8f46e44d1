import { blobSize } from '../../client/blob-size.ts'
import type { AddEntry } from '../../client/index.ts'
import { freeName } from './free-name.ts'
import { Pauses } from '../../client/pauses.ts'
import { bare, tn } from './t.ts'

/** One thing that a person chose: it becomes one upload, one CID, one pin. */
export interface Picked {
  name: string
  kind: 'file' | 'folder'
  entries: AddEntry[]
  totalBytes: number
  /** the entries have no common root: the node puts one above them */
  wrap?: boolean
  /** the file stays where it is, and is referred to */
  handle?: FileSystemFileHandle
  /** what is in the file is imported: it is a CAR */
  car?: boolean
  /** the dates of its files go along: the same bytes have another CID by that */
  dates?: boolean
  /** where it goes in the mutable files, as `/photos/a.jpg`: it is kept there then, and not by a pin. What is in a CAR goes beside, as `/photos/a` */
  toFiles?: string
}

/** Whether what is in it may be imported: by its name, since the node itself looks into it. */
export function isCar ({ kind, name }: Picked): boolean {
  return kind === 'file' && /\.car$/i.test(name)
}

/** Files of a picker; those of a folder picker carry a path, whose first part is the folder. The page is free before and in between, as the disk is asked for sizes. */
export async function fromFiles (files: Iterable<File>): Promise<Picked[]> {
  const picked: Picked[] = []
  const folders = new Map<string, Picked>()
  const pauses = new Pauses()

  // a picker that is emptied takes its list along
  const all = [...files]
  // to make that list took the browser long already, and it asks the disk for the first of them as slowly
  if (all.length > 1) await pauses.take()

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
    if (pauses.due) await pauses.take()
  }
  return picked
}

/** All in one directory. Files of one name get a number, or one of them would be lost. */
export function together (picked: Picked[]): Picked {
  const taken = new Set<string>()
  const entries = picked.flatMap((one) => {
    const name = freeName(one.name, taken)
    return one.entries.map(({ path, content }) => ({ path: name + path.slice(one.name.length), content }))
  })
  const more = picked.length - 1

  return {
    name: more === 0 ? picked[0].name : bare(tn(more, '{name} and {n} more', '{name} and {n} more', { name: picked[0].name })),
    kind: 'folder',
    wrap: true,
    entries,
    totalBytes: picked.reduce((sum, one) => sum + one.totalBytes, 0)
  }
}
