import { useStore } from '../../lib/reactive/store.ts'
import { spoken } from '../state/news.ts'

/** The live region for screen readers. */
export function Live () {
  return <div class='unseen' role='status' aria-live='polite'>{useStore(spoken)}</div>
}
