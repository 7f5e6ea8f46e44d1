import { takeShared } from '../../../client/page/take-shared-files.ts'
import { contentHref } from '../../lib/links/content-href.ts'
import { contentPath } from '../../lib/links/content-path.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'
import { fromFiles } from '../lib/picked.ts'
import { sharedText } from '../lib/shared-text.ts'
import { arrive } from './arriving.ts'

/** Data that the system passed to the page, until the user decides about it. */
export interface SharedInState {
  files: readonly File[]
  /** content of a shared link, as `/ipfs/…` */
  path?: string
  /** the link itself, if it names a node that has the content: this page connects to that node first */
  meets?: string
  /** other shared text, as a file */
  note?: File
  problem?: PlainError
}

const NOTHING: SharedInState = { files: [] }

export const sharedIn = new Store<SharedInState>(NOTHING)

interface LaunchQueue {
  setConsumer: (consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void) => void
}

/** Handles the launch of the page: a content link from the system (`?open=`), shared data, or opened files. */
export async function takeLaunch (): Promise<void> {
  const query = new URLSearchParams(location.search)
  const wanted = contentPath(query.get('open')?.replace(/^web\+/i, '') ?? '') // Only Chromium supports it.
  ;(window as unknown as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files = [] }) => {
    void openFiles(files)
  })

  if (query.has('open') || query.has('shared')) {
    history.replaceState(null, '', location.pathname + location.hash)
  }

  if (wanted != null) {
    location.assign(contentHref(wanted))
  } else if (query.has('open')) {
    sharedIn.set({
      files: [],
      problem: retold(() => ({
        what: t('This link doesn’t point to IPFS content.'),
        detail: query.get('open') ?? undefined
      }))
    })
  } else if (query.get('shared') === 'failed') {
    sharedIn.set({
      files: [],
      problem: retold(() => ({
        what: t('The shared items could not be received.'),
        next: t('There may not be enough space. Nothing was saved.')
      }))
    })
  } else if (query.has('shared')) {
    const { files, words } = await takeShared()
    sharedIn.set({ files, ...sharedText(words) })
  }
}

/** Adds the data like a drop, and asks about CARs. */
export function addSharedIn (): void {
  const { files, note } = sharedIn.value
  sharedIn.set(NOTHING)
  void arrive(async () => await fromFiles(note == null ? files : [...files, note]))
}

export function leaveSharedIn (): void {
  sharedIn.set(NOTHING)
}

/** Handles files that the user opened with the page. */
async function openFiles (handles: readonly FileSystemFileHandle[]): Promise<void> {
  try {
    const files = await Promise.all(handles.map(async (handle) => await handle.getFile()))
    await arrive(async () => await fromFiles(files))
  } catch (err) {
    sharedIn.set({ files: [], problem: plainError(err) })
  }
}
