import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright'
import { heldAnswers } from '../../src/testing/http/http-fixtures.ts'
import { test } from '../fixtures/page/quiet.ts'
import { test as dnslinkTest } from '../fixtures/site/dnslink-site.ts'
import { addSite, ICON, publishSite, siteOrigin } from '../fixtures/site/own-site.ts'
import { expect, killWorkers, rpc } from '../fixtures/site/site.ts'
import { stopHome } from '../fixtures/site/stop-home.ts'
import { unregisterWorkers } from '../fixtures/site/unregister-workers.ts'

/** Addresses that are opened before a worker is installed or connected: a placeholder page is shown until then. */

/** Content below the visible part of a window. */
const FAR = '<div style="height:5000px"></div><p id="far">far below</p><div style="height:5000px"></div>'
const ARTICLE = `<!doctype html>${ICON}<title>article</title>${FAR}`

async function forgetNode (app: Page): Promise<void> {
  await unregisterWorkers(app)
  await app.goto('about:blank')
}

test.describe('a first visit to a site', () => {
  /** Opens a site, and returns the addresses of the documents that its tab loaded. */
  async function openedDocuments (visit: Page, url: string): Promise<string[]> {
    const documents: string[] = []
    visit.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === visit.mainFrame()) {
        documents.push(request.url())
      }
    })
    await visit.goto(url)
    await expect(visit.locator('#far')).toBeAttached()
    return documents
  }

  test('connects the node while its worker is installed, and loads no page between', async ({ app, context, site }) => {
    const visit = await context.newPage()
    const url = `${siteOrigin(site, await addSite(app, { 'index.html': `${ARTICLE}<script>1</script>` }), 'ipfs')}/`
    expect(await openedDocuments(visit, url)).toEqual([url, url])
    expect(await visit.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${url}own-origin.js`)
  })
})

test.describe('scrolls a page to its fragment', () => {
  test('at an own origin, whose worker is installed first and connected later', async ({ app, context, site }) => {
    const cid = await addSite(app, { 'index.html': `${ARTICLE}<script>1</script>` })
    const visit = await context.newPage()
    const url = `${siteOrigin(site, await publishSite(app, cid), 'ipns')}/?q=1#far`
    await visit.goto(url)
    await expect(visit.locator('#far')).toBeInViewport()
    expect(visit.url()).toBe(url)

    await visit.goto('about:blank')
    await stopHome(app, site)
    await visit.goto(url)
    await expect(visit.locator('#far')).toBeInViewport()
    expect(visit.url()).toBe(url)
  })

  test('at a path of the node', async ({ app, context, site }) => {
    const cid = await addSite(app, { 'index.html': ARTICLE })
    await forgetNode(app)
    const visit = await context.newPage()
    const url = `${site.origin}/ipfs/${cid}/?q=1#far`
    await visit.goto(url)
    await expect(visit.locator('#far')).toBeInViewport()
    // a document that a tab opens is led to its own origin
    expect(visit.url()).toBe(`${siteOrigin(site, cid, 'ipfs')}/?q=1#far`)
  })
})

dnslinkTest('a page of a domain that was waited for is scrolled to its fragment', async ({ context, deployed }) => {
  const { meddle, open } = heldAnswers()
  deployed.meddle(meddle)
  await deployed.link({ 'index.html': ARTICLE })
  const visit = await context.newPage()
  await visit.goto(`${deployed.origin}/#far`, { waitUntil: 'commit' })
  await expect(visit.locator('.state:last-of-type')).toBeVisible()
  open()
  await expect(visit.locator('#far')).toBeInViewport()
  expect(visit.url()).toBe(`${deployed.origin}/#far`)
})

test.describe('a saved file', () => {
  async function expectSaved (visit: Page, download: Promise<Download>, text: string | RegExp): Promise<void> {
    expect((await readFile(await (await download).path())).toString('latin1')).toMatch(text)
    await expect(visit.getByRole('heading', { name: 'Your download has started' })).toBeVisible()
    await expect(visit.getByText('Opening')).toBeHidden()
    await expect(visit).toHaveTitle('Your download has started')
  }

  test('is saved at a first visit, and the tab reports it', async ({ app, context, site }) => {
    const cid = await addSite(app, {
      'index.html': `<!doctype html>${ICON}<title>site</title><script>1</script>`,
      'f.zip': 'PK of a zip'
    })
    const other = await addSite(app, { 'f.zip': 'PK of another' })
    // A type that other browsers display.
    const table = await addSite(app, { 't.csv': 'of,a,table' })
    await forgetNode(app)

    for (
      const [url, text] of [
        [`${site.origin}/ipfs/${other}/f.zip#x`, 'PK of another'],
        [`${siteOrigin(site, cid)}/f.zip`, 'PK of a zip'],
        [`${siteOrigin(site, other)}/?format=car`, /roots/],
        [`${siteOrigin(site, table)}/t.csv`, 'of,a,table']
      ] as const
    ) {
      const visit = await context.newPage()
      const download = visit.waitForEvent('download')
      await visit.goto(url)
      await expectSaved(visit, download, text)
      expect(visit.url()).toBe(url)
      await visit.close()
    }
  })

  test('is saved by a click after the node was idle, with a link back', async ({ app, context, site }) => {
    const cid = await addSite(app, {
      'index.html': `<!doctype html>${ICON}<title>site</title><a href="f.zip">zip</a> <a ` +
        'href="a.txt?download=true&filename=b.txt">text</a><script>1</script>',
      'f.zip': 'PK of a zip',
      'a.txt': 'of a text'
    })
    const visit = await context.newPage()

    for (const [name, text] of [['zip', 'PK of a zip'], ['text', 'of a text']]) {
      await visit.goto(siteOrigin(site, cid))
      await expect(visit).toHaveTitle('site')
      await killWorkers(context, visit)
      const download = visit.waitForEvent('download')
      await visit.getByRole('link', { name }).click()
      await expectSaved(visit, download, text)
      await visit.getByRole('button', { name: 'Back' }).click()
      await expect.poll(async () => await visit.title().catch(() => '')).toBe('site')
    }
  })
})

test(
  'opens a file under a name repeatedly, although its node was idle each time',
  async ({ app, context, site, quiet }) => {
    quiet.allow(/favicon/)
    const cid = await addSite(app, {
      'a.txt': 'a text',
      'p.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>picture</title></svg>'
    })
    const { Name } = JSON.parse(
      (await rpc(app, `name/publish?arg=/ipfs/${cid}&allow-offline=true&ipns-base=base36`)).text
    ) as { Name: string }
    const visit = await context.newPage()
    // Freezes the clock, so that all attempts are within the counted time on any machine.
    await visit.clock.setFixedTime(Date.now())

    for (let round = 0; round < 7; round++) {
      await visit.goto(`${siteOrigin(site, Name, 'ipns')}/a.txt`)
      await expect(visit.locator('body')).toHaveText('a text')
      await killWorkers(context, visit)
    }
  }
)
