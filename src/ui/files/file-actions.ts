import { rpc, rpcDone } from '../../client/index.ts'
import { whenReady } from '../client/node.ts'
import type { Kept } from '../client/read-pins.ts'
import { freeName } from '../folder/lib/free-name.ts'
import { doToEach } from '../folder/state/file-work.ts'
import { files, select } from '../folder/state/files.ts'
import type { Picked } from '../intake/lib/picked.ts'
import { take } from '../intake/state/cars.ts'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { isWithin, joinPath, parentOf, pathParts } from '../lib/links/mfs-path.ts'
import { Store } from '../lib/reactive/store.ts'
import { t, tn, words } from '../lib/text/t.ts'

export interface Clipboard {
  how: 'move' | 'copy'
  folder: string
  names: readonly string[]
}

/** Entries that were cut or copied, until they are pasted or replaced. */
export const clipboard = new Store<{ held?: Clipboard }>({})

/** A move or copy from one path to another. */
interface Step {
  from: string
  to: string
}

/** Creates a folder in the current one, and selects it. */
export async function makeFolder (name: string): Promise<void> {
  const path = joinPath(files.value.path, name)
  const made = await doToEach([path], {
    doing: words('Making a folder'),
    job: async (path, signal) => {
      await rpcDone('files/mkdir', { args: [path], signal })
    },
    undo: () => ({
      done: () => t('The folder “{name}” was made', { name }),
      back: async () => {
        await rpcDone('files/rm', { args: [path], options: { recursive: true } })
      },
      ran: [ranLine('files/mkdir', [path])]
    })
  })
  if (made) {
    select({ names: new Set([name]), cursor: name, anchor: name })
  }
}

export async function rename (name: string, newName: string): Promise<void> {
  const { path } = files.value
  const step = { from: joinPath(path, name), to: joinPath(path, newName) }
  const renamed = await doToEach([step], {
    doing: words('Renaming'),
    job: async ({ from, to }, signal) => {
      await refuseTaken(to)
      await rpcDone('files/mv', { args: [from, to], signal })
    },
    undo: () => ({
      done: () => t('“{name}” is called “{newName}” now', { name, newName }),
      back: async () => {
        await moveAll([step])
      },
      ran: [ranLine('files/mv', [step.from, step.to])]
    })
  })
  if (renamed) {
    select({ names: new Set([newName]), cursor: newName, anchor: newName })
  }
}

/** Removes entries without confirmation, because it can be undone while the blocks exist. */
export async function removeFiles (names: readonly string[]): Promise<void> {
  const { path, entries } = files.value
  const cids = new Map(entries.map(({ name, cid }) => [name, cid]))

  await doToEach(names, {
    doing: words('Removing'),
    job: async (name, signal) => {
      await rpcDone('files/rm', { args: [joinPath(path, name)], options: { recursive: true }, signal })
    },
    undo: (done) => ({
      done: () =>
        done.length === 1
          ? t('“{name}” is removed', { name: done[0] })
          : tn(done.length, '{n} entry is removed', '{n} entries are removed'),
      back: async () => {
        for (const name of done) {
          await rpcDone('files/cp', { args: [`/ipfs/${cids.get(name)!}`, joinPath(path, name)] })
        }
      },
      ran: [ranLine('files/rm', done.map((name) => joinPath(path, name)), { recursive: 'true' })]
    })
  })
}

