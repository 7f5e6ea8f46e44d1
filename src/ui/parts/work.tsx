import { useEffect, useRef, useState } from 'preact/hooks'
import { useStore } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { workWords } from '../lib/work-words.ts'
import { follow } from '../state/follow.ts'
import { refreshJobs } from '../state/jobs.ts'
import { section } from '../state/section.ts'
import { uploadParts } from '../state/upload-parts.ts'
import { dismissSettled, isActive, uploads } from '../state/uploads.ts'
import { Icon } from './icon.tsx'
import { JobList } from './job-list.tsx'
import { UploadList } from './upload-list.tsx'
import { useSeenJobs } from './use-seen-jobs.ts'

/** What is under way and what came of it. @param isShort - one line at the bottom of what is seen, which opens the list: beside something else */
export function Work ({ isShort }: { isShort: boolean }) {
  const mine = useStore(uploads)
  const { is } = useStore(section)
  const place = useRef(is)

  // a file that stays where it is goes on without this page
  const isLost = mine.some((upload) => isActive(upload) && upload.picked.handle == null)

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

  useEffect(() => {
    void refreshJobs().catch(() => {})
    return follow('jobs', refreshJobs)
  }, [])

  return isShort ? <WorkLine /> : <><UploadList /><JobList /></>
}

function WorkLine () {
  const mine = useStore(uploads)
  const jobs = useSeenJobs()
  const [wanted, setWanted] = useState<boolean>()
  const { title, facts, done, needsPerson } = workWords({ uploads: mine, parts: uploadParts(), jobs })
  const isOpen = wanted ?? needsPerson

  // what went wrong, or waits for an answer, shows itself
  useEffect(() => { if (needsPerson) setWanted(undefined) }, [needsPerson])

  if (mine.length === 0 && jobs.length === 0) {
    return null
  }

  return (
    <section class='work' aria-label={t('Work under way')}>
      <button type='button' class='work-line' aria-expanded={isOpen} aria-controls='work-list' onClick={() => { setWanted(!isOpen) }}>
        <span class='work-title'>{title}</span> <span class='facts'>{facts.join(' · ')}</span>
        <Icon of={isOpen ? 'down' : 'up'} />
      </button>
      {done != null && !isOpen && <progress aria-label={title} max={100} value={done === 'busy' ? undefined : done} />}
      <div id='work-list' hidden={!isOpen}>{isOpen && <><UploadList said={title} /><JobList said={title} /></>}</div>
    </section>
  )
}
