import { answerPings } from '../client/answer-pings.ts'
import { attempts } from '../client/attempts.ts'
import { becomesDownload } from '../client/becomes-download.ts'
import { homeOrigin } from '../client/home-origin.ts'
import { loadAgain } from '../client/load-again.ts'
import type { PingWanted } from '../client/messages.ts'
import { isSiteMessage } from '../client/site-messages.ts'
import type { HomeAway, HomeWanted, PageAnswer } from '../client/site-messages.ts'
import { addSiteFrame, getPort } from './get-port.ts'
import { keepWorker } from './keep-worker.ts'
import { linkHome } from './link-home.ts'
import { pingHome } from './ping-home.ts'
import { saveDownloads } from './save-downloads.ts'
import { serveSiteFrame } from './site-frame.ts'

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
/** some documents of XML do not say which script runs */
const script = document.currentScript ?? document.querySelector<HTMLScriptElement>('script[src="/.well-known/swipfs/link.js"]')
const connects = script?.hasAttribute('data-connect') === true
const isFrame = script?.hasAttribute('data-frame') === true
/** beside this script */
const frameUrl = new URL('link.html', script instanceof HTMLScriptElement ? script.src : location.href).href
/** before a policy of the document counts that would keep the frame out */
const keptFrame = script?.hasAttribute('data-keep') === true && home != null ? addSiteFrame(frameUrl, { isKept: true }) : undefined
script?.remove()

const container = navigator.serviceWorker as ServiceWorkerContainer | undefined

if (home != null && isFrame) {
  serveSiteFrame(home)
} else if (home != null && container != null) {
  answerPings()
  keepWorker(container)

  container.addEventListener('message', ({ data, ports: [question] }) => {
    if (isPingWanted(data)) {
      pingHome(home)
      return
    }

    // the page that connects is about to hand over a port itself
    if (isSiteMessage<HomeWanted>(data, 'swipfs-home-wanted') && question != null && !connects) {
      question.onmessage = () => { void getPort(question, frameUrl, keptFrame) }
      question.postMessage({ type: 'swipfs-home-ready' } satisfies PageAnswer)
    }
  })

  // before the document is there: who waits for the home may be the next thing in it
  container.startMessages()

  if (connects) {
    void connect(home, container)
  } else {
    saveDownloads()

    // the page is there: nothing of the tries before stays in the storage of the site
    for (const kind of ['', TRIED, FAILED]) {
      attempts(kind + location.pathname).clear()
    }
  }
}

/** Whether the worker of the site has an answer under way, and asks for pings. */
function isPingWanted (data: unknown): boolean {
  return (data as Partial<PingWanted> | null)?.type === 'ping-wanted'
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
