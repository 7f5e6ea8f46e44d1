import { percent } from '../lib/format.ts'
import { isUpload } from '../lib/is-upload.ts'
import { language } from '../lib/language.ts'
import { percentOf } from '../lib/percent-of.ts'
import type { Part } from '../lib/percent-of.ts'
import { sectionTitle } from '../lib/section-title.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { isRunning, jobs } from './jobs.ts'
import { section } from './section.ts'
import { uploadParts } from './upload-parts.ts'
import { uploads } from './uploads.ts'

/** Shows the section and the progress in the document title, for users in another tab. */
export function showTitle (): void {
  for (const store of [language, section, uploads, jobs, backup, restore]) {
    store.subscribe(show)
  }
  show()
}

function show (): void {
  const title = sectionTitle(section.value)
  const done = percentOf(underWay())
  const shown = done == null ? title : `${done === 'busy' ? '…' : percent(done)} · ${title}`
  if (document.title !== shown) {
    document.title = shown
  }
}

function underWay (): Part[] {
  const parts = uploadParts()

  // The node's own jobs have no known total.
  parts.push(
    ...jobs.value.filter((job) => isRunning(job) && !isUpload(job, uploads.value)).map(() => ({ done: 0, total: 0 }))
  )

  if (backup.value.is === 'writing') {
    parts.push({ done: backup.value.bytes, total: backup.value.totalBytes })
  }
  if (backup.value.is === 'gathering') {
    parts.push({ done: 0, total: 0 })
  }
  if (restore.value.is === 'importing') {
    parts.push({ done: restore.value.bytes, total: restore.value.file.size })
  }
  if (restore.value.is === 'pinning') {
    parts.push({ done: restore.value.done, total: restore.value.backup.about.pins.length })
  }
  return parts
}
