import { AnswerCutError, call, chunksOf, sealKeys, whileBusy } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import type { Part } from '../../lib/data/percent-of.ts'
import { carLink } from '../../lib/links/save-link.ts'
import { seldom } from '../../lib/reactive/seldom.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { longWork } from '../../page/state/long-work.ts'
import { announceNews } from '../../page/state/news.ts'
import { backupProblem } from '../lib/backup-problem.ts'
import type { About } from '../lib/manifest.ts'
import { gather } from './gather.ts'

/** State of a backup in progress. */
export type BackupState =
  | { is: 'idle' }
  /** `bytes`: size of the content found so far */
  | { is: 'gathering'; bytes: number }
  | { is: 'writing'; bytes: number; totalBytes: number }
  /** `href`: download URL, if the page itself cannot write the file */
  | { is: 'done'; root: string; bytes: number; about: About; keys: number; href?: string }
  | { is: 'failed'; problem: PlainError }

type SavePicker = (
  options: { suggestedName: string; types: Array<{ description: string; accept: Record<string, string[]> }> }
) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>

const REDRAW_INTERVAL_MS = 100

/**
 * Size of written pieces. Each write is a call to another process that the next one waits for: a piece per block would
 * take half a minute for 50 MB.
 */
const PIECE_BYTES = 1024 * 1024

export const backup = new Store<BackupState>({ is: 'idle' })

backup.subscribe(() => {
  longWork.patch({ backup: progressOf(backup.value) })
})

let stop: AbortController | undefined

/**
 * Makes a backup of all pins and the MFS, and of the keys if a password is given. Call it during a click: the browser
 * asks for the file.
 */
export async function makeBackup (password?: string): Promise<void> {
  const { signal } = stop = new AbortController()
  const name = `swipfs-backup-${new Date().toISOString().slice(0, 10)}`
  let file: Awaited<ReturnType<SavePicker>> | undefined

  try {
    // Not in the TypeScript DOM types, because Firefox and Safari have no such picker.
    file = await (window as unknown as { showSaveFilePicker?: SavePicker }).showSaveFilePicker?.({
      suggestedName: `${name}.car`,
      types: [{ description: 'CAR', accept: { 'application/vnd.ipld.car': ['.car'] } }]
    })
    backup.set({ is: 'gathering', bytes: 0 })
    await whenReady({ signal })

    await whileBusy(async () => {
      const keys = password == null ? undefined : await sealKeys(password, { signal })
      const { root, bytes, about } = await gather(keys, {
        signal,
        onProgress: seldom(REDRAW_INTERVAL_MS, (bytes: number) => {
          backup.set({ is: 'gathering', bytes })
        })
      })
      if (file != null) {
        await writeBackup(root, file, bytes, signal)
      }
      backup.set({
        is: 'done',
        root,
        bytes,
        about,
        keys: keys?.count ?? 0,
        href: file == null ? carLink(root, name) : undefined
      })
      announceNews(file == null ? t('The backup is ready to download.') : t('The backup was downloaded.'))
    }, { signal })
  } catch (err) {
    await removeEmpty(file)
    backup.set(isAbort(err) ? { is: 'idle' } : { is: 'failed', problem: backupProblem(err) })
    announceNews(isAbort(err) ? t('No backup was made.') : t('The backup failed.'))
  }
}

export function stopBackup (): void {
  stop?.abort()
}

export function forgetBackup (): void {
  backup.set({ is: 'idle' })
}

/**
 * Writes the CAR. If the stream fails, the file stays unchanged.
 *
 * @throws AnswerCutError if the node stops in the middle, or fewer bytes arrive than expected
 */
async function writeBackup (
  root: string,
  file: FileSystemFileHandle,
  totalBytes: number,
  signal: AbortSignal
): Promise<void> {
  const show = seldom(REDRAW_INTERVAL_MS, (bytes: number) => {
    backup.set({ is: 'writing', bytes, totalBytes })
  })
  const { body } = await call('dag/export', { args: [root], options: { offline: true }, signal })
  const out = await file.createWritable()
  const piece: BlobPart[] = []
  let [bytes, written] = [0, 0]

  const writePiece = async (): Promise<void> => {
    await out.write(new Blob(piece.splice(0)))
    written = bytes
    show(bytes)
  }

  try {
    for await (const chunk of chunksOf(body)) {
      signal.throwIfAborted()
      piece.push(chunk as Uint8Array<ArrayBuffer>)
      bytes += chunk.byteLength
      if (bytes - written >= PIECE_BYTES) {
        await writePiece()
      }
    }

    if (bytes < totalBytes) {
      throw new AnswerCutError()
    }
    await writePiece()
    await out.close()
  } catch (err) {
    await out.abort().catch(() => {})
    signal.throwIfAborted() // An abort may appear as an aborted stream.
    throw err
  }
}

/** Removes the file that the picker created, if it is empty. Other files are never removed. */
async function removeEmpty (file: Awaited<ReturnType<SavePicker>> | undefined): Promise<void> {
  try {
    if ((await file?.getFile())?.size === 0) {
      await file?.remove?.()
    }
  } catch {} // It stays as an empty file.
}

function progressOf (state: BackupState): Part | undefined {
  if (state.is === 'writing') {
    return { done: state.bytes, total: state.totalBytes }
  }
  return state.is === 'gathering' ? { done: 0, total: 0 } : undefined
}
