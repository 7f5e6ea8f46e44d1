import { useEffect, useState } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import { fetches } from '../../intake/state/fetches.ts'
import { uploadParts } from '../../intake/state/upload-parts.ts'
import { isActive, uploads } from '../../intake/state/uploads.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { Later } from '../../page/loading/later.tsx'
import { workWords } from '../lib/work-words.ts'
import { refreshJobs } from '../state/jobs.ts'
import { useSeenJobs } from './use-seen-jobs.ts'

// Loaded on demand, because it is closed at first.
const loadList = async () => (await import('./work-list.tsx')).WorkList

/** Running work and its results: a line, which opens the list. */
export function Work () {
  const mine = useStore(uploads)
  // An upload that is added as a reference continues without this page.
  const isLost = mine.some((upload) => isActive(upload) && upload.picked.handle == null)

  useEffect(() => {
    if (!isLost) {
      return
    }
    const ask = (event: BeforeUnloadEvent): void => {
      event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
    }
  }, [isLost])

  useEffect(() => follow('jobs', refreshJobs), [])

  // The last known state of an upload's job must not be displayed after the upload.
  const active = mine.filter(isActive).length
  useEffect(() => {
    void refreshJobs().catch(() => {})
  }, [active])

  return <WorkLine />
}

function WorkLine () {
  const mine = useStore(uploads)
  const fetched = useStore(fetches)
  const jobs = useSeenJobs()
  const [wanted, setWanted] = useState<boolean>()
  const { title, facts, done, needsPerson } = workWords({ uploads: mine, parts: uploadParts(), fetches: fetched, jobs })
  const isOpen = wanted ?? needsPerson

  // Errors and questions open the list by themselves.
  useEffect(() => {
    if (needsPerson) {
      setWanted(undefined)
    }
  }, [needsPerson])

  if (mine.length === 0 && fetched.length === 0 && jobs.length === 0) {
    return null
  }

  return (
    <section class='work' aria-label={t('Activity')}>
      <button
        type='button'
        class='work-line'
        aria-expanded={isOpen}
        aria-controls='work-list'
        onClick={() => {
          setWanted(!isOpen)
        }}
      >
        <span class='work-title'>{title}</span> <span class='facts'>{facts.join(' · ')}</span>
        <Icon of={isOpen ? 'down' : 'up'} />
      </button>
      {done != null && !isOpen && <progress aria-label={title} max={100} value={done === 'busy' ? undefined : done} />}
      {/* The second click of a double click may hit what came to the place of the first. */}
      <div
        id='work-list'
        hidden={!isOpen}
        onClickCapture={(event) => {
          if (event.detail > 1) {
            event.preventDefault()
            event.stopPropagation()
          }
        }}
      >
        {isOpen && <Later load={loadList} name={title} props={{ said: title }} />}
      </div>
    </section>
  )
}
