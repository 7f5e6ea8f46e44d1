import { tellPages } from './post-to-pages.ts'
import type { WorkerScope } from './worker-types.ts'

/**
 * Reports to pages why a worker cannot be installed, because the browser only reports the failure (`register` of the
 * client receives the message).
 *
 * @param work - work of the installation
 * @throws the error of the work
 */
export async function tellWhyNot (
  scope: Pick<WorkerScope, 'clients' | 'location'>,
  work: () => Promise<void>
): Promise<void> {
  try {
    await work()
  } catch (err) {
    await tellPages(scope, { type: 'not-installed', message: (err as Error).message }).catch(() => {})
    throw err
  }
}
