import type { Key } from 'interface-datastore'
import { JOBS_PREFIX } from '../../jobs/job-row.ts'
import { ROOT_KEY } from '../../mfs/root-record.ts'
import type { Topic } from './changes.ts'

/** Topics by key prefix, for rows of the datastore that a page shows. Internal rows are left out. */
const TOPICS: ReadonlyArray<[prefix: string, topic: Topic]> = [
  ['/pinned/recursive/', 'pins'],
  ['/pinned/direct/', 'pins'],
  ['/pins/', 'pins'],
  ['/local/config', 'config'],
  [`${ROOT_KEY}`, 'files'],
  ['/keys/', 'keys'],
  [JOBS_PREFIX, 'jobs']
]

/** Returns the topics that have changed when these rows were written. */
export function changedTopics (keys: readonly Key[]): Set<Topic> {
  return new Set(
    keys.flatMap((key) => TOPICS.filter(([prefix]) => key.toString().startsWith(prefix)).map(([, topic]) => topic))
  )
}
