import { detectDownload } from '../client/page/detect-download.ts'
import { homeOrigin } from '../client/protocol/home-origin.ts'
import type { PingWanted } from '../client/protocol/messages.ts'
import { isSiteMessage } from '../client/protocol/site-messages.ts'
import type { HomeAway, HomeWanted, PageAnswer } from '../client/protocol/site-messages.ts'
import { attempts } from '../client/setup/reload-attempts.ts'
import { reloadPage } from '../client/setup/reload-page.ts'
import { answerPings } from '../client/worker/answer-pings.ts'
import { beforePolicy } from './before-policy.ts'
import { addSiteFrame, getPort } from './get-port.ts'
import type { SiteFrame } from './get-port.ts'
import { keepHome } from './keep-home.ts'
import { keepWorker } from './keep-worker.ts'
import { linkHome } from './link-home.ts'
import { pingThroughFrame } from './ping-through-frame.ts'
import { saveDownloads } from './save-downloads.ts'
import { serveSiteFrame } from './site-frame.ts'
import { untilShown } from './until-shown.ts'

/**
 * The script that the worker of a site inserts into the site's pages, and into its connect page. On the connect page it
 * gets a port of the home node immediately and loads the address again. On all others it waits until the worker asks.
 * It leaves nothing in the document, except for a hidden frame while one is needed.
 */

/** Maximum attempts. If more are needed, the problem is permanent. */
const MAX_ATTEMPTS = 3
/**
 * Maximum failures. After a failure the worker shows its cached content; if it sends this page again instead, the page
 * shows the error.
 */
const MAX_FAILURES = 2

const TRIED = 'connect '
const FAILED = 'failed '

const home = homeOrigin(location.origin)
/** Some XML documents do not provide `currentScript`. */
const script = document.currentScript ??
  document.querySelector<HTMLScriptElement>('script[src="/.well-known/swipfs/link.js"]')
const connects = script?.hasAttribute('data-connect') === true
const isFrame = script?.hasAttribute('data-frame') === true
const isHomePeer = script?.hasAttribute('data-peer') === true
/** URL next to this script. */
const frameUrl = new URL('link.html', script instanceof HTMLScriptElement ? script.src : location.href).href
/** Frame that is added before a policy of the document applies that would block it, or that keeps the home alive. */
let keptFrame: SiteFrame | undefined
const keepFrame = (): SiteFrame => {
  if (keptFrame?.element.isConnected !== true) {
    keptFrame = addSiteFrame(frameUrl, { isKept: true })
  }

  return keptFrame
}

if (script?.hasAttribute('data-keep') === true && home != null) {
  keepFrame()
}

script?.remove()

const container = navigator.serviceWorker as ServiceWorkerContainer | undefined

if (home != null && isFrame) {
  serveSiteFrame(home)
} else if (home != null && container != null) {
  answerPings()
  keepWorker(container)

  container.addEventListener('message', ({ data, ports: [question] }) => {
    if (isPingWanted(data)) {
      pingThroughFrame(frameUrl, keptFrame)
      return
    }

    // The connect page provides a port by itself.
    if (isSiteMessage<HomeWanted>(data, 'swipfs-home-wanted') && question != null && !connects) {
      question.onmessage = () => {
        void getPort(question, frameUrl, keptFrame)
      }
      void sayReady(question)
    }
  })

  // Before the document is parsed: its next subresource may wait for the home node.
  container.startMessages()

  if (connects) {
    void connectToHome(home, container)
  } else {
    saveDownloads()
    beforePolicy(keepFrame)

    if (isHomePeer) {
      keepHome(keepFrame)
    }

    // The page is shown: remove the counters of earlier attempts from the storage of the site.
    for (const kind of ['', TRIED, FAILED]) {
      attempts(kind + location.pathname).clear()
    }
  }
}

/** Reports to the worker that this page can get a port, once it is shown. */
async function sayReady (question: MessagePort): Promise<void> {
  await untilShown()
  question.postMessage({ type: 'swipfs-home-ready' } satisfies PageAnswer)
}

/** Whether a message of the site's worker asks for pings, because it is answering. */
function isPingWanted (data: unknown): boolean {
  return (data as Partial<PingWanted> | null)?.type === 'ping-wanted'
}

/**
 * Gets a port of the home node for the connect page, and loads the address again. Starts over when the page is restored
 * from the back/forward cache.
 */
async function connectToHome (home: string, container: ServiceWorkerContainer): Promise<void> {
  const { visit, away } = document.body.dataset
  const tries = attempts(TRIED + location.pathname, visit)
  const failures = attempts(FAILED + location.pathname, visit)
  const isReported = away != null
  let isDone = false

  async function attempt (isRestored: boolean): Promise<void> {
    await untilShown()
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

      if (isReported || failures.count() >= MAX_FAILURES) {
        showReason(reason)
      } else {
        failures.add()
        reloadPage({ isRestored })
      }

      return
    }

    const { href } = location
    reloadPage({ isRestored })

    if (await detectDownload(href)) {
      isDone = true
      tries.clear()
      failures.clear()
      showSaved()
    }
  }

  /** Starts over on the user's request: earlier attempts do not count. */
  function startOver (isRestored: boolean): void {
    tries.clear()
    failures.clear()
    document.body.classList.remove('away')
    void attempt(isRestored)
  }

  document.getElementById('again')?.addEventListener('click', () => {
    startOver(false)
  })

  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !isDone) {
      startOver(true)
    }
  })

  if (!isReported) {
    await attempt(false)
  }
}

/** Replaces the waiting state of the page with the reason of the failure. */
function showReason (reason: string): void {
  const place = document.getElementById('reason')
  document.body.classList.add('away')

  if (place != null) {
    place.textContent = reason
  }
}

/** Replaces the waiting state of the page with a note that the answer was saved as a file. */
function showSaved (): void {
  const back = document.getElementById('back')
  document.body.classList.remove('away')
  document.body.classList.add('done')
  document.title = document.querySelector('.saved h1')?.textContent ?? ''

  if (back != null) {
    back.hidden = history.length < 2
    back.addEventListener('click', () => {
      history.back()
    })
  }
}
