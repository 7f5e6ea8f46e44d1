import type { Key } from 'interface-datastore'
import { JOBS_PREFIX } from '../jobs/job-row.ts'
import { ROOT_KEY } from '../mfs/root-record.ts'
import type { Topic } from './changes.ts'

/** Rows of the datastore that stand behind something a page shows, by the beginning of their keys. Rows that only the node itself uses are not among them. */
const TOPICS: ReadonlyArray<[prefix: string, topic: Topic]> = [
  ['/pinned/recursive/', 'pins'],
  ['/pinned/direct/', 'pins'],
  ['/pins/', 'pins'],
  ['/local/config', 'config'],
  [`${ROOT_KEY}`, 'files'],
  ['/keys/', 'keys'],
  [JOBS_PREFIX, 'jobs']
]

/** What has changed for those who look at a node when these rows were written. */
export function topicsOf (keys: readonly Key[]): Set<Topic> {
  return new Set(keys.flatMap((key) => TOPICS.filter(([prefix]) => key.toString().startsWith(prefix)).map(([, topic]) => topic)))
}
