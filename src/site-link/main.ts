import { attempts } from '../client/attempts.ts'
import { becomesDownload } from '../client/becomes-download.ts'
import { homeOrigin } from '../client/home-origin.ts'
import { loadAgain } from '../client/load-again.ts'
import { isSiteMessage } from '../client/site-messages.ts'
import type { HomeAway, HomeWanted } from '../client/site-messages.ts'
import { linkHome } from './link-home.ts'

/**
 * The script that the worker of a site puts into the site's pages, and into its own page that gets the home first. There it does
 * so at once and loads the address again; in all others it waits until the worker asks. It leaves nothing behind in the document.
 */

/** More, and something is wrong that another try does not heal. */
const MAX_ATTEMPTS = 3
/** After a failure the worker shows what it has kept; where it sends this page again instead, the page says what it knows. */
const MAX_FAILURES = 2

const TRIED = 'connect '
const FAILED = 'failed '

const home = homeOrigin(location.origin)
const script = document.currentScript
const connects = script?.hasAttribute('data-connect') === true
script?.remove()

const container = navigator.serviceWorker as ServiceWorkerContainer | undefined

if (home != null && container != null) {
  container.addEventListener('message', ({ data }) => {
    if (isSiteMessage<HomeWanted>(data, 'swipfs-home-wanted') && container.controller != null) {
      linkHome(home, container.controller).catch(() => {}) // the worker has been told
    }
  })

  // before the document is there: who waits for the home may be the next thing in it
  container.startMessages()

  if (connects) {
    void connect(home, container)
  } else {
    // the page is there: nothing of the tries before stays in the storage of the site
    for (const kind of ['', TRIED, FAILED]) {
      attempts(kind + location.pathname).clear()
    }
  }
}

/** Gets a port of the home for a page that has nothing to show yet, and loads the address again. Starts over when the page comes back from the cache. */
async function connect (home: string, container: ServiceWorkerContainer): Promise<void> {
  const { visit, away } = document.body.dataset
  const tries = attempts(TRIED + location.pathname, visit)
  const failures = attempts(FAILED + location.pathname, visit)
  const told = away != null
  let isDone = false

  async function attempt (isRestored: boolean): Promise<void> {
    const worker = container.controller ?? (await container.ready).active as ServiceWorker

    try {
      if (tries.count() >= MAX_ATTEMPTS) {
        throw new Error('it was reached, and this address got nothing from it')
      }

      tries.add()
      await linkHome(home, worker)
    } catch (err) {
      const reason = (err as Error).message
      worker.postMessage({ type: 'swipfs-home-away', reason } satisfies HomeAway)

      if (told || failures.count() >= MAX_FAILURES) {
        show(reason)
      } else {
        failures.add()
        loadAgain({ isRestored })
      }

      return
    }

    const { href } = location
    loadAgain({ isRestored })

    if (await becomesDownload(href)) {
      isDone = true
      tries.clear()
      failures.clear()
      showSaved()
    }
  }

  /** The person wants it again: attempts before this do not count. */
  function startOver (isRestored: boolean): void {
    tries.clear()
    failures.clear()
    document.body.classList.remove('away')
    void attempt(isRestored)
  }

  document.getElementById('again')?.addEventListener('click', () => { startOver(false) })

  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !isDone) {
      startOver(true)
    }
  })

  if (!told) {
    await attempt(false)
  }
}

/** Turns the page that waits into the one that says why. */
function show (reason: string): void {
  const place = document.getElementById('reason')
  document.body.classList.add('away')

  if (place != null) {
    place.textContent = reason
  }
}

/** Turns the page that waits into the one that says that its answer was saved as a file. */
function showSaved (): void {
  const back = document.getElementById('back')
  document.body.classList.remove('away')
  document.body.classList.add('done')
  document.title = 'Your download has started'

  if (back != null) {
    back.hidden = history.length < 2
    back.addEventListener('click', () => { history.back() })
  }
}
