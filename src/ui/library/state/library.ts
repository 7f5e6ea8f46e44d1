import { Pauses } from '../../../client/body/page-pauses.ts'
import { askNode } from '../../client/ask-node.ts'
import { follow } from '../../client/follow.ts'
import { whenReady } from '../../client/node.ts'
import type { FolderEntry } from '../../folder/lib/folder-entry.ts'
import { withoutHidden } from '../../folder/lib/hidden.ts'
import { added } from '../../folder/state/added.ts'
import { readEntries } from '../../folder/state/read-entries.ts'
import { joinPath } from '../../lib/links/mfs-path.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'

/** An entry of Files, in any folder. Its key is its path. */
export interface LibraryItem extends FolderEntry {
  path: string
}

export interface LibraryState {
  /** all entries of Files, folders before their content; undefined until first read */
  items?: readonly LibraryItem[]
  reading: boolean
  problem?: PlainError
}

/** All entries of Files, for search, recent items, and pins. Read only while a component needs it. */
export const library = new Store<LibraryState>({ reading: false })

/** Limit of entries, for memory: about 40 MB. Those of later folders are not found by search. */
const MAX_ITEMS = 100_000

/** Entries by CID of their folder, from the last reading: a folder that did not change is not read again. */
let listings = new Map<string, readonly FolderEntry[]>()
let users = 0
let stopFollowing: (() => void) | undefined
let reading: AbortController | undefined

/**
 * Keeps `library` up to date.
 *
 * @returns a function that ends it
 */
export function followLibrary (): () => void {
  if (users++ === 0) {
    void readLibrary()
    stopFollowing = follow('files', readLibrary)
  }
  return () => {
    if (--users === 0) {
      stopFollowing?.()
      reading?.abort()
    }
  }
}

/** Reads all entries again. Only local blocks are read. */
export async function readLibrary (): Promise<void> {
  reading?.abort()
  const { signal } = reading = new AbortController()
  const seen = new Map<string, readonly FolderEntry[]>()
  library.patch({ reading: true })

  try {
    await whenReady({ signal })
    const { Hash } = await askNode<{ Hash: string }>('files/stat', { args: ['/'], options: { hash: true }, signal })
    const items: LibraryItem[] = []
    const pauses = new Pauses()
    await walk(Hash, '/')
    listings = seen
    library.set({ items, reading: false })

    async function walk (cid: string, path: string): Promise<void> {
      const entries = withoutHidden(path, await entriesOf(cid))
      for (const entry of entries) {
        if (items.length === MAX_ITEMS) {
          return
        }
        if (pauses.due) {
          await pauses.take()
          signal.throwIfAborted()
        }
        const place = joinPath(path, entry.name)
        const at = added.value.get(place)
        items.push({ ...entry, key: place, path: place, since: at == null ? undefined : new Date(at) })
        if (entry.kind === 'folder') {
          await walk(entry.cid, place)
        }
      }
    }
  } catch (err) {
    if (!isAbort(err)) {
      library.patch({ reading: false, problem: plainError(err) })
    }
  }

  async function entriesOf (cid: string): Promise<readonly FolderEntry[]> {
    const entries = listings.get(cid) ?? seen.get(cid) ??
      await readEntries(cid, { signal, isLocal: true }).then(({ entries }) => entries, (err: unknown) => {
        if (isAbort(err)) {
          throw err
        }
        return [] // Blocks are missing.
      })
    seen.set(cid, entries)
    return entries
  }
}
