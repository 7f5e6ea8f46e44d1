import { rpc, rpcDone } from '../../../client/index.ts'
import type { BackupFile } from '../../lib/backup/manifest.ts'
import { freeName } from '../../lib/free-name.ts'
import type { LsLink } from '../../lib/folder-entry.ts'
import { joinPath } from '../../lib/mfs-path.ts'
import { bare, t } from '../../lib/t.ts'

/**
 * Puts files of a backup into the mutable files: as they were where there are none, and else into a folder beside what is there, which
 * stays as it is.
 *
 * @param at - when the backup was made, for the name of the folder
 * @returns the folder
 */
export async function restoreFiles (files: readonly BackupFile[], at: string, { signal }: { signal: AbortSignal }): Promise<string> {
  const { Entries } = await rpc<{ Entries: Array<{ Name: string }> | null }>('files/ls', { args: ['/'], options: { U: true }, signal })
  const taken = new Set(Entries?.map(({ Name }) => Name))
  const folder = taken.size === 0 ? '/' : joinPath('/', freeName(bare(t('Restored {day}', { day: at.slice(0, 10) })), taken))

  for (const { path, cid } of files) {
    if (path === '/' && folder === '/') {
      const { Objects: [{ Links }] } = await rpc<{ Objects: Array<{ Links: LsLink[] }> }>('ls', { args: [cid], options: { offline: true, 'resolve-type': false, size: false }, signal })
      for (const { Name, Hash } of Links) await copy(Hash, joinPath('/', Name), signal)
    } else {
      await copy(cid, path === '/' ? folder : joinPath(folder, path.slice(1)), signal)
    }
  }

  return folder
}

async function copy (cid: string, to: string, signal: AbortSignal): Promise<void> {
  await rpcDone('files/cp', { args: [`/ipfs/${cid}`, to], options: { parents: true, offline: true }, signal })
}
