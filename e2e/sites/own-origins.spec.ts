import { test } from '../fixtures/page/quiet.ts'
import { addSite, APP, appRuns, fetched, ICON, publishSite, removeHome, siteOrigin } from '../fixtures/site/own-site.ts'
import { expect, killWorkers, openApp, rpc } from '../fixtures/site/site.ts'

test(
  'redirects an app to its own origin, where modules, files, routes and the 404 page work',
  async ({ app, context, site, quiet }) => {
    const cid = await addSite(app, APP)
    const origin = siteOrigin(site, cid)
    const page = await context.newPage()
    await page.goto(`${site.origin}/ipfs/${cid}/?q=1#part`)
    await appRuns(page)
    expect(page.url()).toBe(`${origin}/?q=1#part`)

    // The document shows no trace of how it was loaded.
    expect(await page.evaluate(() => (window as unknown as { first?: string }).first)).toBe('LINK')
    expect(await page.evaluate(() => document.compatMode)).toBe('CSS1Compat')
    expect(await page.evaluate(() => [document.querySelectorAll('iframe').length, sessionStorage.length])).toEqual([
      0,
      0
    ])

    await page.goto(`${origin}/app/some/route`)
    await appRuns(page)
    await expect(page.locator('#route')).toHaveText('/app/some/route')
    await page.goto(`${origin}/old`)
    expect(page.url()).toBe(`${origin}/data/x.json`)

    // A fetch gets the original bytes with the headers of a gateway.
    await page.goto(origin)
    const answer = await page.evaluate(async () => {
      const whole = await fetch('/')
      const part = await fetch('/late.txt', { headers: { Range: 'bytes=6-8' } })
      const again = await fetch('/late.txt', {
        headers: { 'If-None-Match': (await fetch('/late.txt')).headers.get('etag') ?? '' },
        cache: 'no-store'
      })
      return {
        text: await whole.text(),
        length: whole.headers.get('content-length'),
        etag: whole.headers.get('etag'),
        part: [part.status, await part.text()],
        again: again.status
      }
    })
    expect(answer).toEqual({
      text: APP['index.html'],
      length: String(Buffer.byteLength(APP['index.html'])),
      etag: expect.stringMatching(/^"bafy/),
      part: [206, 'for'],
      again: 304
    })

    quiet.allow(/404/)
    await page.goto(`${origin}/nowhere`)
    await expect(page.getByText('nothing of this name', { exact: true })).toBeVisible()
  }
)

test('a first visit to a site also installs the home node', async ({ context, site }) => {
  const app = await context.newPage()
  await openApp(app, site)
  const cid = await addSite(app, APP)
  await removeHome(app)

  const page = await context.newPage()
  await page.goto(`${siteOrigin(site, cid)}/app/first`)
  await appRuns(page)
  await expect(page.locator('#route')).toHaveText('/app/first')
})

test(
  'a site under a name shows its current target, and the last one without the home',
  async ({ app, context, site, quiet }) => {
    const version = async (text: string): Promise<string> =>
      await addSite(app, {
        'index.html':
          `<!doctype html>${ICON}<title>v</title><p id=v>…</p><script>document.getElementById('v').textContent ` +
          `= '${text}'</script>`
      })
    const name = await publishSite(app, await version('one'))
    const page = await context.newPage()
    await page.goto(`${site.origin}/ipns/${name}/`)
    expect(page.url()).toBe(`${siteOrigin(site, name, 'ipns')}/`)
    await expect(page.locator('#v')).toHaveText('one')
    await publishSite(app, await version('two'))
    await page.reload()
    await expect(page.locator('#v')).toHaveText('two')
    await publishSite(app, await version('three'))
    await killWorkers(context, page)
    await page.reload()
    await expect(page.locator('#v')).toHaveText('three')

    await removeHome(app)
    await site.stop()
    await killWorkers(context, page)
    quiet.allow(/ERR_CONNECTION_REFUSED/)
    await page.reload()
    await expect(page.locator('#v')).toHaveText('three')
  }
)

test(
  'redirects every page to the origin of its content, and leaves other files at their path',
  async ({ app, context, site, quiet }) => {
    quiet.allow(/favicon\.ico/) // a text or picture names no icon
    const plain = await addSite(app, {
      'index.html': `<!doctype html>${ICON}<title>plain</title><p>no more than text</p>`,
      'deep/er.html': `<!doctype html>${ICON}<title>deep</title><p ` +
        'id=p>…</p><script>document.getElementById("p").textContent = location.pathname + location.search</script>',
      'a.txt': 'text',
      'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'script.svg':
        '<svg xmlns="http://www.w3.org/2000/svg"><text id="t">…</text><script>document.getElementById("t").textContent = "drawn"</script></svg>'
    })
    const page = await context.newPage()
    await page.goto(`${site.origin}/ipfs/${plain}/`)
    await expect(page).toHaveTitle('plain')
    expect(page.url()).toBe(`${siteOrigin(site, plain)}/`)

    for (const name of ['a.txt', 'a.svg']) {
      await page.goto(`${site.origin}/ipfs/${plain}/${name}`)
      expect(page.url()).toBe(`${site.origin}/ipfs/${plain}/${name}`)
    }

    await page.goto(`${site.origin}/ipfs/${plain}/script.svg`)
    await expect(page.locator('#t')).toHaveText('drawn')
    expect(page.url()).toBe(`${siteOrigin(site, plain)}/script.svg`)
    await page.goto(`${site.origin}/ipfs/${plain}/deep/er.html?a=%20b`)
    expect(page.url()).toBe(`${siteOrigin(site, plain)}/deep/er.html?a=%20b`)
    await expect(page.locator('#p')).toHaveText('/deep/er.html?a=%20b')

    // A script that fetches a page gets it without a redirect.
    expect(await fetched(app, `/ipfs/${plain}/deep/er.html`)).toContain('<title>deep</title>')
    // Other encodings of the root lead to the same origin.
    const { Formatted: v0 } = JSON.parse((await rpc(app, `cid/format?arg=${plain}&v=0&b=base58btc`)).text) as {
      Formatted: string
    }
    await page.goto(`${site.origin}/ipfs/${v0}/deep/er.html`)
    expect(page.url()).toBe(`${siteOrigin(site, plain)}/deep/er.html`)
  }
)

test(
  'opens routes of a site that are no files, below a CID and below a name',
  async ({ app, context, site, quiet }) => {
    const cid = await addSite(app, APP)
    const name = await publishSite(app, cid)
    const page = await context.newPage()

    for (
      const [path, origin] of [[`/ipfs/${cid}`, siteOrigin(site, cid)], [
        `/ipns/${name}`,
        siteOrigin(site, name, 'ipns')
      ]]
    ) {
      await page.goto(`${site.origin}${path}/app/some/route?a=1`)
      await expect(page.locator('#route')).toHaveText('/app/some/route')
      expect(page.url()).toBe(`${origin}/app/some/route?a=1`)
      await page.goto(`${site.origin}${path}/old`)
      expect(page.url()).toBe(`${origin}/data/x.json`)
    }

    quiet.allow(/404/)
    await page.goto(`${site.origin}/ipfs/${cid}/nowhere`)
    await expect(page.getByText('nothing of this name', { exact: true })).toBeVisible()
    // Only navigations fall back to the app.
    expect(await fetched(app, `/ipfs/${cid}/app/some/route`)).toMatch(/^404 /)
  }
)

test.describe('where the host has no origins for sites', () => {
  test.use({ host: 'localhost' })

  test('shows a page without scripts, and says so', async ({ app, context, site, quiet }) => {
    quiet.allow(/Blocked script execution|favicon\.ico/) // the page names no icon
    const { origin } = site
    const cid = await addSite(app, {
      'index.html': '<!doctype html><title>app</title><style>p{margin:3rem}</style><body ' +
        'class="b"><p>shown</p><script>document.title = "ran"</script>'
    })
    const page = await context.newPage()
    await page.goto(`${origin}/ipfs/${cid}/`)
    expect(page.url()).toBe(`${origin}/ipfs/${cid}/`)
    await expect(page.locator('[role=note]')).toHaveText(
      'Scripts are off here, since this page has no address of its own: localhost cannot have origins for ' +
        `sites (node.localhost can). To use all of it, open it at node.localhost:${site.port}, which has ` +
        'addresses for sites.'
    )
    await expect(page.locator('[role=note] a')).toHaveAttribute(
      'href',
      `http://node.localhost:${site.port}/ipfs/${cid}/`
    )
    expect(
      await page.locator('[role=note]').evaluate((
        line
      ) => [line.getBoundingClientRect().top, line.parentElement?.tagName])
    ).toEqual([8, 'BODY'])
    await expect(page).toHaveTitle('app')
    expect(await fetched(app, `/ipfs/${cid}/`)).not.toContain('role="note"')
  })
})
