import { useEffect, useRef, useState } from 'preact/hooks'
import { plainError } from '../../lib/plain-error.ts'
import { announcedWords } from '../../lib/reach-words.ts'
import { useStore } from '../../lib/store.ts'
import { t } from '../../lib/t.ts'
import { askAnnounced } from '../../state/announced.ts'
import { network } from '../../state/network.ts'

/** Asks the network who has it: when a person wants to know, since others are asked. Nothing where nobody is to be asked. */
export function AnnouncedCheck ({ cid }: { cid: string }) {
  const { talks } = useStore(network)
  const [words, setWords] = useState<string>()
  const [asking, setAsking] = useState(false)
  const gone = useRef(new AbortController())

  useEffect(() => () => { gone.current.abort() }, [])

  if (talks == null || talks.isOff || (talks.peers == null && talks.hosts.length === 0)) {
    return null
  }

  async function ask (): Promise<void> {
    const { signal } = gone.current
    setAsking(true)
    const words = await askAnnounced(cid, { signal }).then(announcedWords, (err) => plainError(err).what)
    if (signal.aborted) return
    setWords(words)
    setAsking(false)
  }

  return (
    <p class='actions'>
      <button type='button' disabled={asking} onClick={() => { void ask() }}>{asking ? t('Asking the network…') : t('Check now who has it')}</button>
      <span class='facts' role='status'>{words}</span>
    </p>
  )
}
