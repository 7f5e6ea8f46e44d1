import { tellPages } from './tell-pages.ts'
import type { WorkerScope } from './worker-types.ts'

/**
 * Tells the pages why a worker cannot be installed: the browser says only that it was not (`register` of the client hears it).
 *
 * @param work - what the installation waits for
 * @throws what the work throws
 */
export async function tellWhyNot (scope: Pick<WorkerScope, 'clients' | 'location'>, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (err) {
    await tellPages(scope, { type: 'not-installed', message: (err as Error).message }).catch(() => {})
    throw err
  }
}
