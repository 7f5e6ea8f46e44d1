import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { launchOptions } from '../../scripts/browser/launch-options.mjs'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { installHelpers } from '../compare/workloads.mjs'
import { workerHeap } from './memory.mjs'

/**
 * Opens a page of the last build, with the helpers of the workloads, in a browser with a debugger, which slows it down.
 * The profile is fresh, because data of an earlier repo would distort the figures.
 *
 * @returns {Promise<{ context: import('playwright').BrowserContext, page: import('playwright').Page, folder: string,
 *   restart: () => Promise<void>, heap: (work: () => Promise<void>, options?: { live?: boolean }) => ReturnType<typeof
 *   workerHeap>, close: () => Promise<void> }>} `folder` is a temporary folder; `restart` restarts the worker; `heap`
 *   measures its heap during some work
 */
export async function openWatchedPage () {
  const site = await startStaticServer({
    root: fileURLToPath(new URL('../../dist', import.meta.url)),
    port: 0,
    instead: NO_PEERS
  })
  const origin = `http://node.localhost:${site.port}`
  const folder = await mkdtemp(path.join(tmpdir(), 'swipfs-watched-'))
  // A persistent profile: a private one keeps its databases in memory.
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    // The page's policy allows only its own origin, and the measurements load data from others.
    bypassCSP: true,
    ...launchOptions({ args: ['--enable-precise-memory-info'] })
  })

  const close = async () => {
    await context.close()
    await site.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    const page = await context.newPage()
    await page.goto(`${origin}/`)
    await page.waitForFunction(() => navigator.serviceWorker.controller != null)
    await page.evaluate(installHelpers)

    return {
      context,
      page,
      folder,
      restart: async () => {
        await restart(context, page)
      },
      heap: async (work, options) => await workerHeap(context.browser(), `${origin}/sw.js`, work, options),
      close
    }
  } catch (err) {
    await close()
    throw err
  }
}

async function restart (context, page) {
  const session = await context.newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
  await page.evaluate(async () => {
    await (await fetch('/api/v0/version', { method: 'POST' })).text()
  })
}
