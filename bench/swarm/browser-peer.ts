import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { clientCode } from '../../e2e/fixtures/page/client-page.ts'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { Tab } from '../tools/tab.ts'
import { addInPage } from './folders.ts'
import type { Folder } from './folders.ts'

/**
 * A separate browser with its profile on disk. Its node is a peer that knows only the given relays. No debugger is
 * attached, because it would slow the browser down.
 */
export interface BrowserPeer {
  /**
   * Calls the RPC and returns the answer as text.
   *
   * @throws an Error for a status other than 200
   */
  call: (target: string) => Promise<string>
  /**
   * Adds a folder of new random bytes.
   *
   * @returns its CID
   */
  add: (folder: Folder) => Promise<string>
  /** Returns the duration of a call as seen from the page, in milliseconds. */
  timed: (target: string) => Promise<number>
  close: () => Promise<void>
}

const SETTINGS = [
  'bootstrap/rm/all',
  'config?arg=Routing.Type&arg=none',
  'config?arg=AutoConf.Enabled&arg=false&bool=true',
  'config?arg=HTTPRetrieval.Gateways&arg=[]&json=true'
]

export async function openBrowserPeer (origin: string, relays: readonly string[] = []): Promise<BrowserPeer> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'swipfs-bench-'))
  const browser = await ChromiumOverPipe.start(profile)
  const tab = await Tab.at(browser, `${origin}/manifest.webmanifest`)
  await tab.evaluate(`${await clientCode()};0`)
  await tab.evaluate('(async () => { await swipfs.register({ swarm: true }); await swipfs.ready() })()')

  const call = async (target: string): Promise<string> =>
    await tab.run(async (target) => {
      const response = await fetch(`/api/v0/${target}`, { method: 'POST' })
      const text = await response.text()
      if (!response.ok) {
        throw new Error(`${target}: ${text}`)
      }
      return text
    }, target)

  for (
    const setting of [
      ...SETTINGS,
      `config?arg=Swarm.RelayClient.StaticRelays&arg=${encodeURIComponent(JSON.stringify(relays))}&json=true`
    ]
  ) {
    await call(setting)
  }

  // The settings apply after a restart.
  await tab.stopWorkers()
  await call('swarm/peers')

  return {
    call,

    timed: async (target) =>
      await tab.run(async (target) => {
        const start = performance.now()
        const response = await fetch(`/api/v0/${target}`, { method: 'POST' })
        const text = await response.text()
        if (!response.ok || text.includes('"Type":"error"')) {
          throw new Error(`${target}: ${text}`)
        }
        return performance.now() - start
      }, target),

    add: async (folder) => await tab.run(addInPage, folder),

    close: async () => {
      await browser.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
