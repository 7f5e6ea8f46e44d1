import { detectDownload } from '../client/page/detect-download.ts'
import { BASE } from '../client/protocol/base.ts'
import { NodeNotReadyError } from '../client/protocol/errors.ts'
import { homeOrigin } from '../client/protocol/home-origin.ts'
import { installWorker } from '../client/setup/install-worker.ts'
import { attempts } from '../client/setup/reload-attempts.ts'
import { reloadPage } from '../client/setup/reload-page.ts'
import { shouldJoinSwarm } from '../client/setup/should-join-swarm.ts'
import { linkDuringInstall } from '../site-link/link-during-install.ts'
import { plainError } from '../ui/lib/text/plain-error.ts'
import { t } from '../ui/lib/text/t.ts'
import { startLanguage } from '../ui/settings/state/language.ts'
import { leadWebui } from '../ui/shell/state/lead-webui.ts'
import { showMessage } from './show-message.ts'

import '../ui/styles/tokens.css'
import './bootstrap.css'

/** Delay before a message is shown, so that it does not flash by on a fast start. */
const SAY_AFTER_MS = 400
const MAX_ATTEMPTS = 3
/** Script of the worker of sites on their own origins. */
const OWN_ORIGIN_SCRIPT = `${BASE}own-origin.js`
/** Time for which an installed worker of a site waits for its home node here. The connect page waits longer. */
const LINK_MS = 3000
/** Address of a document that shows another one in a frame. No content has it. */
const PASSED_ON = '/.well-known/swipfs/frame'

/** Whether the answer was saved as a file. Returning to this page must not save it again. */
let isDone = false

/**
 * Handles a visit to content, or to a page below `/webui/`, without a worker: installs the worker, then reloads the
 * address, which the worker answers. Frames of sites start here too. A host may also send this page for any unknown
 * path.
 *
 * @param isRestored - whether the page was restored from the back/forward cache
 */
async function bootstrap (isRestored: boolean): Promise<void> {
  const home = homeOrigin(location.origin)

  // A build for a site serves only content.
  const isSite = document.querySelector('meta[name=swipfs-site]') != null

  const isApp = home == null && !isSite

  if (openSharedItem(isApp)) {
    return
  }

  if (
    isApp &&
    !/^(?:ip[fn]s\/|webui(?:\/|$))/.test(location.pathname.startsWith(BASE) ? location.pathname.slice(BASE.length) : '')
  ) {
    showMessage({ title: t('Not found'), text: t('This address leads to no page of this site.'), home: BASE })
    return
  }

  if (isApp) {
    leadWebui()
  }

  // A sandboxed frame: browsers do not let it use service workers.
  if (self.origin === 'null') {
    showMessage({
      title: t('This cannot be shown here'),
      text: t(
        'A sandbox around this page blocks the IPFS node of this browser. Open the page in a tab of its own.'
      )
    })
    return
  }

  // Workers cannot be installed from there either.
  if (isPastWorker()) {
    passOn()
    return
  }

  const tries = attempts(location.pathname)
  const object = passedOnBy()

  // Firefox asks no worker for frames within objects either, however often they are loaded
  if (object != null && tries.count() > 0) {
    tries.clear()
    replaceByFrame(object)
    return
  }

  const timer = setTimeout(() => {
    showMessage({
      title: t('Opening…'),
      text: t('Starting the IPFS node of this browser. This happens only once.'),
      busy: true
    })
  }, SAY_AFTER_MS)

  try {
    // A worker exists and still does not answer for this address: avoid a reload loop.
    if (tries.count() >= MAX_ATTEMPTS) {
      throw new NodeNotReadyError('a worker is installed, but the browser does not ask it for this page')
    }
    let linking: Promise<void> | undefined
    await installWorker(async () => {
      if (home == null) {
        return { swarm: isApp && await shouldJoinSwarm() }
      }

      linking = connectsEarly() ? linkDuringInstall(home, navigator.serviceWorker) : undefined
      return { script: OWN_ORIGIN_SCRIPT }
    }, { isSite: !isApp })
    await Promise.race([linking, delayMs(LINK_MS)])

    tries.add()
    const { href } = location
    reloadPage({ isRestored })

    if (await detectDownload(href)) {
      isDone = true
      clearTimeout(timer)
      tries.clear()
      showMessage({
        title: t('Your download has started'),
        text: t('The browser saves this file. You can leave this page.'),
        back: true,
        home: isSite ? undefined : nodeUrl(home)
      })
    }
  } catch (err) {
    clearTimeout(timer)

    // An `<object>` in a page of another origin cannot be distinguished from a frame that was refused a worker.
    if (window !== parent && tries.count() === 0) {
      tries.add()
      passOn()
      return
    }

    tries.clear()
    const { what, next, detail } = plainError(err)
    showMessage({
      title: t('This content cannot be shown yet'),
      text: [what, next].filter(Boolean).join(' '),
      detail,
      retry: true,
      home: isSite ? undefined : nodeUrl(home)
    })
  }
}

