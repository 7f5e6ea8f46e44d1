import { installWorker } from '../../../client/setup/install-worker.ts'
import { attempts } from '../../../client/setup/reload-attempts.ts'
import { reloadPage } from '../../../client/setup/reload-page.ts'

/** Limit of attempts with a worker that is installed and still does not answer. */
const MAX_ATTEMPTS = 2

/**
 * Handles the first visit to a site if its host sends the start page for every path, since the site's worker is not
 * installed yet. Installs it and loads the address again. If that does not help, the bootstrap page says why.
 */
export async function firstSiteVisit (): Promise<void> {
  const tries = attempts(location.pathname)

  const open = async (isRestored: boolean): Promise<void> => {
    try {
      if (tries.count() >= MAX_ATTEMPTS) {
        throw new Error('the browser does not ask the worker')
      }

      await installWorker(undefined, { isSite: true })
      tries.add()
      reloadPage({ isRestored })
    } catch {
      tries.clear()
      location.replace('/bootstrap.html')
    }
  }

  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      void open(true)
    }
  })

  await open(false)
}
