import type { BrowserContext, Page } from 'playwright'
import type * as Client from '../../src/client/index.ts'
import { heldAnswers } from '../../src/testing/http/http-fixtures.ts'
import {
  pressReload,
  timesRestored,
  travelTo,
  travelToCached,
  watchRestored
} from '../fixtures/browser/session-history.ts'
import { openClientPage } from '../fixtures/page/client-page.ts'
import { fileRow, HELLO, isReady, pick } from '../fixtures/page/page.ts'
import { test } from '../fixtures/page/quiet.ts'
import { test as dnslinkTest } from '../fixtures/site/dnslink-site.ts'
import { addSite, fetched, ICON, removeHome, siteOrigin } from '../fixtures/site/own-site.ts'
import { expect, killWorkers, rpc } from '../fixtures/site/site.ts'

type ClientWindow = Window & { swipfs: typeof Client; heard: string[][] }

const page = (text: string): Record<string, string> => ({
  'index.html':
    `<!doctype html>${ICON}<title>site</title><p id=v>…</p><script>document.getElementById('v').textContent ` +
    `= '${text}'</script>`,
  'late.txt': 'asked for late'
})

/** Opens a tab in the context that reports whether its pages were restored from the cache. */
async function tab (context: BrowserContext): Promise<Page> {
  await watchRestored(context)
  return await context.newPage()
}

/**
 * Reloads several times, and checks the page each time. A document cached for its history entry would replace it every
 * second time.
 */
async function reloadsTo (page: Page, look: () => Promise<void>, times = 3): Promise<void> {
  for (let i = 0; i < times; i++) {
    const before = await page.evaluate(() => performance.timeOrigin)
    await pressReload(page)
    await expect.poll(async () => await page.evaluate(() => performance.timeOrigin).catch(() => before)).not.toBe(
      before
    )
    await look()
  }
}

test.describe('reloads the visited content after a first visit', () => {
  test('at the own origin of a site', async ({ app, context, site }) => {
    const cid = await addSite(app, page('a site'))
    const visit = await tab(context)
    await visit.goto(siteOrigin(site, cid))
    await expect(visit.locator('#v')).toHaveText('a site')
    await reloadsTo(visit, async () => {
      await expect(visit.locator('#v')).toHaveText('a site')
    })
  })

  test('at a path of the node', async ({ app, context, site }) => {
    const { Hash } = JSON.parse((await rpc(app, 'add?cid-version=1', { text: 'at its path' })).text) as { Hash: string }
    await removeHome(app)
    const visit = await tab(context)
    await visit.goto(`${site.origin}/ipfs/${Hash}?filename=a.txt`)
    await expect(visit.locator('body')).toHaveText('at its path')
    await reloadsTo(visit, async () => {
      await expect(visit.locator('body')).toHaveText('at its path')
    })
  })

  test('at a site whose host serves the start page at every path', async ({ app, context, site, quiet }) => {
    // This site lacks other files that the start page loads.
    quiet.allow(/theme\.js|503/)
    const cid = await addSite(app, page('a site'))
    const start = await app.evaluate(async () => await (await fetch('/')).text())
    const visit = await tab(context)
    const origin = siteOrigin(site, cid)
    const policy = { 'Content-Type': 'text/html', 'Cross-Origin-Opener-Policy': 'same-origin' }
    await visit.route((url) => url.origin === origin && url.pathname === '/', async (route) => {
      await route.fulfill({ headers: policy, body: start })
    })
    await visit.goto(origin)
    await expect(visit.locator('#v')).toHaveText('a site')
    await reloadsTo(visit, async () => {
      await expect(visit.locator('#v')).toHaveText('a site')
    })
  })

  test(
    'at a site in a window of its own, whose connect page stays in the back/forward cache',
    async ({ app, context, site }) => {
      expect(
        (await rpc(
          app,
          `config?arg=Gateway.HTTPHeaders&arg=${
            encodeURIComponent('{"Cross-Origin-Opener-Policy":["same-origin"]}')
          }&json=true`
        )).status
      ).toBe(200)
      const cid = await addSite(app, page('a site'))
      const visit = await tab(context)
      await visit.goto(siteOrigin(site, cid))
      await expect(visit.locator('#v')).toHaveText('a site')

      // A worker that must be connected again, and has no cached data. On reload, the page that connects it shares the
      // history entry of the site.
      for (
        const open of [async () => {
          await visit.goto(`${siteOrigin(site, cid)}/?again`)
        }, async () => {
          await pressReload(visit)
        }]
      ) {
        await killWorkers(context, visit)
        await visit.evaluate(async () => {
          await new Promise((resolve) => {
            indexedDB.deleteDatabase('swipfs-site').onsuccess = resolve
          })
        })
        await open()
        await expect(visit.locator('#v')).toHaveText('a site')
        await reloadsTo(visit, async () => {
          await expect(visit.locator('#v')).toHaveText('a site')
        })
      }
    }
  )
})

dnslinkTest(
  'a reload after a first visit to a domain shows what its name leads to, and so does one after waiting for it',
  async ({ context, deployed }) => {
    const { meddle, open } = heldAnswers()
    deployed.meddle(meddle)
    await deployed.link(page('of a domain'))
    const visit = await tab(context)
    await visit.goto(`${deployed.origin}/`, { waitUntil: 'commit' })
    await expect(visit.locator('.state:last-of-type')).toBeVisible()
    open()
    await expect(visit.locator('#v')).toHaveText('of a domain')
    expect(visit.url()).toBe(`${deployed.origin}/`)
    await reloadsTo(visit, async () => {
      await expect(visit.locator('#v')).toHaveText('of a domain')
    })
  }
)

