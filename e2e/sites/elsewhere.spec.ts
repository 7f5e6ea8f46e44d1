import type { Page } from 'playwright'
import { heldAnswers } from '../../src/testing/http/http-fixtures.ts'
import { readAddress } from '../fixtures/browser/read-address.ts'
import type { Got } from '../fixtures/browser/read-address.ts'
import { expect, set, test } from '../fixtures/site/elsewhere.ts'
import { ICON, siteOrigin } from '../fixtures/site/own-site.ts'
import { rpc } from '../fixtures/site/site.ts'

const encodeText = (words: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(words) as Uint8Array<ArrayBuffer>

/** Returns random bytes, so that no two blocks are equal. */
function random (bytes: number): Uint8Array<ArrayBuffer> {
  const array = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at += 65536) {
    crypto.getRandomValues(array.subarray(at, at + 65536))
  }
  return array
}

async function readTarget (app: Page, target: string, headers: Record<string, string> = {}): Promise<Got> {
  return await app.evaluate(readAddress, { target, headers })
}

test(
  'finds content of a remote node by a router, reads it in a page, pins it, and stores it locally',
  async ({ app, elsewhere }) => {
    const cid = await elsewhere.add(random(3_000_000))
    const { gateway, router } = await elsewhere.serve()
    expect(await readTarget(app, `/ipfs/${cid}`)).toMatchObject({ status: 200, bytes: 3_000_000, broken: false })
    expect(router.asked.length).toBe(1)
    const asked = gateway.asked.length
    expect(asked).toBeGreaterThan(40)
    expect((await rpc(app, `pin/add?arg=${cid}`)).status).toBe(200)
    expect(gateway.asked).toHaveLength(asked)
    expect((await rpc(app, `cat?arg=${cid}&offline=true`)).text.length).toBeGreaterThan(0)
  }
)

test('a pin fetches its blocks, and offline=true sends no request', async ({ app, elsewhere }) => {
  const cid = await elsewhere.add(random(500_000))
  const { gateway } = await elsewhere.serve()
  expect((await rpc(app, `pin/add?arg=${cid}&offline=true`)).text).toContain(
    'block was not found locally (offline): ipld: could not find'
  )
  expect(gateway.asked).toEqual([])
  expect(await rpc(app, `pin/add?arg=${cid}`)).toMatchObject({ status: 200 })
  expect((await rpc(app, `pin/verify?arg=${cid}&verbose=true`)).text).not.toContain('"Ok":false')
})

test('requests only the blocks of a range, and stops requesting after a seek', async ({ app, elsewhere }) => {
  const cid = await elsewhere.add(random(20 * 65536))
  const { gateway } = await elsewhere.serve()
  expect(await readTarget(app, `/ipfs/${cid}`, { Range: `bytes=${10 * 65536 + 5}-${11 * 65536 + 5}` })).toMatchObject({
    status: 206,
    bytes: 65537
  })
  // The root, the two blocks of the range, and the block for media type detection.
  expect(gateway.asked.length).toBeLessThanOrEqual(4)
})

test('read-ahead ends with its reader', async ({ app, elsewhere }) => {
  const cid = await elsewhere.add(random(600 * 65536))
  const { gateway } = await elsewhere.serve(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return false
  })

  await app.evaluate(async (cid) => {
    const reader = (await fetch(`/ipfs/${cid}`)).body!.getReader()
    await reader.read()
    await reader.cancel()
  }, cid)

  await expect.poll(() => gateway.open).toBe(0)
  const asked = gateway.asked.length
  await app.waitForTimeout(500)
  expect(gateway.asked).toHaveLength(asked)
  expect(asked).toBeLessThan(400)
})

test(
  'a gateway that dies mid-transfer breaks the response, whose first part is correct',
  async ({ app, elsewhere }) => {
    const cid = await elsewhere.add(random(600 * 65536))
    let count = 0
    const { gateway } = await elsewhere.serve(async () => {
      if (++count === 300) {
        void gateway.close()
      }
      return false
    })
    const got = await readTarget(app, `/ipfs/${cid}`)
    expect(got).toMatchObject({ status: 200, broken: true })
    expect(got.bytes % 65536).toBe(0)
  }
)

test('rejects wrong bytes and stores none of them', async ({ app, elsewhere }) => {
  const cid = await elsewhere.add(encodeText('the truth'))
  const { gateway } = await elsewhere.serve((_cid, response) => {
    response.end('a lie')
    return true
  })
  expect(await readTarget(app, `/ipfs/${cid}`)).toMatchObject({
    status: 502,
    text: expect.stringContaining(`${gateway.url}: sent something else`) as unknown as string
  })
  expect((await rpc(app, `block/stat?arg=${cid}&offline=true`)).status).toBe(500)
})

test('a missing block without internet fails at once and names the contacted sources', async ({ app }) => {
  const { status, text } = await rpc(app, 'cat?arg=bafkreiemqpndzewx4bioklzfvhtiegsfny5fxuc3nkjk2vmcpjxiammsti')
  expect(status).toBe(500)
  expect(text).toMatch(
    new RegExp(
      String.raw`"Message":"ipld: could not find ` +
        String.raw`bafkreiemqpndzewx4bioklzfvhtiegsfny5fxuc3nkjk2vmcpjxiammsti: asked https://cid\.contact: ` +
        String.raw`cannot be reached .*https://trustless-gateway\.link: cannot be reached`
    )
  )
  await set(app, { 'HTTPRetrieval.Enabled': false })
  expect((await rpc(app, 'cat?arg=bafkreiemqpndzewx4bioklzfvhtiegsfny5fxuc3nkjk2vmcpjxiammsti')).text).toContain(
    'block was not found locally (offline): ipld: could not find'
  )
})

const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1200, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1200, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 360, height: 740 } }
] as const

