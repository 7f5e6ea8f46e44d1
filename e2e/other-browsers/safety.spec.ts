import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { plainSite } from '../fixtures/site/plain-site.ts'
import type { OtherBrowser } from './fixtures/other-browser.ts'
import { addFiles, call, openApp, shownText } from './fixtures/page.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

const SETTING = 'config?arg=Datastore.StorageMax'
const STEAL =
  "fetch('/api/v0/config?arg=Datastore.StorageMax&arg=1KB', { method: 'POST' }); document.body.append(' owned')"

async function setting (browser: OtherBrowser): Promise<string> {
  return (await call(browser, SETTING)).text
}

/** Returns the text of the page's frames. */
async function framedText (browser: OtherBrowser): Promise<string> {
  return await browser.evaluate(() =>
    [...document.querySelectorAll('iframe')].map((frame) => {
      try {
        return frame.contentDocument?.body?.innerText ?? ''
      } catch {
        return '' // The browser's error page.
      }
    }).join()
  )
}

inEachBrowser(() => {
  // There, content shares its origin with the node, and only the sandbox isolates it.
  test.use({ host: 'localhost' })

  test('shows a page under /ipfs with its style and image, and runs no script', async ({ visitor, site }) => {
    await openApp(visitor, site)
    const files = {
      'd/index.html': '<!doctype html><link rel="stylesheet" href="a.css"><p>shown</p><img id="i" src="a.svg">' +
        `<script>${STEAL}</script><script src="evil.js"></script><script type="module" src="evil.js"></script>` +
        `<img src="nowhere" onerror="${STEAL.replaceAll('"', '&quot;')}">`,
      'd/a.css': 'p { color: rgb(1, 2, 3) }',
      'd/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"><rect width="7" height="5"/></svg>',
      'd/evil.js': STEAL
    }
    const root = await addFiles(visitor, files)

    await visitor.goto(`${site.origin}/ipfs/${root}/`)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await shownText(visitor)).toMatch(/^Scripts are off here[^\n]*\s+shown$/)
    expect(
      await visitor.evaluate(
        () => [getComputedStyle(document.querySelector('p')!).color, document.querySelector('img')!.naturalWidth]
      )
    ).toEqual(['rgb(1, 2, 3)', 7])

    await openApp(visitor, site)
    expect(await setting(visitor)).toContain('10GB')

    // Positive control: without a sandbox the attack of this page succeeds, and is detected.
    const plain = await plainSite(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('d/', ''), text]))
    )
    await visitor.goto(`${plain.origin}/ipfs/plain/index.html`)
    await expect.poll(async () => await shownText(visitor)).toMatch(/owned.*owned.*owned.*owned/)
    expect(plain.settings()).toContain('1KB')
    await plain.close()
  })

  test('a frame in content shows neither the app nor the API', async ({ visitor, site }) => {
    await openApp(visitor, site)
    const html = '<!doctype html><p>shown</p><iframe src="/"></iframe><iframe ' +
      'src="/api/v0/config?arg=Datastore.StorageMax&arg=1KB"></iframe>'
    const root = await addFiles(visitor, { 'd/index.html': html })
    // Firefox reports the blocked frame as an error of the page; the checks below verify that the page is shown.
    await visitor.goto(`${site.origin}/ipfs/${root}/`).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await shownText(visitor)).toMatch(/^Scripts are off here[^\n]*\s+shown$/)

    expect(await framedText(visitor)).not.toMatch(/IPFS node|StorageMax|GB/)
    await openApp(visitor, site)
    expect(await setting(visitor)).toContain('10GB')

    const plain = await plainSite({ 'index.html': html })
    await visitor.goto(`${plain.origin}/ipfs/plain/index.html`)
    await expect.poll(async () => await framedText(visitor)).toMatch(/IPFS node.*StorageMax/)
    await plain.close()
  })

  test('answers a form of a foreign site that posts to the API with 403', async ({ visitor, site }) => {
    await openApp(visitor, site)
    const server = http.createServer((_, res) => {
      res.setHeader('Content-Type', 'text/html').end(
        '<form method="post" enctype="multipart/form-data" ' +
          `action="${site.origin}/api/v0/${SETTING}&arg=1KB"></form>foreign`
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

    try {
      await visitor.goto(`http://evil.localhost:${(server.address() as AddressInfo).port}/`)
      await visitor.evaluate(() => {
        setTimeout(() => {
          document.querySelector('form')!.submit()
        })
      })
      await expect.poll(async () => await shownText(visitor).catch(() => '')).toContain('403 - Forbidden')
      await openApp(visitor, site)
      expect(await setting(visitor)).toContain('10GB')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
