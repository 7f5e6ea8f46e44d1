import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { medianOf } from '../tools/median-of.mjs'
import { Tab } from '../tools/tab.ts'
import { longestTaskMs } from './longest-task.ts'
import { pageHelpers } from './page-helpers.ts'

/** A figure of the app, and the limit that it has to keep. */
export interface Figure {
  name: string
  unit: string
  value: number
  limit: number
  /** whether the limit is the lowest allowed value */
  isMinimum?: boolean
}

const VIEW = { width: 1440, height: 900 }
const FEW = 300
const MANY = 10_000
const PINS = 5000
const LONGEST_TASK_MS = 50

/**
 * Measures the built app in a browser without a debugger on its worker. The time of a task is the CPU time of the
 * page's main thread, so that other processes do not add to it. Each interaction is repeated, and its best round
 * counts.
 *
 * @param dist - the built site
 */
export async function measurePage (dist: string, rounds: number): Promise<Figure[]> {
  const site = await startStaticServer({ root: dist, port: 0, instead: NO_PEERS })
  const profile = await mkdtemp(path.join(os.tmpdir(), 'swipfs-page-'))
  const browser = await ChromiumOverPipe.start(profile)
  const origin = `http://node.localhost:${site.port}`

  try {
    return [...await firstVisit(browser, origin, rounds), ...await library(browser, origin, rounds)]
  } finally {
    await browser.close()
    await site.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Measures the start of the page, each time in a browser without data of the site. */
async function firstVisit (browser: ChromiumOverPipe, origin: string, rounds: number): Promise<Figure[]> {
  const shown: number[] = []
  const ready: number[] = []

  for (let i = 0; i < rounds; i++) {
    const { browserContextId } = await browser.send<{ browserContextId: string }>('Target.createBrowserContext')
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId
    })
    const tab = await Tab.attach(browser, targetId)
    await tab.beforeScripts(pageHelpers)
    await tab.go(`${origin}/`)
    shown.push(await tab.evaluate<number>('window.bench.shown'))
    ready.push(await tab.evaluate<number>('window.bench.ready'))
    await browser.send('Target.disposeBrowserContext', { browserContextId })
  }

  return [
    { name: 'first visit, until the app is shown', unit: 'ms', value: medianOf(shown), limit: 1000 },
    { name: 'first visit, until the node runs behind it', unit: 'ms', value: medianOf(ready), limit: 5000 }
  ]
}

async function library (browser: ChromiumOverPipe, origin: string, rounds: number): Promise<Figure[]> {
  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const tab = await Tab.attach(browser, targetId)
  await tab.view(VIEW)
  await tab.beforeScripts(pageHelpers)
  await tab.go(`${origin}/`)
  await tab.evaluate(`window.bench.controlled.then(async () => {
    await window.bench.add('/few', ${FEW})
    await window.bench.add('/many', ${MANY})
    await window.bench.addPins(${PINS})
    await window.bench.show('#/files/few', ${FEW})
  })`)
  const { firstTop, visible, focusable } = await tab.evaluate<Record<'firstTop' | 'visible' | 'focusable', number>>(
    'window.bench.density()'
  )

  const best = async (measure: () => Promise<number>): Promise<number> => {
    const values: number[] = []
    for (let i = 0; i < rounds; i++) {
      await tab.evaluate('window.bench.show("#/files/few", 300)')
      values.push(await measure())
    }
    return Math.min(...values)
  }
  const task = async (name: string, does: string): Promise<Figure> => ({
    name: `longest task: ${name}`,
    unit: 'ms',
    value: await best(async () =>
      await longestTaskMs(browser, async () => {
        await tab.evaluate(`(async ({ bench }) => { ${does}; await bench.rest() })(window)`)
      })
    ),
    limit: LONGEST_TASK_MS
  })
  await tab.evaluate("window.bench.show('#/files/few', 300)")
  const announcements = await tab.evaluate<number>(`window.bench.upload(${FEW})`)
  await tab.evaluate(`fetch('/api/v0/files/rm?arg=/few&recursive=true', { method: 'POST' }).then(async () => {
    await window.bench.add('/few', ${FEW})
  })`)
  const openMany = `await bench.show('#/files/many', ${MANY})`
  const openPins = `await bench.show('#/pinned', ${PINS})`

  return [
    { name: `first row of ${FEW}, from the top`, unit: 'px', value: firstTop, limit: 160 },
    {
      name: `visible rows of ${FEW} at ${VIEW.width}×${VIEW.height}`,
      unit: '',
      value: visible,
      limit: 14,
      isMinimum: true
    },
    { name: `focusable controls with ${FEW} items`, unit: '', value: focusable, limit: 60 },
    { name: `announcements for ${FEW} uploaded files`, unit: '', value: announcements, limit: 1 },
    await task(`opening ${MANY} items`, openMany),
    await task(`scrolling through ${MANY} items`, `${openMany}; await bench.scroll()`),
    await task(`typing in the filter of ${MANY} items`, `${openMany}; await bench.filter('file 98')`),
    await task(`opening ${PINS} pins`, openPins),
    await task(`scrolling through ${PINS} pins`, `${openPins}; await bench.scroll()`),
    await task(`typing in the search among ${MANY} items`, "await bench.search('file 9876')"),
    {
      name: `search among ${MANY} items, from a key to the name`,
      unit: 'ms',
      value: await best(async () => await tab.evaluate<number>("window.bench.search('file 9876')")),
      limit: 50
    }
  ]
}
