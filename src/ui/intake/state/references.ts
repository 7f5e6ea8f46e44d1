import { rpc, startNode as letStart } from '../../../client/index.ts'
import { startNode, whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import type { Picked, Placed } from '../lib/picked.ts'
import { placed, targetFolder } from './arriving.ts'
import { upload } from './uploads.ts'

export const FILESTORE_SETTING = 'Experimental.FilestoreEnabled'

type FilePicker = (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>

export interface References {
  /** files that wait until the user enables the setting */
  waiting?: Placed[]
  turningOn: boolean
  problem?: PlainError
}

export const references = new Store<References>({ turningOn: false })

/** Not in the TypeScript DOM types, because Firefox and Safari have no such picker. */
function picker (): FilePicker | undefined {
  return (window as unknown as { showOpenFilePicker?: FilePicker }).showOpenFilePicker
}

/** Returns whether this browser provides file handles that can be read again later. */
export function canRefer (): boolean {
  return picker() != null
}

/** Lets the user pick files to add as references. If the setting is disabled, asks the user first. */
export async function pickReferences (): Promise<void> {
  references.set({ turningOn: false })
  const folder = targetFolder()

  try {
    const handles = await picker()?.call(window, { multiple: true }) ?? []
    const files = await Promise.all(handles.map(async (handle): Promise<Picked> => {
      const file = await handle.getFile()
      return {
        name: file.name,
        kind: 'file',
        entries: [{ path: file.name, content: file }],
        totalBytes: file.size,
        handle
      }
    }))

    const picked = await placed(files, folder)

    if (await isOn()) {
      upload(picked)
    } else {
      references.set({ waiting: picked, turningOn: false })
    }
  } catch (err) {
    if (!isAbort(err)) {
      references.set({ turningOn: false, problem: plainError(err) })
    }
  }
}

/**
 * Enables the setting after the user agreed, and restarts the node, because the setting applies from its next start.
 */
export async function turnOn (): Promise<void> {
  const { waiting = [] } = references.value
  references.patch({ turningOn: true, problem: undefined })

  try {
    await rpc('config', { args: [FILESTORE_SETTING, 'true'], options: { bool: true } })
    // A node that shuts down may or may not answer.
    await rpc('shutdown').catch(() => {})
    await letStart()
    await startNode()
    await whenReady()
    references.set({ turningOn: false })
    announceNews(t('You can now link files without copying them.'))
    upload(waiting)
  } catch (err) {
    references.patch({ turningOn: false, problem: plainError(err) })
  }
}

export function leaveOff (): void {
  references.set({ turningOn: false })
}

async function isOn (): Promise<boolean> {
  return (await rpc<{ Value: unknown }>('config', { args: [FILESTORE_SETTING] })).Value === true
}