/** Removes pins. Content in the MFS stays, and is kept by the MFS. */
export async function unkeep (pins: readonly Kept[]): Promise<void> {
  await doToEach(pins, {
    doing: words('Removing'),
    job: async ({ cid }, signal) => {
      await rpcDone('pin/rm', { args: [cid], signal })
    },
    undo: (done) => ({
      done: () =>
        done.length === 1
          ? t('The pin of “{name}” is removed; among the files it stays', { name: done[0].name || done[0].cid })
          : tn(
            done.length,
            '{n} pin is removed; among the files all stays',
            '{n} pins are removed; among the files all stays'
          ),
      back: async () => {
        for (const { cid, name } of done) {
          await rpcDone('pin/add', { args: [cid], options: { name: name === '' ? undefined : name, offline: true } })
        }
      },
      ran: [ranLine('pin/rm', done.map(({ cid }) => cid))]
    })
  })
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
  const steps = names.map((name): Step => ({
    from: joinPath(folder, name),
    to: joinPath(target, freeName(name, taken))
  }))

  await doToEach(steps, {
    doing: how === 'move' ? words('Moving') : words('Copying'),
    job: async ({ from, to }, signal) => {
      await rpcDone(how === 'move' ? 'files/mv' : 'files/cp', { args: [from, to], signal })
    },
    undo: (done) => ({
      done: () => putWords(how, done, target),
      back: how === 'move'
        ? async () => {
          await moveAll(done)
        }
        : async () => {
          for (const { to } of done) {
            await rpcDone('files/rm', { args: [to], options: { recursive: true } })
          }
        },
      ran: done.map(({ from, to }) => ranLine(how === 'move' ? 'files/mv' : 'files/cp', [from, to]))
    })
  })
}

/** Adds a content path to a folder, by default the current one. Missing blocks are fetched when they are read. */
export async function putContent (path: string, folder = files.value.path): Promise<void> {
  await putContents([{ path, name: pathParts(path).at(-1)! }], folder)
}

/** Adds several content paths under names. Names that are taken get a number. */
export async function putContents (
  contents: ReadonlyArray<{ path: string; name: string }>,
  folder: string
): Promise<void> {
  const taken = await namesIn(folder)
  const steps = contents.map(({ path, name }): Step => ({ from: path, to: joinPath(folder, freeName(name, taken)) }))

  await doToEach(steps, {
    doing: words('Fetching'),
    job: async ({ from, to }, signal) => {
      await rpcDone('files/cp', { args: [from, to], signal })
    },
    undo: (done) => ({
      done: () =>
        done.length === 1
          ? t('“{name}” is in “{folder}” now', { name: pathParts(done[0].to).at(-1)!, folder: folderName(folder) })
          : putWords('copy', done, folder),
      back: async () => {
        for (const { to } of done) {
          await rpcDone('files/rm', { args: [to], options: { recursive: true } })
        }
      },
      ran: done.map(({ from, to }) => ranLine('files/cp', [from, to]))
    })
  })
}

/** Stores chosen items in the current folder. Asks about CARs first. */
export async function addHere (picked: readonly Picked[]): Promise<void> {
  const { path } = files.value
  const taken = await namesIn(path)

  take(picked.map((one) => ({ ...one, toFiles: joinPath(path, freeName(one.name, taken)) })))
}

async function namesIn (folder: string): Promise<Set<string>> {
  await whenReady()
  const { Entries } = await rpc<{ Entries: Array<{ Name: string }> | null }>('files/ls', {
    args: [folder],
    options: { U: true }
  })
  return new Set(Entries?.map(({ Name }) => Name))
}

async function moveAll (steps: readonly Step[]): Promise<void> {
  for (const { from, to } of steps) {
    await refuseTaken(from)
    await rpcDone('files/mv', { args: [to, from] })
  }
}

/** Throws if the path exists: moving to an existing folder would move into it. */
async function refuseTaken (path: string): Promise<void> {
  if ((await namesIn(parentOf(path))).has(pathParts(path).at(-1)!)) {
    throw new Error(t('There is something of this name already: {path}', { path }))
  }
}

function putWords (how: Clipboard['how'], done: readonly Step[], target: string): string {
  const [{ from }] = done
  const names = { name: from.slice(from.lastIndexOf('/') + 1), folder: folderName(target) }

  if (done.length === 1) {
    return how === 'move' ? t('“{name}” is moved to “{folder}”', names) : t('“{name}” is copied to “{folder}”', names)
  }

  return how === 'move'
    ? tn(done.length, '{n} entry is moved to “{folder}”', '{n} entries are moved to “{folder}”', names)
    : tn(done.length, '{n} entry is copied to “{folder}”', '{n} entries are copied to “{folder}”', names)
}

function folderName (path: string): string {
  return pathParts(path).at(-1) ?? t('Files')
}