/** Waits for the next progress message. */
async function waitForProgress (page: Page): Promise<void> {
  const told = await page.locator('.state').count()
  await expect.poll(async () => await page.locator('.state').count()).toBeGreaterThan(told)
}

async function isFine (page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

for (const { name, ...look } of LOOKS) {
  test.describe(name, () => {
    test.use(look)

    test(
      'shows the contacted sources while a page waits, and then the page',
      async ({ context, site, elsewhere }, testInfo) => {
        const cid = await elsewhere.add(encodeText('<!doctype html><title>it is here</title><p>from elsewhere'))
        const { meddle, open } = heldAnswers()
        const { gateway } = await elsewhere.serve(meddle)
        const page = await context.newPage()
        await page.goto(`${site.origin}/ipfs/${cid}#part`, { waitUntil: 'commit' })
        await expect(page.locator('.state:last-of-type')).toContainText(gateway.url)
        await expect(page.locator('.state:visible')).toHaveCount(1)
        await expect(page.locator('.state:visible')).toContainText('2 s')
        await isFine(page)
        await page.screenshot({ path: testInfo.outputPath('waiting.png'), fullPage: true })
        const asked = gateway.asked.length
        open()
        await expect(page).toHaveTitle('it is here')
        expect(gateway.asked).toHaveLength(asked)
        // A page is redirected to the own origin of its content.
        expect(page.url()).toBe(`${siteOrigin(site, cid)}/#part`)
      }
    )

    test(
      'shows the sources that had no block, and links to continue',
      async ({ context, site, elsewhere }, testInfo) => {
        const cid = await elsewhere.add(encodeText('nobody sends this'))
        let isThere = false
        const { gateway } = await elsewhere.serve((_cid, response) => {
          if (isThere) {
            return false
          }
          setTimeout(() => {
            response.writeHead(500).end()
          }, 1000)
          return true
        })
        const page = await context.newPage()
        await page.goto(`${site.origin}/ipfs/${cid}?filename=a.txt`, { waitUntil: 'commit' })
        await expect(page.locator('h1')).toHaveText('502 Bad Gateway')
        await expect(page.locator('.sources')).toContainText(gateway.url)
        // Words do not break on a phone.
        expect(
          await page.locator('.role').evaluateAll((all) => all.every((role) => role.getBoundingClientRect().width > 60))
        ).toBe(true)
        await isFine(page)
        await page.screenshot({ path: testInfo.outputPath('error.png'), fullPage: true })
        isThere = true
        await page.waitForTimeout(1200) // A failed source is not retried for a second.
        await page.getByRole('link', { name: 'Try again' }).click()
        await expect(page.locator('body')).toHaveText('nobody sends this')
      }
    )
  })
}

test('shows the contacted sources on an own origin too', async ({ context, site, elsewhere }) => {
  const cid = await elsewhere.add(
    encodeText(
      `<!doctype html>${ICON}<title>waits</title><p ` +
        `id=p>…</p><script>document.getElementById('p').textContent = 'ran'</script>`
    )
  )
  const { meddle, open } = heldAnswers()
  let isBroken = false
  const { gateway } = await elsewhere.serve(async (cid, response, bytes) => {
    if (isBroken) {
      response.writeHead(500).end()
      return true
    }
    return await meddle(cid, response, bytes)
  })
  const page = await context.newPage()
  await page.goto(siteOrigin(site, cid), { waitUntil: 'commit' })
  await expect(page.locator('.state:last-of-type')).toContainText(gateway.url)
  await expect(page.getByRole('link', { name: 'Stop' })).toHaveAttribute('href', `${site.origin}/`)
  open()
  await expect(page.locator('#p')).toHaveText('ran')

  isBroken = true
  await page.goto(siteOrigin(site, await elsewhere.add(encodeText('nobody sends this'))), { waitUntil: 'commit' })
  // The page that installs the node first has two headings, one of which is visible.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('502 Bad Gateway')
  await expect(page.locator('.sources')).toContainText(gateway.url)
})

test('leaving a waiting page cancels its requests', async ({ context, site, elsewhere }) => {
  const cid = await elsewhere.add(encodeText('not waited for'))
  const { gateway } = await elsewhere.serve(() => true)
  const page = await context.newPage()
  await page.goto(`${site.origin}/ipfs/${cid}`, { waitUntil: 'commit' })
  await expect(page.locator('.state:visible')).toContainText(gateway.url)
  expect(gateway.open).toBe(1)

  // Progress updates keep replacing content; the Stop link must stay focused, and clickable while pressed.
  const stop = page.getByRole('link', { name: 'Stop' })
  await stop.focus()
  await waitForProgress(page)
  await expect(stop).toBeFocused()
  await stop.hover()
  await page.mouse.down()
  await waitForProgress(page)
  await page.mouse.up()
  await expect(page).toHaveTitle(/swipfs/)
  await expect.poll(() => gateway.open).toBe(0)
})

for (
  const [name, query] of [['with download=true', 'download=true&filename=a.txt'], [
    'to a form that is saved',
    'format=raw'
  ]] as const
) {
  test(`a download link saves the content, however long it takes: ${name}`, async ({ app, elsewhere }) => {
    const cid = await elsewhere.add(encodeText('to be kept'))
    await elsewhere.serve(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return false
    })
    const coming = app.waitForEvent('download')

    await app.evaluate((href) => {
      const link = document.createElement('a')
      link.href = href
      document.body.append(link)
      link.click()
    }, `/ipfs/${cid}?${query}`)

    const chunks: Buffer[] = []
    for await (const chunk of await (await coming).createReadStream()) {
      chunks.push(chunk as Buffer)
    }
    expect(Buffer.concat(chunks).toString()).toBe('to be kept')
  })
}
