import { BASE } from '../client/base.ts'
import { becomesPeer } from '../client/becomes-peer.ts'
import { homeOrigin } from '../client/home-origin.ts'
import { NodeNotReadyError } from '../client/errors.ts'
import { leadWebui } from '../ui/lib/lead-webui.ts'
import { plainError } from '../ui/lib/plain-error.ts'
import { attempts } from './attempts.ts'
import { installWorker } from '../client/install-worker.ts'
import { show } from './show.ts'
import '../ui/styles/tokens.css'
import './bootstrap.css'

/** Nobody should see words that are gone before they can be read. */
const SAY_AFTER_MS = 400
const MAX_ATTEMPTS = 3

/**
 * A visit to content, or to the page below `/webui/`, that met no worker: install one, then load the same
 * address again, which the worker answers. A host may also send this page for
 * any path that it does not know.
 */
async function bootstrap (): Promise<void> {
  const home = homeOrigin(location.origin)

  // a build for a site has nothing but content
  const isSite = document.querySelector('meta[name=swipfs-site]') != null

  if (home == null && !isSite && !/^(?:ip[fn]s\/|webui(?:\/|$))/.test(location.pathname.startsWith(BASE) ? location.pathname.slice(BASE.length) : '')) {
    show({ title: 'Nothing is here', text: 'This address leads to no page of this site.', home: BASE })
    return
  }

  if (home == null && !isSite) {
    leadWebui()
  }

  const timer = setTimeout(() => {
    show({ title: 'Opening…', text: 'The IPFS node of this browser is being started. That happens once.', busy: true })
  }, SAY_AFTER_MS)
  const tries = attempts(location.pathname)

  try {
    // a worker that is there and still does not answer for this address: do not turn in a circle
    if (tries.count() >= MAX_ATTEMPTS) {
      throw new NodeNotReadyError('a worker is installed, but the browser does not ask it for this page')
    }
    await installWorker(async () => ({ swarm: home == null && !isSite && await becomesPeer() }))
    tries.add()
    location.reload()
  } catch (err) {
    clearTimeout(timer)
    tries.clear()
    const { what, next, detail } = plainError(err)
    show({ title: 'This content cannot be shown yet', text: [what, next].filter(Boolean).join(' '), detail, retry: true, home: isSite ? undefined : home == null ? BASE : `${home}/` })
  }
}

void bootstrap()
