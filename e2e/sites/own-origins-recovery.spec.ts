import type { Worker } from 'playwright'
import { test as keptTest } from '../fixtures/browser/kept-browser.ts'
import { test } from '../fixtures/page/quiet.ts'
import { addSite, APP, appRuns, fetched, ICON, removeHome, siteOrigin } from '../fixtures/site/own-site.ts'
import { expect, killWorkers, openApp, rpc } from '../fixtures/site/site.ts'
import { stopHome } from '../fixtures/site/stop-home.ts'

test(
  'shows visited pages and unvisited routes without node, network and home',
  async ({ app, context, site, quiet }) => {
    const cid = await addSite(app, APP)
    const page = await context.newPage()
    await page.goto(siteOrigin(site, cid))
    await appRuns(page)

    await removeHome(app)
    await site.stop()
    await killWorkers(context, page)

    await page.reload()
    await appRuns(page)
    await page.goto(`${siteOrigin(site, cid)}/app/another/route`)
    await appRuns(page)

    // Missing content gets a clear error, and everything else works.
    quiet.allow(/504|503|ERR_CONNECTION_REFUSED|favicon/) // A text of the site has no icon.
    expect(await fetched(page, '/late.txt')).toMatch(
      /^504 .*: this is not kept here, and the node at http:\/\/node\.localhost:\d+ cannot be reached: /
    )
    await page.goto(`${siteOrigin(site, cid)}/late.txt`)
    await expect(page.getByRole('alert')).toContainText('This site cannot be opened now')
    await expect(page.getByRole('alert')).toContainText(`http://node.localhost:${site.port}`)
    await page.goto(siteOrigin(site, cid))
    await appRuns(page)

    // It loads once the home is back.
    await page.goto(`${siteOrigin(site, cid)}/late.txt`)
    await site.start()
    await openApp(await context.newPage(), site)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('body')).toHaveText('asked for late')
  }
)

keptTest(
  'a site that was visited opens by its path in a restarted browser without the host, also if its content is ' +
    'not in the node',
  async ({ kept, site }) => {
    const [one, direct, never] = ['one', 'direct', 'never'].map((name) => ({ ...APP, 'name.txt': name }))
    await kept.launch()
    const app = await kept.newPage()
    await openApp(app, site)
    const cids = { one: await addSite(app, one), direct: await addSite(app, direct), never: await addSite(app, never) }
    const page = await kept.newPage()

    for (const url of [`${site.origin}/ipfs/${cids.one}/`, siteOrigin(site, cids.direct)]) {
      await page.goto(url)
      await appRuns(page)
    }

    expect((await rpc(app, `pin/rm?arg=${cids.direct}`)).status).toBe(200)
    expect((await rpc(app, 'repo/gc')).status).toBe(200)
    await kept.close()
    await site.stop()
    await kept.launch()
    const later = await kept.newPage()

    for (const cid of [cids.one, cids.direct]) {
      for (const route of ['/', '/app/some/route?a=1']) {
        await later.goto(`${site.origin}/ipfs/${cid}${route}`)
        await appRuns(later)
        expect(later.url()).toBe(siteOrigin(site, cid) + route)
      }
    }

    // A local file that is not a page stays at its path.
    await later.goto(`${site.origin}/ipfs/${cids.one}/name.txt`)
    expect(later.url()).toBe(`${site.origin}/ipfs/${cids.one}/name.txt`)
    await expect(later.locator('body')).toHaveText('one')
    // nothing answers at an origin that was never visited
    await later.goto(`${site.origin}/ipfs/${cids.never}/`)
    await expect(later.getByRole('note')).toContainText('it cannot be reached now')
    expect(later.url()).toBe(`${site.origin}/ipfs/${cids.never}/`)
  }
)

test('recovers from stopped workers of the site and of the home', async ({ app, context, site }) => {
  const cid = await addSite(app, APP)
  const page = await context.newPage()
  await page.goto(siteOrigin(site, cid))
  await appRuns(page)

  for (let round = 0; round < 3; round++) {
    await killWorkers(context, page)
    // The page gets a new port by itself, whether the block is stored or not.
    expect(await fetched(page, `/late.txt?${round}`)).toBe('200 asked for late')
  }

  await killWorkers(context, page)
  await page.reload()
  await appRuns(page)
})

for (const policy of ["default-src 'self'", "default-src 'none'"]) {
  test(`a page with the policy ${policy} pings the home on request`, async ({ app, context, site }) => {
    const cid = await addSite(app, {
      'index.html': `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}; img-src data:">` +
        `<title>strict</title>${ICON}<p>strict`
    })
    const page = await context.newPage()
    await page.goto(siteOrigin(site, cid))
    await expect(page.locator('body > p')).toHaveText('strict')
    const workerOf = (origin: string): Worker =>
      context.serviceWorkers().find((worker) => worker.url().startsWith(`${origin}/`))!
    const home = workerOf(site.origin)

    await home.evaluate(() => {
      const scope = globalThis as unknown as EventTarget & { framePings: number }
      scope.framePings = 0
      scope.addEventListener('message', (event) => {
        const { data, source } = event as unknown as { data: { type?: unknown }; source: { url: string } | null }
        if (data.type === 'ping' && source?.url.includes('/home-frame') === true) {
          scope.framePings++
        }
      })
    })
    await workerOf(siteOrigin(site, cid)).evaluate(async () => {
      const { clients } = globalThis as unknown as {
        clients: { matchAll: (options: object) => Promise<Array<{ postMessage: (message: object) => void }>> }
      }
      ;(await clients.matchAll({ type: 'window' })).forEach((client) => {
        client.postMessage({ type: 'ping-wanted' })
      })
    })
    await expect.poll(async () =>
      await home.evaluate(() => (globalThis as unknown as { framePings: number }).framePings)
    )
      .toBeGreaterThan(0)
  })
}

test('reads a large file to its end although the worker of the home is stopped', async ({ app, context, site }) => {
  const big = JSON.parse((await rpc(app, 'add?cid-version=1', { randomBytes: 24 * 1024 * 1024 })).text) as {
    Hash: string
  }
  const cid = await addSite(app, { 'index.html': `<!doctype html>${ICON}<title>big</title><script>1</script>` })
  const { Hash: root } = JSON.parse(
    (await rpc(app, `object/patch/add-link?arg=${cid}&arg=big.bin&arg=${big.Hash}`)).text
  ) as { Hash: string }
  const { Formatted } = JSON.parse((await rpc(app, `cid/format?arg=${root}&v=1&b=base32`)).text) as {
    Formatted: string
  }
  const page = await context.newPage()
  await page.goto(siteOrigin(site, Formatted))
  await expect(page).toHaveTitle('big')

  await page.exposeFunction('stopHome', async () => {
    await stopHome(app, site)
  })
  const bytes = await page.evaluate(async () => {
    const reader = (await fetch('/big.bin')).body!.getReader()
    let length = 0
    let stopped = false
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      length += value!.byteLength
      if (!stopped && length > 6e6) {
        stopped = true
        await (window as unknown as { stopHome: () => Promise<void> }).stopHome()
      }
    }
    return length
  })
  expect(bytes).toBe(24 * 1024 * 1024)
})
