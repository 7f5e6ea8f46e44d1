import { useState } from 'preact/hooks'
import { dismissFinished, isActive, uploads } from '../../intake/state/uploads.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { language } from '../../lib/text/language.ts'
import { t, tn } from '../../lib/text/t.ts'
import { ShowMore } from '../../page/controls/show-more.tsx'
import { StillRow } from '../../page/loading/still-row.tsx'
import { seenUploads } from '../lib/seen-uploads.ts'
import { UploadRow } from './upload-row.tsx'

/** Rows per step; a drop may contain thousands. */
const STEP = 50

/**
 * Running uploads, and those since the page was opened.
 *
 * @param said - text that is already displayed above
 */
export function UploadList ({ said }: { said?: string }) {
  const list = useStore(uploads)
  const { locale } = useStore(language)
  const [most, setMost] = useState(STEP)
  const active = list.filter(isActive).length
  const title = active > 0 ? tn(active, 'Uploading {n} item', 'Uploading {n} items') : t('Uploads')

  if (list.length === 0) {
    return null
  }
  return (
    <section class='panel' aria-labelledby='uploads-title'>
      <div class='panel-head'>
        <h2 id='uploads-title' class={title === said ? 'unseen' : undefined}>{title}</h2>
        {active < list.length && (
          <button type='button' class='quiet' onClick={dismissFinished}>{t('Clear finished')}</button>
        )}
      </div>
      <ul class='rows scroll'>
        {seenUploads(list, most).map((upload) => (
          <StillRow key={`${upload.id} ${locale}`} text={upload}>{() => <UploadRow upload={upload} />}</StillRow>
        ))}
      </ul>
      <ShowMore
        left={list.length - most}
        show={() => {
          setMost(most + STEP)
        }}
      />
    </section>
  )
}
