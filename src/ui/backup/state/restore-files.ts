import { rpc, rpcDone, RpcError, rpcStream } from '../../../client/index.ts'
import type { LsLink } from '../../folder/lib/folder-entry.ts'
import { freeName } from '../../folder/lib/free-name.ts'
import { joinPath, parentOf } from '../../lib/links/mfs-path.ts'
import { bare, t } from '../../lib/text/t.ts'
import type { BackupFile } from '../lib/manifest.ts'

interface Restoring {
  at: string
  signal: AbortSignal
}

/**
 * Restores files of a backup to the MFS: to their original paths if the MFS is empty, otherwise into a new folder next
 * to existing files, which stay unchanged.
 *
 * A folder that contains only files of this backup is left from an interrupted restore. It is continued, so that
 * nothing is restored twice.
 *
 * @param at - creation time of the backup, for the folder's name
 * @returns the folder
 */
export async function restoreFiles (files: readonly BackupFile[], { at, signal }: Restoring): Promise<string> {
  const root = files.find(({ path }) => path === '/')
  const wanted = root == null
    ? files
    : (await linksOf(root.cid, signal)).map(({ Name, Hash }): BackupFile => ({ path: `/${Name}`, cid: Hash }))
  const { folder, there } = await placeFor(wanted, { at, signal })

  if (root != null && folder !== '/' && there == null) {
    await copy(root.cid, folder, signal)
    return folder
  }

  for (const { path, cid } of wanted) {
    if (there?.has(path) !== true) {
      await copy(cid, joinPath(folder, path.slice(1)), signal)
    }
  }

  return folder
}

/**
 * Returns the first folder that is free, or contains only restored files. `there`: its existing paths; undefined if the
 * folder must be created.
 */
async function placeFor (
  wanted: readonly BackupFile[],
  { at, signal }: Restoring
): Promise<{ folder: string; there?: ReadonlySet<string> }> {
  const cids = new Map(wanted.map(({ path, cid }) => [path, cid]))
  const above = new Set(wanted.flatMap(({ path }) => foldersAbove(path)))
  const top = await thereIn('/')

  if (top != null) {
    return { folder: '/', there: top }
  }

  const { Entries } = await rpc<{ Entries: Array<{ Name: string }> | null }>('files/ls', {
    args: ['/'],
    options: { U: true },
    signal
  })
  const here = new Set(Entries?.map(({ Name }) => Name))

  for (const tried = new Set<string>();;) {
    const name = freeName(bare(t('Restored {day}', { day: at.slice(0, 10) })), tried)
    const folder = joinPath('/', name)
    const there = here.has(name) ? await thereIn(folder) : undefined
    if (there != null || !here.has(name)) {
      return { folder, there }
    }
  }

  /** Returns the restored paths in a folder; undefined if it contains something else, or is not a folder. */
  async function thereIn (folder: string): Promise<Set<string> | undefined> {
    const found = new Set<string>()
    return await look(folder, '/') ? found : undefined

    async function look (folder: string, path: string): Promise<boolean> {
      const { Hash, Type } = await rpc<{ Hash: string; Type: string }>('files/stat', { args: [folder], signal })

      if (Type !== 'directory') {
        return false
      }

      for (const { Name, Hash: cid } of await linksOf(Hash, signal)) {
        const below = joinPath(path, Name)
        if (cids.get(below) === cid) {
          found.add(below)
        } else if (!above.has(below) || !await look(joinPath(folder, Name), below)) {
          return false
        }
      }

      return true
    }
  }
}

/** Returns `/a` and `/a/b` for `/a/b/c`. */
function foldersAbove (path: string): string[] {
  const folder = parentOf(path)
  return folder === '/' ? [] : [...foldersAbove(folder), folder]
}

/** Lists the entries by name only, without reading their blocks. */
async function linksOf (cid: string, signal: AbortSignal): Promise<LsLink[]> {
  const links: LsLink[] = []
  for await (
    const { Objects: [{ Links }] } of rpcStream<{ Objects: Array<{ Links: LsLink[] }> }>('ls', {
      args: [cid],
      options: { stream: true, offline: true, 'resolve-type': false, size: false },
      signal
    })
  ) {
    links.push(...Links)
  }
  return links
}

/**
 * Copies to the MFS. If the node is killed before it answers, the browser repeats the request, which fails for a
 * finished copy; that counts as success.
 */
async function copy (cid: string, to: string, signal: AbortSignal): Promise<void> {
  try {
    await rpcDone('files/cp', { args: [`/ipfs/${cid}`, to], options: { parents: true, offline: true }, signal })
  } catch (err) {
    if (!(err instanceof RpcError) || await cidAt(to, signal) !== cid) {
      throw err
    }
  }
}

/**
 * @returns undefined if nothing is there
 * @throws any other error: the node may have been killed again
 */
async function cidAt (path: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await rpc<{ Hash: string }>('files/stat', { args: [path], signal })).Hash
  } catch (err) {
    if (err instanceof RpcError) {
      return undefined
    }
    throw err
  }
}
