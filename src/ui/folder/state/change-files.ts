import { rpcDone } from '../../../client/index.ts'
import { perform } from '../../actions/state/dispatch.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { isWithin, joinPath, pathParts } from '../../lib/links/mfs-path.ts'
import { Store } from '../../lib/reactive/store.ts'
import { t, tn, words } from '../../lib/text/t.ts'
import { freeName } from '../lib/free-name.ts'
import { noteAdded } from './added.ts'
import { files, refreshFiles, select } from './files.ts'
import { moveEach, moveEntry, namesIn, refuseTaken, removeCreated } from './mfs.ts'
import type { Move } from './mfs.ts'

export interface Clipboard {
  how: 'move' | 'copy'
  folder: string
  names: readonly string[]
}

/** Entries that were cut or copied, until they are pasted or replaced. */
export const clipboard = new Store<{ held?: Clipboard }>({})

/** Creates a folder in the current one, and selects it. */
export async function makeFolder (name: string): Promise<void> {
  const path = joinPath(files.value.path, name)
  const made = await perform([path], {
    doing: words('Creating a folder'),
    job: async (path, signal) => {
      await rpcDone('files/mkdir', { args: [path], signal })
    },
    undo: () => ({
      done: () => t('Created the folder “{name}”', { name }),
      back: async () => {
        await removeCreated([{ path }])
      },
      ran: [ranLine('files/mkdir', [path])]
    }),
    settle: refreshFiles
  })
  if (made) {
    noteAdded([path])
    select({ names: new Set([name]), cursor: name, anchor: name })
  }
}

export async function rename (name: string, newName: string): Promise<void> {
  const { path } = files.value
  const move = { from: joinPath(path, name), to: joinPath(path, newName) }
  const renamed = await perform([move], {
    doing: words('Renaming'),
    job: async ({ from, to }, signal) => {
      await refuseTaken(to)
      await moveEntry({ from, to }, { signal })
    },
    undo: () => ({
      done: () => t('Renamed to “{newName}”', { newName }),
      back: async () => {
        await moveEach([{ from: move.to, to: move.from }])
      },
      ran: [ranLine('files/mv', [move.from, move.to])]
    }),
    settle: refreshFiles
  })
  if (renamed) {
    select({ names: new Set([newName]), cursor: newName, anchor: newName })
  }
}

export function hold (how: Clipboard['how'], names: readonly string[]): void {
  clipboard.set({ held: { how, folder: files.value.path, names } })
}

/** Pastes entries into the current folder. */
export async function paste (): Promise<void> {
  const { held } = clipboard.value
  if (held == null) {
    return
  }
  if (held.how === 'move') {
    clipboard.set({})
  }
  await putInto(held, files.value.path)
}

/** Moves or copies entries into a folder. Names that are taken get a number. */
export async function putInto ({ how, folder, names }: Clipboard, target: string): Promise<void> {
  if (how === 'move' && (target === folder || names.some((name) => isWithin(target, joinPath(folder, name))))) {
    return // They are already there, or a folder would contain itself.
  }

  const taken = await namesIn(target)
  const moves = names.map((name): Move => ({
    from: joinPath(folder, name),
    to: joinPath(target, freeName(name, taken))
  }))

  await perform(moves, {
    doing: how === 'move' ? words('Moving') : words('Copying'),
    job: async ({ from, to }, signal) => {
      await refuseTaken(to)
      if (how === 'move') {
        await moveEntry({ from, to }, { signal })
      } else {
        await rpcDone('files/cp', { args: [from, to], signal })
        noteAdded([to])
      }
    },
    undo: (done) => ({
      done: () => putWords(how, done, target),
      back: async () => {
        await (how === 'move'
          ? moveEach(done.map(({ from, to }) => ({ from: to, to: from })))
          : removeCreated(done.map(({ to }) => ({ path: to }))))
      },
      ran: done.map(({ from, to }) => ranLine(how === 'move' ? 'files/mv' : 'files/cp', [from, to]))
    }),
    settle: refreshFiles
  })
}

/** Adds several content paths under names. Names that are taken get a number. */
export async function putContents (
  contents: ReadonlyArray<{ path: string; name: string }>,
  folder: string
): Promise<boolean> {
  const taken = await namesIn(folder)
  const moves = contents.map(({ path, name }): Move => ({ from: path, to: joinPath(folder, freeName(name, taken)) }))

  return await perform(moves, {
    doing: words('Fetching'),
    job: async ({ from, to }, signal) => {
      await rpcDone('files/cp', { args: [from, to], signal })
      noteAdded([to])
    },
    undo: (done) => ({
      done: () => addedWords(done.map(({ to }) => to), folder),
      back: async () => {
        await removeCreated(done.map(({ to }) => ({ path: to })))
      },
      ran: done.map(({ from, to }) => ranLine('files/cp', [from, to]))
    }),
    settle: refreshFiles
  })
}

/** Describes added entries of a folder, as a sentence without its period. */
export function addedWords (paths: readonly string[], folder: string): string {
  return paths.length === 1
    ? t('Added “{name}” to “{folder}”', { name: pathParts(paths[0]).at(-1)!, folder: folderName(folder) })
    : tn(paths.length, 'Added {n} item to “{folder}”', 'Added {n} items to “{folder}”', { folder: folderName(folder) })
}

/** Returns the displayed name of a folder. */
export function folderName (path: string): string {
  return pathParts(path).at(-1) ?? t('Files')
}

function putWords (how: Clipboard['how'], done: readonly Move[], target: string): string {
  const names = { name: pathParts(done[0].from).at(-1)!, folder: folderName(target) }

  if (done.length === 1) {
    return how === 'move' ? t('Moved “{name}” to “{folder}”', names) : t('Copied “{name}” to “{folder}”', names)
  }

  return how === 'move'
    ? tn(done.length, 'Moved {n} item to “{folder}”', 'Moved {n} items to “{folder}”', names)
    : tn(done.length, 'Copied {n} item to “{folder}”', 'Copied {n} items to “{folder}”', names)
}
