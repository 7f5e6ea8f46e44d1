import { addSite, ICON, siteOrigin } from '../fixtures/site/own-site.ts'
import type { OtherBrowser } from './fixtures/other-browser.ts'
import { call, json, openApp, shownText } from './fixtures/page.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

type Marked = typeof globalThis & { isMarked?: boolean }

const TIMEOUT_MS = 60_000

/** Waits until the window shows the text. */
async function shows (visitor: OtherBrowser, text: string | RegExp): Promise<void> {
  await expect.poll(async () => await shownText(visitor).catch(() => ''), { timeout: TIMEOUT_MS }).toMatch(text)
}

/** Marks the page, so that a restored one differs from one that was loaded again. */
async function mark (visitor: OtherBrowser): Promise<void> {
  await visitor.evaluate(() => {
    ;(globalThis as Marked).isMarked = true
  })
}

/**
 * Moves within the session history, or reloads, and waits until the text is shown. Uses no timers and no listeners:
 * they do not run in content without scripts. Uses no commands of the driver either: after its reload, WebKitGTK 2.50
 * forgets the entries ahead if the reload passes the worker by and so gets the page that connects to it.
 *
 * @param steps - 0 for a reload
 * @returns whether a marked page came back from the back/forward cache
 */
async function travel (visitor: OtherBrowser, steps: number, text: string | RegExp): Promise<boolean> {
  const left = await visitor.evaluate(() => performance.timeOrigin)
  await visitor.evaluate((steps) => {
    if (steps === 0) {
      location.reload()
    } else {
      history.go(steps)
    }
  }, steps).catch(() => {}) // the document may be replaced before it answers
  await expect.poll(async () => await visitor.evaluate(() => performance.timeOrigin).catch(() => left), {
    timeout: TIMEOUT_MS
  }).not.toBe(left)
  await shows(visitor, text)
  return await visitor.evaluate(() => (globalThis as Marked).isMarked === true)
}

inEachBrowser(({ name }) => {
  const hasOwnOrigins = name === 'Firefox'
  // WebKitGTK loads the app again after "back", and WebKitWebDriver 2.50 runs no script in the window from then on.
  const hasApp = name === 'Firefox'

  test('back, forward and reload show each kind of page', async ({ visitor, site }) => {
    await openApp(visitor, site)
    const cid = await addSite(visitor, { 'a.txt': 'a text', 'b.txt': 'another' })
    const page = await addSite(visitor, {
      'index.html': `<!doctype html>${ICON}<title>site</title><p>of a site</p>`,
      'late.txt': 'asked for late'
    })
    const places: Array<[url: string, text: string | RegExp]> = [
      [`${site.origin}/ipfs/${cid}/`, 'b.txt'],
      [`${site.origin}/ipfs/${cid}/nothing`, '404 Not Found'],
      [`${hasOwnOrigins ? siteOrigin(site, page) : `${site.origin}/ipfs/${page}`}/`, 'of a site'],
      [`${site.origin}/ipfs/${cid}/a.txt`, 'a text']
    ]

    if (hasApp) {
      places.unshift([`${site.origin}/`, /swipfs/])
    }

    for (const [url, text] of places) {
      await visitor.goto(url)
      await shows(visitor, text)
      await mark(visitor)
    }

    const restored = []
    for (const [, text] of places.slice(0, -1).reverse()) {
      restored.push(await travel(visitor, -1, text))
    }

    if (hasApp) {
      // Firefox keeps content pages as long as it has memory for them, but not the app. WebKitGTK keeps none of them
      // here.
      expect(restored.slice(0, 3)).toContain(true)
      expect(restored[3]).toBe(false)
      // The app is connected to its node.
      expect((await call(visitor, 'version')).status).toBe(200)
      expect((await json<{ Hash: string }>(visitor, 'add?cid-version=1', { text: 'added after that' })).Hash).toMatch(
        /^baf/
      )
    }

    for (const [url, text] of places.slice(1)) {
      await travel(visitor, 1, text)
      await mark(visitor)
      expect(await travel(visitor, 0, text), url).toBe(false)
      expect(await visitor.evaluate(() => location.href)).toBe(url)
    }
  })

  if (!hasOwnOrigins) {
    return
  }

  test(
    'a reload after a first visit to a site shows the site, not its connect page',
    async ({ visitor, site }) => {
      await openApp(visitor, site)
      const cid = await addSite(visitor, {
        'index.html': `<!doctype html>${ICON}<title>site</title><p>of a site</p>`,
        'next.html': `<!doctype html>${ICON}<title>next</title><p>the next page</p>`
      })
      await visitor.goto(siteOrigin(site, cid))
      await shows(visitor, 'of a site')

      for (let round = 0; round < 3; round++) {
        await mark(visitor)
        expect(await travel(visitor, 0, 'of a site')).toBe(false)
      }

      await visitor.goto(`${siteOrigin(site, cid)}/next.html`)
      await shows(visitor, 'the next page')
      await travel(visitor, -1, 'of a site')
      await travel(visitor, 1, 'the next page')
    }
  )
})