test.describe('a page from the back/forward cache continues', () => {
  test('the page of the node shows files added meanwhile, and adds files', async ({ context, site }) => {
    const visit = await tab(context)
    await visit.goto(site.origin)
    await isReady(visit)
    await visit.evaluate(() => {
      location.href = '/manifest.webmanifest'
    })
    await visit.waitForURL('**/manifest.webmanifest')
    await killWorkers(context, visit)
    await travelToCached(visit, -1)
    await isReady(visit)
    await pick(visit, HELLO)
    await expect(fileRow(visit, HELLO.name)).toContainText('On this device')
  })

  test('the page of an app can call, upload over ports, and watch changes', async ({ context, site }) => {
    const visit = await tab(context)
    await openClientPage(visit, site.origin)
    const add = async (text: string): Promise<string> =>
      await visit.evaluate(
        async (text) =>
          (await (window as unknown as ClientWindow).swipfs.add([{ path: 'a.txt', content: new Blob([text]) }])).cid,
        text
      )

    await visit.evaluate(() => {
      const page = window as unknown as ClientWindow
      page.heard = []
      page.swipfs.watchChanges((topics) => {
        page.heard.push([...topics])
      })
    })

    for (const stops of [false, true]) {
      await visit.evaluate(() => {
        location.href = '/own-origins.json'
      })
      await visit.waitForURL('**/own-origins.json')
      if (stops) {
        await killWorkers(context, visit)
      }
      await visit.evaluate(() => 1)
      await travelToCached(visit, -1)
      // It may have missed events.
      expect(await visit.evaluate(() => (window as unknown as ClientWindow).heard.at(-1))).toEqual([
        'pins',
        'repo',
        'config',
        'files',
        'keys',
        'jobs'
      ])
      expect(
        await visit.evaluate(async () =>
          (await (window as unknown as ClientWindow).swipfs.rpc<{ ID: string }>('id')).ID
        )
      ).toMatch(/^12D3/)
      expect(await add(`after ${stops}`)).toMatch(/^baf/)
      await expect.poll(async () =>
        await visit.evaluate(() => (window as unknown as ClientWindow).heard.at(-1)!.join())
      ).toContain('pins')
    }
  })

  test('a site reconnects to its node', async ({ app, context, site }) => {
    const cid = await addSite(app, page('a site'))
    const other = await addSite(app, page('another one'))
    const visit = await tab(context)
    await visit.goto(siteOrigin(site, cid))
    await expect(visit.locator('#v')).toHaveText('a site')
    await visit.goto(siteOrigin(site, other))
    await expect(visit.locator('#v')).toHaveText('another one')
    await killWorkers(context, visit)
    await travelToCached(visit, -1)
    await expect(visit.locator('#v')).toHaveText('a site')
    expect(await fetched(visit, '/late.txt')).toBe('200 asked for late')
    await killWorkers(context, visit)
    await travelToCached(visit, 1)
    await expect(visit.locator('#v')).toHaveText('another one')
    expect(await fetched(visit, '/late.txt')).toBe('200 asked for late')
  })

  test(
    'shows a listing, an error page and a viewer at once, and requests them again on reload',
    async ({ app, context, site, quiet }) => {
      quiet.allow(/404/)
      const cid = await addSite(app, { 'a.txt': 'a text', 'b.txt': 'another' })
      const visit = await tab(context)
      const places: Array<[url: string, look: () => Promise<void>]> = [
        [`${site.origin}/ipfs/${cid}/`, async () => {
          await expect(visit.locator('li', { hasText: 'b.txt' })).toBeVisible()
        }],
        [`${site.origin}/ipfs/${cid}/nothing`, async () => {
          await expect(visit.locator('h1')).toHaveText('404 Not Found')
        }],
        [`${siteOrigin(site, cid)}/`, async () => {
          await expect(visit.locator('li', { hasText: 'b.txt' })).toBeVisible()
        }],
        [`${site.origin}/#/explore/ipfs/${cid}/a.txt`, async () => {
          await expect(visit.getByText('a text', { exact: true })).toBeVisible()
        }],
        [`${site.origin}/ipfs/${cid}/a.txt`, async () => {
          await expect(visit.locator('body')).toHaveText('a text')
        }]
      ]

      for (const [url, look] of places) {
        await visit.goto(url)
        await look()
      }

      for (const [url, look] of places.slice(0, -1).reverse()) {
        const reason = await travelTo(visit, -1)
        await look()
        // Chromium does not cache pages with an error status.
        expect(reason, url).toEqual(
          url.endsWith('/nothing') ? expect.stringContaining('response-status-not-ok') : undefined
        )
      }

      for (const [, look] of places.slice(1)) {
        await travelTo(visit, 1)
        await look()
        await reloadsTo(visit, look, 1)
        expect(await timesRestored(visit)).toBe(0)
      }
    }
  )

  test('a shared link shows its content after reload, back and forward', async ({ app, context, site }) => {
    const cid = await addSite(app, { 'a.txt': 'a text' })
    const visit = await tab(context)
    await visit.goto(`${site.origin}/ipfs/${cid}/`)
    await visit.goto(
      `${site.origin}/#${new URLSearchParams({ open: `/ipfs/${cid}/a.txt`, at: '/ip4/127.0.0.1/tcp/9/ws' })}`
    )
    const look = async (): Promise<void> => {
      await expect(visit.locator('.receive-content')).toContainText('a text')
    }
    await look()
    await reloadsTo(visit, look, 2)
    await travelTo(visit, -1)
    await expect(visit.locator('li', { hasText: 'a.txt' })).toBeVisible()
    await travelTo(visit, 1)
    await look()
  })
})
