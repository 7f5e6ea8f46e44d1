import { useState } from 'preact/hooks'
import { useStore } from '../lib/store.ts'
import { makePersistent, storage } from '../state/storage.ts'
import { say } from '../state/news.ts'

/** Reminds of it as long as the browser has not promised to keep what is here. */
export function NotPersistent () {
  const { persistent } = useStore(storage)
  const [refused, setRefused] = useState(false)

  if (persistent !== false) {
    return null
  }

  async function ask (): Promise<void> {
    const kept = await makePersistent()
    setRefused(!kept)
    say(kept ? 'The browser keeps it all.' : 'The browser did not agree.')
  }

  return (
    <div class='notice'>
      <p>{refused
        ? 'The browser did not agree. Some decide by how much a site is used: installing this page, or a bookmark of it, helps. A backup is safe from it.'
        : 'The browser may throw this away when space runs short: it has not promised to keep it.'}</p>
      <div class='actions'><button type='button' onClick={() => { void ask() }}>{refused ? 'Ask again' : 'Ask it to keep it all'}</button></div>
    </div>
  )
}
