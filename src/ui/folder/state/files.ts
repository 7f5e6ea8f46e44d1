import { RpcError } from '../../../client/index.ts'
import { isError } from '../../../errors/define-error.ts'
import { askNode } from '../../client/ask-node.ts'
import { whenReady } from '../../client/node.ts'
import { NOTHING, stillThere } from '../../lib/data/selection.ts'
import type { Selection } from '../../lib/data/selection.ts'
import { parentOf, pathParts } from '../../lib/links/mfs-path.ts'
import { nearestAbove } from '../../lib/links/nearest-above.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { withoutHidden } from '../lib/hidden.ts'
import { readEntries } from './read-entries.ts'
import type { ReadEntries } from './read-entries.ts'

export interface FilesState extends ReadEntries {
  /** MFS path of the current folder */
  path: string
  /** CID of the folder; undefined until it was first read */
  cid?: string
  /** total bytes of its DAG */
  wholeBytes?: number
  /** whether more entries will be read or sorted */
  reading: boolean
  selection: Selection
  problem?: PlainError
  /** for a missing folder: the nearest existing ancestor */
  above?: string
}

const EMPTY = {
  entries: [],
  resolved: true,
  reading: true,
  selection: NOTHING,
  problem: undefined,
  above: undefined,
  cid: undefined,
  wholeBytes: undefined
}

/** The MFS folder that the page shows. */
export const files = new Store<FilesState>({ path: '/', ...EMPTY })

let current: AbortController | undefined

/** Opens a folder. */
export async function openFiles (path: string): Promise<void> {
  files.set({ path, ...EMPTY })
  await readFiles(true)
}

/** Reads the current folder again. The old entries stay until all are read. */
export async function refreshFiles (): Promise<void> {
  await readFiles(false)
}

/** Cancels the reading; entries read so far stay. */
export function stopReadingFiles (): void {
  current?.abort()
}

export function select (selection: Selection): void {
  files.patch({ selection })
}

async function readFiles (isFirst: boolean): Promise<void> {
  current?.abort()
  const { signal } = current = new AbortController()
  const { path } = files.value

  try {
    await whenReady({ signal })
    const { Hash, Type, CumulativeSize } = await askNode<{ Hash: string; Type: string; CumulativeSize: number }>(
      'files/stat',
      { args: [path], signal }
    )

    if (Type !== 'directory') {
      await openFiles(parentOf(path))
      return
    }

    const shown = files.value
    if (!isFirst && Hash === shown.cid && shown.resolved && !shown.reading && shown.problem == null) {
      return
    }

    const whole = await readEntries(Hash, {
      signal,
      onSome: (some) => {
        if (isFirst) {
          files.patch({ ...some, entries: withoutHidden(path, some.entries) })
        }
      }
    })
    const { selection, entries: before } = files.value
    const entries = withoutHidden(path, whole.entries)
    files.patch({
      resolved: whole.resolved,
      entries,
      cid: Hash,
      wholeBytes: CumulativeSize,
      reading: false,
      problem: undefined,
      above: undefined,
      selection: selection === NOTHING
        ? NOTHING
        : stillThere(selection, before.map(({ name }) => name), entries.map(({ name }) => name))
    })
    if (isFirst) {
      announceNews(
        t('{name}: {entries}.', {
          name: pathParts(path).at(-1) ?? t('Files'),
          entries: tn(entries.length, '{n} item', '{n} items')
        })
      )
    }
  } catch (err) {
    if (isAbort(err)) {
      if (signal === current?.signal) {
        files.patch({ reading: false })
      }
      return
    }

    const above = isError(err, RpcError)
      ? await nearestAbove(path, { least: 0, isThere: async (path) => await isFolder(path, signal) })
      : undefined
    if (!signal.aborted) {
      files.patch({ reading: false, problem: plainError(err), above })
    }
  }
}

async function isFolder (path: string, signal: AbortSignal): Promise<boolean> {
  return await askNode<{ Type: string }>('files/stat', { args: [path], signal }).then(
    ({ Type }) => Type === 'directory',
    () => false
  )
}
