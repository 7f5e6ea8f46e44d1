import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { plainSite } from '../fixtures/site/plain-site.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'

/**
 * Serves a third-party site with the given page: cross-site, or same-site. Our worker sees the requests of the
 * same-site page.
 */
async function foreignSite (
  html: string,
  host = 'evil.localhost'
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = http.createServer((_, res) => {
    res.setHeader('Content-Type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}/`,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    }
  }
}

test('answers a form of a foreign site that posts to the API with 403', async ({ app, context, site }) => {
  const foreign = await foreignSite(
    '<form method="post" enctype="multipart/form-data" ' +
      `action="${site.origin}/api/v0/config?arg=Datastore.StorageMax&arg=1KB"><button>x</button></form>`
  )
  const page = await context.newPage()
  await page.goto(foreign.url)
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/v0/')),
    page.click('button')
  ])

  expect(response.status()).toBe(403)
  expect((await rpc(app, 'config?arg=Datastore.StorageMax')).text).toContain('10GB')
  await foreign.close()
})

/**
 * Frames a node's API and app in a page.
 *
 * @returns the status codes of the API, and the number of blocked frames
 */
async function framed (page: Page, origin: string, host: string): Promise<{ statuses: number[]; refused: number }> {
  const foreign = await foreignSite(
    `<iframe src="${origin}/api/v0/id"></iframe><iframe src="${origin}/"></iframe>`,
    host
  )
  const seen = { statuses: [] as number[], refused: 0 }
  page.on('response', (response) => {
    if (response.url().includes('/api/v0/id') && response.request().method() === 'GET') {
      seen.statuses.push(response.status())
    }
  })
  page.on('console', (message) => {
    if (message.text().includes('frame-ancestors')) {
      seen.refused++
    }
  })
  await page.goto(foreign.url)
  await page.waitForTimeout(500)
  await foreign.close()
  return seen
}

for (const host of ['evil.localhost', 'evil.node.localhost']) {
  test(`a frame of the foreign site ${host} shows neither the API nor the app`, async ({ app, context, site }) => {
    const { statuses, refused } = await framed(await context.newPage(), site.origin, host)
    expect(statuses).toEqual([403])
    expect(refused).toBeGreaterThan(0)
    expect((await rpc(app, 'version')).status).toBe(200)

    // Positive control: on a site without protections the test detects access.
    const plain = await plainSite({})
    expect(await framed(await context.newPage(), plain.origin, host)).toEqual({ statuses: [200], refused: 0 })
    await plain.close()
  })
}

/** Returns the results of a foreign site's script that tries to change a setting. */
async function called (page: Page, origin: string): Promise<string[]> {
  const foreign = await foreignSite('<p>foreign</p>')
  await page.goto(foreign.url)

  const tried = await page.evaluate(async (origin) => {
    const attempt = async (init: RequestInit): Promise<string> =>
      await fetch(`${origin}/api/v0/config?arg=Datastore.StorageMax&arg=1KB`, { method: 'POST', ...init }).then(
        async (response) => `${response.type} ${response.status}`,
        (err: Error) => err.name
      )
    return [await attempt({}), await attempt({ mode: 'no-cors' })]
  }, origin)

  await foreign.close()
  return tried
}

test('a script of a foreign site cannot call the API', async ({ context, site, app }) => {
  const page = await context.newPage()
  expect(await called(page, site.origin)).toEqual(['TypeError', 'opaque 0'])
  expect((await rpc(app, 'config?arg=Datastore.StorageMax')).text).toContain('10GB')

  const plain = await plainSite({})
  expect(await called(page, plain.origin)).toEqual(['cors 200', 'opaque 0'])
  expect(plain.settings()).toContain('1KB')
  await plain.close()
})
