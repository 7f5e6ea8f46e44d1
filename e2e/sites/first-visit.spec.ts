import type { Page } from 'playwright'
import budgets from '../../budgets.json' with { type: 'json' }
import { transferSize } from '../../scripts/measure/size/transfer-size.mjs'
import { chooseNew, fileRow, HELLO, isReady, pick, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/site/deployment.ts'
import { unregisterWorkers } from '../fixtures/site/unregister-workers.ts'

/** Keeps the node's data in the browser and removes its worker, so that content exists but no worker answers. */
async function storeAndForgetWorker (page: Page, origin: string): Promise<void> {
  await visit(page, origin)
  await pick(page, HELLO)
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')
  await unregisterWorkers(page)
  await page.goto('about:blank')
}

/** Records every error that the bootstrap shows, even briefly. */
async function watchForErrors (page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = []
  await page.exposeFunction('noteError', (text: string) => {
    seen.push(text)
  })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = document.querySelector('[role=alert]')?.textContent
      if (text != null) {
        void (window as unknown as { noteError: (text: string) => void }).noteError(text)
      }
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  return async () => seen
}

test(
  'a first visit to content installs the node, and shows the content at the same address',
  async ({ page, deployment }) => {
    await storeAndForgetWorker(page, deployment.origin)
    const errors = await watchForErrors(page)
    let loads = 0
    page.on('load', () => {
      loads++
    })

    const url = `${deployment.origin}/ipfs/${HELLO.cid}?filename=a.txt#part`
    await page.goto(url)
    await expect(page.locator('body')).toHaveText('hello')
    expect(page.url()).toBe(url)
    expect(loads).toBeLessThanOrEqual(2)
    expect(await errors()).toEqual([])
  }
)

test(
  "a first visit to unavailable content shows the node's error, not an endless start page",
  async ({ page, deployment, quiet }) => {
    quiet.allow(/Failed to load resource/)
    const url = `${deployment.origin}/ipfs/${HELLO.cid}`
    await page.goto(url)
    await expect(page.locator('body')).toContainText(/not found|could not find|no longer|504|404|500/i)
    expect(page.url()).toBe(url)
    expect(await page.evaluate(() => navigator.serviceWorker.controller != null)).toBe(true)
  }
)

test('shows the frame of the app, and says if its content does not load', async ({ page, deployment, quiet }) => {
  quiet.allow(/Failed to load resource|net::ERR_FAILED/)
  const script = '**/assets/workspace-*.js'
  let fail = (): void => {}
  const held = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route(script, async (route) => {
    await held
    await route.abort()
  })
  await page.goto(deployment.origin, { waitUntil: 'commit' })
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  await expect(page.locator('main')).toHaveAttribute('aria-busy', 'true')

  fail()
  await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible()
  await page.unroute(script)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await isReady(page)
  await expect(page.getByText('Drop files here.')).toBeVisible()
})

test('a hard reload bypasses the worker, and still shows the content', async ({ page, context, deployment }) => {
  await visit(page, deployment.origin)
  await pick(page, HELLO)
  await expect(fileRow(page, HELLO.name)).toBeVisible()
  await page.goto(`${deployment.origin}/ipfs/${HELLO.cid}?filename=a.txt`)
  await expect(page.locator('body')).toHaveText('hello')

  const session = await context.newCDPSession(page)
  await session.send('Page.reload', { ignoreCache: true })
  await expect(page.locator('body')).toHaveText('hello')
  await page.goto(deployment.origin)
  await session.send('Page.reload', { ignoreCache: true })
  await isReady(page)
})

test('runs actions that were requested before the node was ready', async ({ page, deployment }) => {
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype
    ServiceWorkerContainer.prototype.register = async function (
      this: ServiceWorkerContainer,
      ...args: Parameters<typeof register>
    ) {
      await new Promise((resolve) => {
        Object.assign(window, { letGo: resolve })
      })
      return await register.apply(this, args)
    }
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v0/') && request.serviceWorker() == null) {
      asked.push(request.url())
    }
  })

  await page.goto(`${deployment.origin}/#/console`)
  await expect(page.getByRole('heading', { name: 'Commands' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Storage', exact: true }).click()
  await page.getByRole('button', { name: 'Free unused space' }).click()
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await chooseNew(page, 'New folder')
  await page.getByLabel('Name of the new folder').fill('trip')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Creating a folder…')).toBeVisible()
  await page.locator('[data-pick=files]').setInputFiles([{
    name: HELLO.name,
    mimeType: 'text/plain',
    buffer: Buffer.from(HELLO.text)
  }])
  await page.getByRole('link', { name: 'Peers', exact: true }).click()
  await page.getByRole('navigation', { name: 'Components' }).getByRole('link', { name: 'Keys and names' })
    .click()
  await page.getByLabel('New key').fill('blog')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Working…' })).toBeDisabled()
  await expect(page.locator('header .pill-text', { hasText: 'Starting' })).toBeVisible()
  expect(asked).toEqual([])

  await page.evaluate(() => {
    ;(window as unknown as { letGo: () => void }).letGo()
  })
  await expect(page.getByRole('listitem').filter({ hasText: 'blog' })).toBeVisible()
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'trip' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: HELLO.name })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('both pages explain without JavaScript what is needed', async ({ browser, deployment }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/', `/ipfs/${HELLO.cid}`]) {
    await page.goto(deployment.origin + path)
    await expect(page.locator('noscript p')).toBeVisible()
    // Playwright's text matchers ignore <noscript>.
    expect(await page.locator('noscript').evaluate((shown) => (shown as HTMLElement).innerText)).toMatch(
      /needs? JavaScript and service workers/
    )
  }
  await context.close()
})

