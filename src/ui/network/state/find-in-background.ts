import { findContent } from '../../../client/index.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

/** The kind of the job that `findInBackground` starts. */
export const FIND_JOB = 'swipfs/retrieval/find'

/** Starts a job of the node that looks for content until a source has it. The list of jobs shows it. */
export async function findInBackground (path: string): Promise<void> {
  await findContent(path)
  announceNews(t('The search continues in the background.'))
}
