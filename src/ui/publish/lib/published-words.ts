import { t, tn } from '../../lib/text/t.ts'
import type { PublishedFolder } from './published-row.ts'

/** Describes the last publication of a folder in a sentence. */
export function publishedWords ({ cid, places, problem }: PublishedFolder): string {
  if (problem != null) {
    return t('The last changes could not be published.')
  }
  if (cid == null) {
    return t('Not published yet.')
  }
  const reached = places.filter(({ problem }) => problem == null).length
  return places.length === 0
    ? t('Saved on this device. It is published when you are online.')
    : tn(places.length, 'Published to {reached} of {n} place.', 'Published to {reached} of {n} places.', { reached })
}
