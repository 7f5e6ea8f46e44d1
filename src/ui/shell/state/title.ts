import { uploadParts } from '../../intake/state/upload-parts.ts'
import { uploads } from '../../intake/state/uploads.ts'
import { isUpload } from '../../jobs/lib/is-upload.ts'
import { isRunning, jobs } from '../../jobs/state/jobs.ts'
import { percentOf } from '../../lib/data/percent-of.ts'
import type { Part } from '../../lib/data/percent-of.ts'
import { sectionTitle } from '../../lib/links/section-title.ts'
import { percent } from '../../lib/text/format.ts'
import { language } from '../../lib/text/language.ts'
import { longWork } from '../../page/state/long-work.ts'
import { section } from '../../page/state/section.ts'

/** Shows the section and the progress in the document title, for users in another tab. */
export function showTitle (): void {
  for (const store of [language, section, uploads, jobs, longWork]) {
    store.subscribe(showCurrentTitle)
  }
  showCurrentTitle()
}

function showCurrentTitle (): void {
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

  return [...parts, ...Object.values(longWork.value).filter((part) => part != null)]
}