/**
 * Whether this page can frame the home node. Only a tab can: any page may be around a frame. A prerendered page cannot
 * before it is shown.
 */
function connectsEarly (): boolean {
  return window === parent && (document as Document & { prerendering?: boolean }).prerendering !== true
}

/**
 * Opens a link to a shared item with its data in the path. Usually the data is in the fragment, which is sent to no
 * server.
 *
 * @returns whether it is such a link
 */
function openSharedItem (isApp: boolean): boolean {
  const [data] = isApp ? /^s\/.+$/.exec(location.pathname.slice(BASE.length)) ?? [] : []
  if (data != null) {
    location.replace(`${BASE}#/${data}`)
  }
  return data != null
}

/**
 * Whether this is the document of an `<object>` or `<embed>`. Their requests bypass service workers
 * (fetch.spec.whatwg.org, "HTTP fetch").
 */
function isPastWorker (): boolean {
  return isObject(frameElementOf(window))
}

/**
 * Returns the object of the site's page that has passed its document on to this frame; undefined in any other frame.
 */
function passedOnBy (): Element | undefined {
  const around = frameElementOf(window)?.ownerDocument.location.pathname === PASSED_ON ? frameElementOf(parent) : null
  return isObject(around) ? around : undefined
}

function isObject (element: Element | null): element is Element {
  return ['object', 'embed'].includes(element?.localName ?? '')
}

function frameElementOf (frame: Window): Element | null {
  try {
    return frame.frameElement
  } catch {
    return null // a page of another origin is around it
  }
}

/** Puts a frame with this address in the place of an object of the page around it. */
function replaceByFrame (object: Element): void {
  const frame = object.ownerDocument.createElement('iframe')

  for (const { name, value } of object.attributes) {
    if (/^(?:id|class|style|title|name|width|height|hidden|role|tabindex|slot|aria-.*|data-.*)$/.test(name)) {
      frame.setAttribute(name, value)
    }
  }

  frame.style.border ||= '0'
  frame.src = location.href
  object.replaceWith(frame)
}

/** Shows the address in a frame of this document: for frames, Chromium does ask the worker. */
function passOn (): void {
  const frame = document.createElement('iframe')
  frame.src = location.href
  frame.title = document.title
  // A document is not loaded into a frame of itself.
  history.replaceState(null, '', PASSED_ON)
  document.body.className = 'passes-on'
  document.body.replaceChildren(frame)
}

addEventListener('pageshow', ({ persisted }) => {
  if (persisted && !isDone) {
    void bootstrap(true)
  }
})

void bootstrap(false)
// The texts are few: they are not waited for if the page has nothing to say.
void startLanguage()

async function delayMs (ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** Returns the address of the node's own page. */
function nodeUrl (home: string | undefined): string {
  return home == null ? BASE : `${home}/`
}
