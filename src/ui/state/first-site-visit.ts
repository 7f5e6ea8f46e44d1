import { installWorker } from '../../client/install-worker.ts'

/**
 * A host without rules of its own gives the start page to a first visit of a site, whose worker is not there yet. Installs it and
 * loads the address again; where that has just been done and did not help, the page goes on that says why.
 */
export async function firstSiteVisit (): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]

  try {
    if (navigation?.type === 'reload') {
      throw new Error('the browser does not ask the worker')
    }

    await installWorker()
    location.reload()
  } catch {
    location.replace('/bootstrap.html')
  }
}