test('tells a browser without service workers so, with a link to continue', async ({ page, deployment }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })
  })
  await page.goto(deployment.origin)
  await expect(page.getByRole('alert')).toContainText('can’t run the node here')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

  await page.goto(`${deployment.origin}/ipfs/${HELLO.cid}`)
  await expect(page.getByRole('alert')).toContainText('can’t run the node here')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('reports a worker that cannot be fetched, and a retry succeeds', async ({ page, deployment, quiet }) => {
  quiet.allow(/404|bad HTTP response code|Failed to load resource/)
  const errors = await watchForErrors(page)
  await deployment.take('sw.js')
  await page.goto(deployment.origin)
  await expect(page.locator('header')).toContainText('Not running')
  await expect(page.getByRole('alert')).toContainText('Couldn’t start.')
  await page.goto(`${deployment.origin}/ipfs/${HELLO.cid}`)
  await expect(page.getByRole('alert')).toContainText('Couldn’t start.')
  // Proves that the error check of the other tests works.
  expect((await errors()).join()).toContain('Couldn’t start.')

  await page.goto(deployment.origin)
  await expect(page.getByRole('alert')).toContainText('Couldn’t start.')
  await deployment.giveBack('sw.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await isReady(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('reports a worker that does not answer, and recovers when it does', async ({ page, deployment }) => {
  await page.goto(deployment.origin)
  await isReady(page)
  await page.addInitScript(() => {
    const post = ServiceWorker.prototype.postMessage as (message: unknown, rest: unknown) => void
    Object.assign(window, { isDeaf: true })
    ServiceWorker.prototype.postMessage = function (this: ServiceWorker, message: { type?: string }, rest: unknown) {
      if (message.type !== 'version' || !(window as unknown as { isDeaf: boolean }).isDeaf) {
        post.call(this, message, rest)
      }
    }
  })
  await page.clock.install()
  await page.reload()
  await expect(page.locator('header')).toContainText('Starting')

  await expect.poll(async () => {
    await page.clock.runFor(5000)
    return await page.locator('header').textContent()
  }).toContain('Not running')

  await expect(page.getByRole('alert')).toContainText('does not answer')
  await page.evaluate(() => {
    Object.assign(window, { isDeaf: false })
  })
  await page.clock.runFor(10_000)
  await isReady(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an unknown address on a static host with 404.html', async ({ page, deployment, quiet }) => {
  quiet.allow(/status of 404.*no\/such\/page/)
  // Such a host serves the bootstrap for any path.
  await page.goto(`${deployment.origin}/404.html`)
  await expect(page.getByRole('heading')).toHaveText('Not found')
  await page.getByRole('link', { name: 'To the start page' }).click()
  await isReady(page)
  // Visitors that have the node get there too.
  expect((await page.goto(`${deployment.origin}/no/such/page`))?.status()).toBe(404)
  await expect(page.locator('body')).toContainText('Nothing is here.')
  await page.getByRole('link', { name: 'Home' }).click()
  await isReady(page)
})

test('keeps the worker within its transfer budget, and libp2p out of the part that loads first', async ({ site }) => {
  const here = `http://127.0.0.1:${new URL(site.origin).port}`
  const scripts = await Promise.all(
    budgets.worker.files.map(async (name) => Buffer.from(await (await fetch(`${here}/${name}`)).arrayBuffer()))
  )
  expect(scripts.reduce((sum, script) => sum + transferSize(script), 0)).toBeLessThan(budgets.worker.brotliBytes)
  expect(scripts.map((script) => script.includes('/yamux/'))).toEqual(
    budgets.worker.files.map((name) => name === 'swarm.js')
  )
})

test('serves the licences of its bundled packages', async ({ site }) => {
  const here = `http://127.0.0.1:${new URL(site.origin).port}`
  const text = await (await fetch(`${here}/LICENSES.txt`)).text()

  for (const name of ['preact', 'libp2p', '@libp2p/noise', 'mdast-util-from-markdown']) {
    expect(text).toContain(`\n${name} `)
  }

  for (const path of ['/sw.js', '/deferred.js', '/own-origin.js', '/swarm.js']) {
    expect(await (await fetch(here + path)).text()).toMatch(
      /^\/\*! Licences of the bundled packages: LICENSES\.txt \*\//
    )
  }
})
