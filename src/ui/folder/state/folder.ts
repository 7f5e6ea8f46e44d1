import { whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { say } from '../../page/news.ts'
import { readEntries } from './read-entries.ts'
import type { ReadEntries } from './read-entries.ts'

/** A folder on the path from a content to the current folder. */
export interface Step {
  cid: string
  name: string
}

export interface FolderState extends ReadEntries {
  /** path from the content to the current folder; empty if none is open */
  way: readonly Step[]
  /** whether more entries will be read or sorted */
  reading: boolean
  problem?: PlainError
}

const CLOSED: FolderState = { way: [], entries: [], reading: false, resolved: true }

/** The folder of a content that the page shows. */
export const folder = new Store<FolderState>(CLOSED)

let current: AbortController | undefined

/** Opens the last folder of `way`. */
export async function openFolder (way: readonly Step[]): Promise<void> {
  current?.abort()
  const mine = current = new AbortController()
  folder.set({ ...CLOSED, way, reading: true })

  try {
    await whenReady({ signal: mine.signal })
    const whole = await readEntries(way.at(-1)!.cid, {
      signal: mine.signal,
      onSome: (some) => {
        folder.patch(some)
      }
    })
    folder.patch({ ...whole, reading: false })
    say(
      t('{name}: {entries}.', {
        name: way.at(-1)!.name,
        entries: tn(folder.value.entries.length, '{n} entry', '{n} entries')
      })
    )
  } catch (err) {
    if (current === mine) {
      folder.patch({ reading: false, problem: isAbort(err) ? undefined : plainError(err) })
    }
  }
}

export function closeFolder (): void {
  current?.abort()
  current = undefined
  folder.set(CLOSED)
}

/** Cancels the reading; entries read so far stay. */
export function stopReadingFolder (): void {
  current?.abort()
}
