import { takeShared } from '../../client/take-shared.ts'
import { contentHref } from '../lib/content-href.ts'
import { contentPath } from '../lib/content-path.ts'
import { fromFiles } from '../lib/picked.ts'
import { plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { retold } from '../lib/retold.ts'
import { sharedText } from '../lib/shared-text.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { take } from './cars.ts'

/** What the system has handed to the page, and nobody has said yet what is to become of it. */
export interface SharedInState {
  files: readonly File[]
  /** content that a shared link leads to, as `/ipfs/…` */
  path?: string
  /** the link itself, where it leads to another node that has the content: this page meets that one first */
  meets?: string
  /** words that are no such link, as a file */
  note?: File
  problem?: PlainError
}

const NOTHING: SharedInState = { files: [] }

export const sharedIn = new Store<SharedInState>(NOTHING)

interface LaunchQueue { setConsumer: (consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void) => void }

/** Takes what the page was opened for: content of a link that the system leads here (`?open=`), what was shared, files that were opened with it. */
export async function takeLaunch (): Promise<void> {
  const query = new URLSearchParams(location.search)
  const wanted = contentPath(query.get('open')?.replace(/^web\+/i, '') ?? '')

  // Chromium alone has it
  ;(window as unknown as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files = [] }) => { void openFiles(files) })

  if (query.has('open') || query.has('shared')) {
    history.replaceState(null, '', location.pathname + location.hash)
  }

  if (wanted != null) {
    location.assign(contentHref(wanted))
  } else if (query.has('open')) {
    sharedIn.set({ files: [], problem: retold(() => ({ what: t('The link leads to no IPFS content.'), detail: query.get('open') ?? undefined })) })
  } else if (query.get('shared') === 'failed') {
    sharedIn.set({ files: [], problem: retold(() => ({ what: t('What was shared could not be taken.'), next: t('There may be no room for it. Nothing of it was kept.') })) })
  } else if (query.has('shared')) {
    const { files, words } = await takeShared()
    sharedIn.set({ files, ...sharedText(words) })
  }
}

/** The person wants it: files come in as if they had been dropped, CARs are asked about. */
export function addSharedIn (): void {
  const { files, note } = sharedIn.value
  sharedIn.set(NOTHING)
  void fromFiles(note == null ? files : [...files, note]).then(take)
}

export function leaveSharedIn (): void {
  sharedIn.set(NOTHING)
}

/** Who opens a file with the page has chosen it. */
async function openFiles (handles: readonly FileSystemFileHandle[]): Promise<void> {
  try {
    take(await fromFiles(await Promise.all(handles.map(async (handle) => await handle.getFile()))))
  } catch (err) {
    sharedIn.set({ files: [], problem: plainError(err) })
  }
}
