import { useEffect, useRef, useState } from 'preact/hooks'
import { seenUploads } from '../lib/seen-uploads.ts'
import { useStore } from '../lib/store.ts'
import { t, tn } from '../lib/t.ts'
import { section } from '../state/section.ts'
import { dismissFinished, dismissSettled, isActive, uploads } from '../state/uploads.ts'
import { UploadRow } from './upload-row.tsx'

/** Rows at once; thousands may have been dropped. */
const STEP = 50

/** What comes in now, and what came since the page was opened. */
export function UploadList () {
  const list = useStore(uploads)
  const [most, setMost] = useState(STEP)
  const { is } = useStore(section)
  const place = useRef(is)
  const active = list.filter(isActive).length
  const busy = active > 0

  // a file that stays where it is goes on without this page
  const isLost = list.some((upload) => isActive(upload) && upload.picked.handle == null)

  // not at the first: it may be here before it is drawn
  useEffect(() => {
    if (place.current !== is) dismissSettled()
    place.current = is
  }, [is])

  useEffect(() => {
    if (!isLost) return
    const ask = (event: BeforeUnloadEvent): void => { event.preventDefault() }
    addEventListener('beforeunload', ask)
    return () => { removeEventListener('beforeunload', ask) }
  }, [isLost])

  if (list.length === 0) {
    return null
  }
  return (
    <section class='panel' aria-labelledby='uploads-title'>
      <div class='panel-head'>
        <h2 id='uploads-title'>{busy ? tn(active, 'Storing {n} item', 'Storing {n} items') : t('Just added')}</h2>
        {active < list.length && <button type='button' class='quiet' onClick={dismissFinished}>{t('Clear finished')}</button>}
      </div>
      <ul class='rows scroll'>
        {seenUploads(list, most).map((upload) => <UploadRow key={upload.id} upload={upload} />)}
      </ul>
      {list.length > most && <p class='actions'><button type='button' onClick={() => { setMost(most + STEP) }}>{t('Show more ({n})', { n: list.length - most })}</button></p>}
    </section>
  )
}
