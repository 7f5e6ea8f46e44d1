import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ChromiumOverPipe } from './chromium-over-pipe.ts'
import { ending } from './ending.ts'
import { cutLog, databases, logPositions } from './leveldb-log.ts'
import { NodePage } from './node-page.ts'
import type { Random } from './random.ts'
import type { Victim } from './victim.ts'

export const BROWSER_KILLS = ['worker', 'renderer', 'browser'] as const

/** Least and greatest number of bytes cut from a log, as powers of two. */
const LEAST_CUT = 3
const MOST_CUT = 20

/** Probability of cutting another log than the longest one. */
const OTHER_LOG = 0.25

export interface BrowserVictimOptions {
  /** serves the built app; the same in all rounds */
  origin: string
  /** whether to cut the logs of IndexedDB after a kill of the browser, like a power failure */
  cut?: boolean
  /** kinds of kills; default: all */
  kills?: ReadonlyArray<typeof BROWSER_KILLS[number]>
}

/** Returns the node in a worker of Chromium, with a profile of its own. */
export async function browserVictim (
  { origin, cut = false, kills = BROWSER_KILLS }: BrowserVictimOptions
): Promise<Victim> {
  const profile = await mkdtemp(path.join(tmpdir(), 'swipfs-kill-'))
  let browser = await ChromiumOverPipe.start(profile)
  let page = await NodePage.open(browser, origin)

  const start = async (): Promise<void> => {
    browser = await ending('the start of the browser', ChromiumOverPipe.start(profile))
    page = await openAgain(browser, origin)
  }

  return {
    get node () {
      return page
    },
    kills,
    sendsAgain: (killed) => killed === 'worker',
    positions: () => logPositions(profile),

    async kill (what) {
      if (what === 'worker') {
        await ending('stopping the worker', page.stopWorker())
      }
      if (what === 'renderer') {
        await ending('killing the renderers', browser.killRenderers())
      }
      if (what === 'browser') {
        await browser.kill()
      }
    },

    async again (killed, random) {
      if (killed === 'renderer') {
        page = await openAgain(browser, origin)
      }

      if (killed !== 'browser') {
        return undefined
      }

      const done = cut ? cutLog(mostWritten(profile, random), (sizeBytes) => cutLength(random, sizeBytes)) : undefined
      await start()
      return cut
        ? { text: done == null ? '' : `, ${done.cutBytes} of ${done.sizeBytes} bytes cut`, at: done?.position }
        : undefined
    },

    async restart () {
      await browser.close()
      await start()
    },

    async revive () {
      await browser.kill()
      await start().catch(async () => {
        await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      })
    },

    async end () {
      await browser.kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** Returns the folder with the longest log, or sometimes another one. */
function mostWritten (profile: string, random: Random): string {
  const all = databases(profile)
  const sizes = logPositions(profile)
  const other = random.pick(all)
  return random.next() < OTHER_LOG
    ? other
    : all.reduce((most, folder) =>
      (sizes.get(folder)?.sizeBytes ?? 0) > (sizes.get(most)?.sizeBytes ?? 0) ? folder : most
    )
}

/** Returns a length: half of the time uniform, half of the time uniform in its order of magnitude. */
function cutLength (random: Random, sizeBytes: number): number {
  const share = random.next()
  return Math.ceil(
    random.next() < 0.5 ? sizeBytes * share : Math.min(sizeBytes, 2 ** (LEAST_CUT + share * (MOST_CUT - LEAST_CUT)))
  )
}

/** Opens a new page. It may get a renderer process that was just killed, so it retries. */
async function openAgain (browser: ChromiumOverPipe, origin: string, tries = 5): Promise<NodePage> {
  try {
    return await NodePage.open(browser, origin)
  } catch (err) {
    if ((err as Error).name !== 'GoneError' || tries === 1) {
      throw err
    }
    return await openAgain(browser, origin, tries - 1)
  }
}
