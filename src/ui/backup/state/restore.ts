import { AnswerCutError, importCar, restoreKeys, rpc, RpcError, whileBusy } from '../../../client/index.ts'
import type { RestoredKey } from '../../../client/index.ts'
import { isError } from '../../../errors/define-error.ts'
import { whenReady } from '../../client/node.ts'
import { restoreAdded } from '../../folder/state/added.ts'
import { forgetInterruptedImports } from '../../intake/state/interrupted.ts'
import type { Part } from '../../lib/data/percent-of.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { bare, t } from '../../lib/text/t.ts'
import { longWork } from '../../page/state/long-work.ts'
import { announceNews } from '../../page/state/news.ts'
import { refreshKept } from '../../storage/state/kept.ts'
import { restorePinDates } from '../../storage/state/pin-dates.ts'
import { makePersistent, refreshStorage } from '../../storage/state/storage.ts'
import { backupProblem } from '../lib/backup-problem.ts'
import { readBackup } from '../lib/read-backup.ts'
import type { Backup } from '../lib/read-backup.ts'
import { restoreFiles } from './restore-files.ts'
import { restorePins } from './restore-pins.ts'

/** The parts of a backup to restore. */
export interface RestoreChoice {
  pins: boolean
  files: boolean
  /** password of the keys; undefined leaves them out */
  password?: string
  /** The handling of keys with names that other keys have. */
  whenTaken: 'rename' | 'skip'
}

export interface Restored {
  /** new pins, and the total */
  pins?: { added: number; of: number }
  /** folder of the restored files */
  folder?: string
  keys?: RestoredKey[]
}

/** State of a restore. `problem`: why it failed or is incomplete. Restored data stays, and a repetition continues. */
export type RestoreState =
  | { is: 'idle'; problem?: PlainError }
  /** `choice`: the choice of an earlier try; `folder`: folder of already restored files */
  | { is: 'found'; file: File; backup: Backup; choice?: RestoreChoice; folder?: string; problem?: PlainError }
  | { is: 'importing'; file: File; backup: Backup; bytes: number }
  | { is: 'pinning'; file: File; backup: Backup; done: number }
  | { is: 'done'; file: File; backup: Backup; restored: Restored }

/** Retries for a node that stops in between; each starts it again. */
const LET_GO_TRIES = 5

export const restore = new Store<RestoreState>({ is: 'idle' })

restore.subscribe(() => {
  longWork.patch({ restore: progressOf(restore.value) })
})

let stop: AbortController | undefined

/** Removal of the temporary pin of the last try. The next try begins after it. */
let lettingGo = Promise.resolve()

/** Reads the contents list of a file, without any change. */
export async function openBackup (file: File): Promise<void> {
  try {
    restore.set({ is: 'found', file, backup: await readBackup(file) })
  } catch (err) {
    restore.set({ is: 'idle', problem: backupProblem(err) })
    announceNews(t('This isn’t a backup of this app.'))
  }
}

/**
 * Restores the chosen parts of a backup, without replacing or removing existing data. The blocks are imported all or
 * not at all. Then they are pinned until everything is done, so that nothing is lost if the node stops in between.
 *
 * @param folder - folder of the files from an incomplete try, so that they are not restored twice
 */
export async function restoreBackup (
  file: File,
  backup: Backup,
  choice: RestoreChoice,
  folder?: string
): Promise<void> {
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

    // Checks the password before anything is changed.
    if (sealed != null) {
      await restoreKeys(sealed, password!, { whenTaken: 'look', signal })
    }

    await whileBusy(async () => {
      if (pins || files) {
        await takeBlocks(file, backup, signal)
        isKept = true
        await rpc('pin/add', {
          args: [root],
          options: {
            name: bare(t('Backup of {day} that is being restored', { day: manifest.at.slice(0, 10) })),
            offline: true
          },
          signal
        })
        hasBlocks = true
        if (files && about.files.length > 0) {
          restored.folder = folder ??= await restoreFiles(about.files, { at: manifest.at, signal })
          restoreAdded(about.dates ?? [], folder)
        }
        if (pins) {
          const startMs = Date.now()
          restore.set({ is: 'pinning', file, backup, done: 0 })
          restored.pins = {
            added: await restorePins(about.pins, {
              signal,
              onProgress: (done) => {
                restore.set({ is: 'pinning', file, backup, done })
              }
            }),
            of: about.pins.length
          }
          await restorePinDates(about.pins, startMs)
        }
        await letGo(root)
        isKept = false
      }

      if (sealed != null) {
        restored.keys = await restoreKeys(sealed, password!, { whenTaken, signal })
      }
    }, { signal })

    restore.set({ is: 'done', file, backup, restored })
    announceNews(t('The backup is restored.'))
  } catch (err) {
    const isCut = isAbort(err)
    const problem = (): PlainError => isCut ? { what: t('Stopped.') } : backupProblem(err)
    // Before all blocks are imported, none is kept; the message for a stopped node says so.
    const goesOn = isCut || (hasBlocks && isError(err, AnswerCutError))
    restore.set({
      is: 'found',
      file,
      backup,
      choice,
      folder,
      problem: retold(() =>
        goesOn ? { ...problem(), next: t('Restored items stay. Run Restore again to continue.') } : problem()
      )
    })
    announceNews(isCut ? t('Restore stopped.') : t('The restore failed.'))
    // The user is informed first, because the node may stop again and again.
    if (isKept) {
      await (lettingGo = letGo(root))
    }
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
  const { roots } = await importCar(file, {
    name: file.name,
    onProgress: (bytes) => {
      restore.set({ is: 'importing', file, backup, bytes })
    },
    signal
  })

  if (roots.length !== 1 || roots[0].cid !== backup.root) {
    throw new Error(`the file has another root: ${roots.map(({ cid }) => cid).join(' ')}`)
  }

  // The file is truncated between two blocks.
  if (roots[0].error !== '') {
    throw new Error(`import failed: unexpected EOF: ${roots[0].error}`)
  }

  await forgetInterruptedImports(begun)
}

/**
 * Removes the temporary pin: restored content has pins of its own, or is garbage. If the node does not answer, the pin
 * stays in the list with a descriptive name.
 */
async function letGo (root: string): Promise<void> {
  for (let tries = 0; tries < LET_GO_TRIES; tries++) {
    try {
      await rpc('pin/rm', { args: [root] })
      return
    } catch (err) {
      if (err instanceof RpcError) {
        return
      }
    }
  }
}

function progressOf (state: RestoreState): Part | undefined {
  if (state.is === 'importing') {
    return { done: state.bytes, total: state.file.size }
  }
  return state.is === 'pinning' ? { done: state.done, total: state.backup.about.pins.length } : undefined
}
