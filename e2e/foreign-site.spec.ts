import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, rpc, test } from './fixtures/site.ts'

/** A site of somebody else that shows the given page: a stranger, or a sibling whose requests our worker sees. */
async function foreignSite (html: string, host = 'evil.localhost'): Promise<{ url: string, close: () => Promise<void> }> {
  const server = http.createServer((_, res) => { res.setHeader('Content-Type', 'text/html').end(html) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}/`,
    close: async () => { await new Promise((resolve) => { server.close(resolve); server.closeAllConnections() }) }
  }
}

test('a form of a foreign site that posts to the API gets 403', async ({ app, context, site }) => {
  const foreign = await foreignSite(`<form method="post" enctype="multipart/form-data" action="${site.origin}/api/v0/config?arg=Datastore.StorageMax&arg=1KB"><button>x</button></form>`)
  const page = await context.newPage()
  await page.goto(foreign.url)
  const [response] = await Promise.all([page.waitForResponse((response) => response.url().includes('/api/v0/')), page.click('button')])

  expect(response.status()).toBe(403)
  expect((await rpc(app, 'config?arg=Datastore.StorageMax')).text).toContain('10GB')
  await foreign.close()
})

for (const host of ['evil.localhost', 'evil.node.localhost']) test(`a frame of the foreign site ${host} shows neither the API nor the app`, async ({ app, context, site }) => {
  const foreign = await foreignSite(`<iframe src="${site.origin}/api/v0/id"></iframe><iframe src="${site.origin}/"></iframe>`, host)
  const page = await context.newPage()
  const statuses: number[] = []
  page.on('response', (response) => { if (response.url().includes('/api/v0/')) statuses.push(response.status()) })
  const refused: string[] = []
  page.on('console', (message) => { if (message.text().includes('frame-ancestors')) refused.push(message.text()) })
  await page.goto(foreign.url)
  await page.waitForTimeout(500)

  expect(statuses).toEqual([403])
  expect(refused.length).toBeGreaterThan(0)
  expect((await rpc(app, 'version')).status).toBe(200)
  await foreign.close()
})

test('a script of a foreign site cannot call the API', async ({ context, site, app }) => {
  const foreign = await foreignSite('<p>foreign</p>')
  const page = await context.newPage()
  await page.goto(foreign.url)

  const tried = await page.evaluate(async (origin) => {
    const attempt = async (init: RequestInit): Promise<string> => await fetch(`${origin}/api/v0/config?arg=Datastore.StorageMax&arg=1KB`, { method: 'POST', ...init }).then(async (response) => `${response.type} ${response.status}`, (err: Error) => err.name)
    return [await attempt({}), await attempt({ mode: 'no-cors' })]
  }, site.origin)

  expect(tried).toEqual(['TypeError', 'opaque 0'])
  expect((await rpc(app, 'config?arg=Datastore.StorageMax')).text).toContain('10GB')
  await foreign.close()
})
