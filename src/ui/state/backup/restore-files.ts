import { rpc, rpcDone, RpcError, rpcStream } from '../../../client/index.ts'
import type { BackupFile } from '../../lib/backup/manifest.ts'
import { freeName } from '../../lib/free-name.ts'
import type { LsLink } from '../../lib/folder-entry.ts'
import { joinPath, parentOf } from '../../lib/mfs-path.ts'
import { bare, t } from '../../lib/t.ts'

interface Restoring { at: string, signal: AbortSignal }

/**
 * Puts files of a backup into the mutable files: as they were where there are none, and else into a folder beside what is there, which
 * stays as it is. A place that holds nothing but these files is where a try before was cut: it is gone on with, so that nothing comes
 * twice, whoever was stopped in the middle.
 *
 * @param at - when the backup was made, for the name of the folder
 * @returns the folder
 */
export async function restoreFiles (files: readonly BackupFile[], { at, signal }: Restoring): Promise<string> {
  const root = files.find(({ path }) => path === '/')
  const wanted = root == null ? files : (await linksOf(root.cid, signal)).map(({ Name, Hash }): BackupFile => ({ path: `/${Name}`, cid: Hash }))
  const { folder, there } = await placeFor(wanted, { at, signal })

  if (root != null && folder !== '/' && there == null) {
    await copy(root.cid, folder, signal)
    return folder
  }

  for (const { path, cid } of wanted) {
    if (there?.has(path) !== true) await copy(cid, joinPath(folder, path.slice(1)), signal)
  }

  return folder
}

/** The first place that is free, or has nothing but what is wanted. `there`: the paths that it has; undefined where it is to be made. */
async function placeFor (wanted: readonly BackupFile[], { at, signal }: Restoring): Promise<{ folder: string, there?: ReadonlySet<string> }> {
  const cids = new Map(wanted.map(({ path, cid }) => [path, cid]))
  const above = new Set(wanted.flatMap(({ path }) => foldersAbove(path)))
  const top = await thereIn('/')

  if (top != null) {
    return { folder: '/', there: top }
  }

  const { Entries } = await rpc<{ Entries: Array<{ Name: string }> | null }>('files/ls', { args: ['/'], options: { U: true }, signal })
  const here = new Set(Entries?.map(({ Name }) => Name))

  for (const tried = new Set<string>(); ;) {
    const name = freeName(bare(t('Restored {day}', { day: at.slice(0, 10) })), tried)
    const folder = joinPath('/', name)
    const there = here.has(name) ? await thereIn(folder) : undefined
    if (there != null || !here.has(name)) return { folder, there }
  }

  /** What of it is in a folder; undefined where something else is, or it is none. */
  async function thereIn (folder: string): Promise<Set<string> | undefined> {
    const found = new Set<string>()
    return await look(folder, '/') ? found : undefined

    async function look (folder: string, path: string): Promise<boolean> {
      const { Hash, Type } = await rpc<{ Hash: string, Type: string }>('files/stat', { args: [folder], signal })

      if (Type !== 'directory') {
        return false
      }

      for (const { Name, Hash: cid } of await linksOf(Hash, signal)) {
        const below = joinPath(path, Name)
        if (cids.get(below) === cid) found.add(below)
        else if (!above.has(below) || !await look(joinPath(folder, Name), below)) return false
      }

      return true
    }
  }
}

/** `/a` and `/a/b` of `/a/b/c`. */
function foldersAbove (path: string): string[] {
  const folder = parentOf(path)
  return folder === '/' ? [] : [...foldersAbove(folder), folder]
}

/** By their names alone: what they lead to is not looked at. */
async function linksOf (cid: string, signal: AbortSignal): Promise<LsLink[]> {
  const links: LsLink[] = []
  for await (const { Objects: [{ Links }] } of rpcStream<{ Objects: Array<{ Links: LsLink[] }> }>('ls', { args: [cid], options: { stream: true, offline: true, 'resolve-type': false, size: false }, signal })) links.push(...Links)
  return links
}

/** A browser asks again by itself when the node is killed before it answers: what was copied by then is refused, and is there. */
async function copy (cid: string, to: string, signal: AbortSignal): Promise<void> {
  try {
    await rpcDone('files/cp', { args: [`/ipfs/${cid}`, to], options: { parents: true, offline: true }, signal })
  } catch (err) {
    if (!(err instanceof RpcError) || await cidAt(to, signal) !== cid) {
      throw err
    }
  }
}

/** @returns undefined where nothing is @throws whatever keeps the node from saying so: it may have been killed once more */
async function cidAt (path: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await rpc<{ Hash: string }>('files/stat', { args: [path], signal })).Hash
  } catch (err) {
    if (err instanceof RpcError) return undefined
    throw err
  }
}
