import { rpcDone } from '../../../client/index.ts'
import { perform } from '../../actions/state/dispatch.ts'
import { askNode } from '../../client/ask-node.ts'
import { isMissingPath } from '../../client/is-missing.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { joinPath, parentOf, pathParts } from '../../lib/links/mfs-path.ts'
import { Store } from '../../lib/reactive/store.ts'
import { t, tn, words } from '../../lib/text/t.ts'
import { BIN, BIN_NAME, deletionPath, isExpired, readDeletion } from '../lib/bin.ts'
import { folderEntry } from '../lib/folder-entry.ts'
import type { FolderEntry, LsLink } from '../lib/folder-entry.ts'
import { freeName } from '../lib/free-name.ts'
import { refreshFiles } from './files.ts'
import { moveEach, moveEntry, namesIn } from './mfs.ts'
import type { Move } from './mfs.ts'

/** A deleted item. */
export interface BinEntry extends FolderEntry {
  /** path in the Bin */
  path: string
  /** folder that it was deleted from */
  from: string
}

/** Deleted items, the latest first; undefined until they were read. */
export const bin = new Store<{ list?: readonly BinEntry[] }>({})

/** Moves entries of a folder to the Bin. Nothing is asked, because it can be undone and restored. */
export async function moveToBin (from: string, names: readonly string[]): Promise<void> {
  const deletion = deletionPath({ atMs: Date.now(), from }, deletionsNow())
  const moves = names.map((name): Move => ({ from: joinPath(from, name), to: joinPath(deletion, name) }))

  await perform(moves, {
    doing: words('Deleting'),
    job: async ({ from, to }, signal) => {
      await rpcDone('files/mkdir', { args: [deletion], options: { parents: true }, signal })
      await moveEntry({ from, to }, { signal })
    },
    undo: (done) => ({
      done: () =>
        done.length === 1
          ? t('Deleted “{name}”', { name: nameIn(done[0].from) })
          : tn(done.length, 'Deleted {n} item', 'Deleted {n} items'),
      back: async () => {
        await moveEach(done.map(({ from, to }) => ({ from: to, to: from })))
        await removeEmpty([deletion])
      },
      ran: done.map(({ from, to }) => ranLine('files/mv', [from, to]))
    }),
    settle
  })
}

/** Returns the path that an entry gets in the Bin when it is deleted now. */
export function binnedPath (path: string): string {
  return joinPath(deletionPath({ atMs: Date.now(), from: parentOf(path) }, deletionsNow()), nameIn(path))
}

/** Moves items from the Bin back to where they were. Names that are taken get a number. */
export async function restore (items: readonly BinEntry[]): Promise<void> {
  const taken = new Map<string, Set<string>>()
  for (const { from } of items) {
    taken.set(from, taken.get(from) ?? new Set((await links(from)).map(({ Name }) => Name)))
  }
  const moves = items.map(({ path, from, name }): Move => ({
    from: path,
    to: joinPath(from, freeName(name, taken.get(from)!))
  }))

  await perform(moves, {
    doing: words('Restoring'),
    job: async ({ from, to }, signal) => {
      await rpcDone('files/mkdir', { args: [parentOf(to)], options: { parents: true }, signal })
      await moveEntry({ from, to }, { signal })
      await removeEmpty([parentOf(from)])
    },
    undo: (done) => ({
      done: () =>
        done.length === 1
          ? t('Restored “{name}”', { name: nameIn(done[0].to) })
          : tn(done.length, 'Restored {n} item', 'Restored {n} items'),
      back: async () => {
        for (const { from } of done) {
          await rpcDone('files/mkdir', { args: [parentOf(from)], options: { parents: true } })
        }
        await moveEach(done.map(({ from, to }) => ({ from: to, to: from })))
      },
      ran: done.map(({ from, to }) => ranLine('files/mv', [from, to]))
    }),
    settle
  })
}

/** Deletes items of the Bin for good. Their blocks stay until space is freed, so it can be undone until then. */
export async function deleteForever (items: readonly BinEntry[]): Promise<void> {
  await perform(items, {
    doing: words('Deleting'),
    job: async ({ path }, signal) => {
      await rpcDone('files/rm', { args: [path], options: { recursive: true }, signal })
      await removeEmpty([parentOf(path)])
    },
    undo: (done) => ({
      done: () =>
        done.length === 1
          ? t('Deleted “{name}” permanently', { name: done[0].name })
          : tn(done.length, 'Deleted {n} item permanently', 'Deleted {n} items permanently'),
      back: async () => {
        for (const { path, cid } of done) {
          await rpcDone('files/mkdir', { args: [parentOf(path)], options: { parents: true } })
          await rpcDone('files/cp', { args: [`/ipfs/${cid}`, path], options: { offline: true }, files: [] })
        }
      },
      ran: [ranLine('files/rm', done.map(({ path }) => path), { recursive: 'true' })]
    }),
    settle
  })
}

/** Reads the Bin. */
export async function readBin (): Promise<void> {
  const list: BinEntry[] = []
  for (const { Name } of await deletions()) {
    const deletion = readDeletion(Name)
    if (deletion == null) {
      continue // Another client stored it here.
    }
    for (const link of await links(joinPath(BIN, Name))) {
      const path = joinPath(joinPath(BIN, Name), link.Name)
      list.push({
        ...folderEntry(link, true),
        key: path,
        path,
        from: deletion.from,
        modified: new Date(deletion.atMs)
      })
    }
  }
  bin.set({ list: list.sort((a, b) => b.modified!.getTime() - a.modified!.getTime()) })
}

/** Removes items that have been in the Bin for too long. */
export async function emptyExpired (): Promise<void> {
  for (const { Name } of await deletions()) {
    const deletion = readDeletion(Name)
    if (deletion != null && isExpired(deletion, Date.now())) {
      await rpcDone('files/rm', { args: [joinPath(BIN, Name)], options: { recursive: true } })
    }
  }
}

async function settle (): Promise<void> {
  await Promise.all([refreshFiles(), bin.value.list == null ? undefined : readBin()])
}

/** Returns the deletions in the Bin, which is created by the first one. */
async function deletions (): Promise<LsLink[]> {
  return (await namesIn('/')).has(BIN_NAME) ? await links(BIN) : []
}

/**
 * @returns an empty list for a missing folder
 * @throws RpcError if the folder cannot be read
 */
async function links (path: string): Promise<LsLink[]> {
  try {
    const { Entries } = await askNode<{ Entries: Array<LsLink & { Type: 0 | 1 }> | null }>('files/ls', {
      args: [path],
      options: { long: true }
    })
    // `files/ls` uses 0 for files, unlike `ls`.
    return (Entries ?? []).map((link) => ({ ...link, Type: link.Type === 1 ? 1 : 2 }))
  } catch (err) {
    // After any other error the content is unknown, and must not be treated as empty.
    if (isMissingPath(err)) {
      return []
    }
    throw err
  }
}

/** Removes folders that have no entries left. One that cannot be read stays: it may hold items. */
async function removeEmpty (folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    try {
      if ((await links(folder)).length === 0) {
        await rpcDone('files/rm', { args: [folder], options: { recursive: true }, files: [] })
      }
    } catch {} // An empty folder in the Bin is not shown.
  }
}

let lastMs = 0
let count = 0

/** Returns a number that distinguishes deletions of this page within a millisecond. */
function deletionsNow (): number {
  count = lastMs === Date.now() ? count + 1 : 0
  lastMs = Date.now()
  return count
}

function nameIn (path: string): string {
  return pathParts(path).at(-1)!
}
