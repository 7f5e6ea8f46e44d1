import { AnswerCutError, importCar, restoreKeys, rpc, RpcError, whileBusy } from '../../../client/index.ts'
import type { RestoredKey } from '../../../client/index.ts'
import { backupProblem } from '../../lib/backup/backup-problem.ts'
import { readBackup } from '../../lib/backup/read-backup.ts'
import type { Backup } from '../../lib/backup/read-backup.ts'
import { isAbort } from '../../lib/plain-error.ts'
import type { PlainError } from '../../lib/plain-error.ts'
import { retold } from '../../lib/retold.ts'
import { Store } from '../../lib/store.ts'
import { bare, t } from '../../lib/t.ts'
import { forgetCuts } from '../import-one.ts'
import { refreshKept } from '../kept.ts'
import { say } from '../news.ts'
import { whenReady } from '../node.ts'
import { makePersistent, refreshStorage } from '../storage.ts'
import { restoreFiles } from './restore-files.ts'
import { restorePins } from './restore-pins.ts'

/** What a person wants of a backup. */
export interface RestoreChoice {
  pins: boolean
  files: boolean
  /** of the keys; undefined leaves them out */
  password?: string
  /** what becomes of keys whose names are taken */
  whenTaken: 'rename' | 'skip'
}

export interface Restored {
  /** pins that are new, of how many */
  pins?: { added: number, of: number }
  /** where the files are */
  folder?: string
  keys?: RestoredKey[]
}

/** How far restoring is. `problem`: why it was not done, or not to its end; what was done stays, and doing it again goes on. */
export type RestoreState =
  | { is: 'idle', problem?: PlainError }
  /** `choice`: what was wanted when it was tried before; `folder`: where the files are already */
  | { is: 'found', file: File, backup: Backup, choice?: RestoreChoice, folder?: string, problem?: PlainError }
  | { is: 'importing', file: File, backup: Backup, bytes: number }
  | { is: 'pinning', file: File, backup: Backup, done: number }
  | { is: 'done', file: File, backup: Backup, restored: Restored }

/** A node that is stopped in the middle starts anew for the next one. */
const LET_GO_TRIES = 5

export const restore = new Store<RestoreState>({ is: 'idle' })

let stop: AbortController | undefined

/** What kept the blocks of the last try is being let go: a next one begins behind that. */
let lettingGo = Promise.resolve()

/** Looks what is in a file; nothing is changed. */
export async function openBackup (file: File): Promise<void> {
  try {
    restore.set({ is: 'found', file, backup: await readBackup(file) })
  } catch (err) {
    restore.set({ is: 'idle', problem: backupProblem(err) })
    say(t('This is no backup of a node.'))
  }
}

/**
 * Takes back what a person wants of it. What is here stays: nothing is replaced or removed. The blocks come all or not at all; from then
 * on they are kept until all is done, so that a node that is stopped in the middle has lost nothing.
 *
 * @param folder - where a try that did not come to its end has put the files: they do not come twice
 */
export async function restoreBackup (file: File, backup: Backup, choice: RestoreChoice, folder?: string): Promise<void> {
  const { pins, files, password, whenTaken } = choice
  const { signal } = stop = new AbortController()
  const { root, manifest, about } = backup
  const sealed = password == null ? undefined : manifest.keys?.sealed
  const restored: Restored = {}
  let isKept = false
  let hasBlocks = false
  restore.set({ is: 'importing', file, backup, bytes: 0 })
  void makePersistent()

  try {
    await whenReady({ signal })
    await lettingGo

    // another password changes nothing
    if (sealed != null) await restoreKeys(sealed, password!, { whenTaken: 'look', signal })

    await whileBusy(async () => {
      if (pins || files) {
        await takeBlocks(file, backup, signal)
        isKept = true
        await rpc('pin/add', { args: [root], options: { name: bare(t('Backup of {day} that is being restored', { day: manifest.at.slice(0, 10) })), offline: true }, signal })
        hasBlocks = true
        if (files && about.files.length > 0) restored.folder = folder ??= await restoreFiles(about.files, { at: manifest.at, signal })
        if (pins) {
          restore.set({ is: 'pinning', file, backup, done: 0 })
          restored.pins = { added: await restorePins(about.pins, { signal, onProgress: (done) => { restore.set({ is: 'pinning', file, backup, done }) } }), of: about.pins.length }
        }
        await letGo(root)
        isKept = false
      }

      if (sealed != null) restored.keys = await restoreKeys(sealed, password!, { whenTaken, signal })
    }, { signal })

    restore.set({ is: 'done', file, backup, restored })
    say(t('The backup is restored.'))
  } catch (err) {
    const isCut = isAbort(err)
    const problem = (): PlainError => isCut ? { what: t('It was stopped.') } : backupProblem(err)
    // before all blocks are in nothing is kept of it, which the words for a node that stopped say
    const goesOn = isCut || (hasBlocks && (err as Error).name === AnswerCutError.name)
    restore.set({ is: 'found', file, backup, choice, folder, problem: retold(() => goesOn ? { ...problem(), next: t('What is restored so far stays. Restoring again goes on.') } : problem()) })
    say(isCut ? t('Restoring was stopped.') : t('The backup was not restored.'))
    // a person is told first: the node may be stopped again and again
    if (isKept) await (lettingGo = letGo(root))
  }

  await Promise.all([refreshKept(), refreshStorage()])
}

export function stopRestore (): void {
  stop?.abort()
}

export function forgetRestore (): void {
  restore.set({ is: 'idle' })
}

async function takeBlocks (file: File, backup: Backup, signal: AbortSignal): Promise<void> {
  const begun = Date.now()
  const { roots } = await importCar(file, { name: file.name, onProgress: (bytes) => { restore.set({ is: 'importing', file, backup, bytes }) }, signal })

  if (roots.length !== 1 || roots[0].cid !== backup.root) {
    throw new Error(`the file has another root: ${roots.map(({ cid }) => cid).join(' ')}`)
  }

  // cut between two blocks
  if (roots[0].error !== '') {
    throw new Error(`import failed: unexpected EOF: ${roots[0].error}`)
  }

  await forgetCuts(begun)
}

/** What is restored has pins of its own, or is garbage. Where the node cannot be asked, the pin stays in the list, with a name that tells. */
async function letGo (root: string): Promise<void> {
  for (let tries = 0; tries < LET_GO_TRIES; tries++) {
    try {
      await rpc('pin/rm', { args: [root] })
      return
    } catch (err) {
      if (err instanceof RpcError) return
    }
  }
}
