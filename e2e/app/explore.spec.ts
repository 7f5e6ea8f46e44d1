import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import { heldAnswers } from '../../src/testing/http/http-fixtures.ts'
import { startServer } from '../../src/testing/http/http-fixtures.ts'
import { fileRow, HELLO, isReady, openSection, region, showDeveloperDetails } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { set, test as withElsewhere } from '../fixtures/site/elsewhere.ts'
import { rpc } from '../fixtures/site/site.ts'

const explorer = (page: Page): Locator => region(page, /^Explore/)
const tree = (page: Page): Locator => page.getByRole('tree')
const rowNamed = (page: Page, name: string): Locator =>
  page.getByRole('treeitem').filter({ has: page.getByRole('link', { name, exact: true, includeHidden: true }) })
const fact = (page: Page, name: string): Locator =>
  explorer(page).locator('dl > div').filter({ has: page.locator('dt').getByText(name, { exact: true }) }).locator('dd')

/** Opens an address by the form of Explore. */
async function enter (page: Page, text: string): Promise<void> {
  if (await page.getByRole('textbox', { name: /^CID, path/ }).count() === 0) {
    await openSection(page, '#/explore')
  }
  await page.getByRole('textbox', { name: /^CID, path/ }).fill(text)
  await page.keyboard.press('Enter')
}

/**
 * Adds files by their paths, without pins.
 *
 * @returns the CID of their folder
 */
async function add (page: Page, files: Record<string, string | { randomBytes: number }>): Promise<string> {
  return await page.evaluate(async (files) => {
    const form = new FormData()

    for (const [path, content] of Object.entries(files)) {
      const bytes = typeof content === 'string' ? content : crypto.getRandomValues(new Uint8Array(content.randomBytes))
      form.append('file', new Blob([bytes]), encodeURIComponent(path))
    }

    const answer =
      await (await fetch('/api/v0/add?wrap-with-directory=true&cid-version=1&pin=false&chunker=size-16384', {
        method: 'POST',
        body: form
      })).text()
    return (JSON.parse(answer.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  }, files)
}

test.describe('stored content', () => {
  test.beforeEach(async ({ page, site }) => {
    await page.goto(site.origin)
    await isReady(page)
  })

  test('one input opens any kind of address, and the back button returns', async ({ page, context, site }) => {
    const root = await add(page, { 'a & b/hello.txt': HELLO.text })
    await showDeveloperDetails(page)
    await enter(page, 'hello world')
    await expect(page.getByRole('alert')).toContainText('this isn’t a CID')
    await enter(page, 'https://example.com/x')
    await expect(page.getByRole('alert')).toContainText('This is a web link')
    await enter(page, '/ip4/127.0.0.1/tcp/1/p2p/12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA')
    await expect(page).toHaveURL(/#\/node\/peers$/)
    await expect(region(page, 'Peers')).toContainText('This node has no peers')

    await enter(page, `ipfs://${root}/a%20%26%20b/hello.txt`)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Explore hello.txt' })).toBeFocused()
    expect(new URL(page.url()).hash).toBe(`#/explore/ipfs/${root}/a%20%26%20b/hello.txt`)
    await expect(fact(page, 'CID')).toContainText(HELLO.cid)
    await expect(fact(page, 'On this device')).toHaveText('Available offline')
    await expect(page.getByRole('region', { name: 'Content of hello.txt' })).toHaveText(HELLO.text)

    await enter(page, `${site.origin}/ipfs/${root}`)
    await expect(rowNamed(page, 'a & b')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Explore hello.txt' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^CID, path/ })).toHaveValue(`/ipfs/${root}/a & b/hello.txt`)

    const opening = context.waitForEvent('page')
    await explorer(page).getByRole('link', { name: 'Open', exact: true }).click()
    await expect((await opening).locator('body')).toHaveText(HELLO.text)
    const saving = page.waitForEvent('download')
    await explorer(page).getByRole('link', { name: 'Download', exact: true }).click()
    expect((await saving).suggestedFilename()).toBe(HELLO.name)

    await explorer(page).getByRole('button', { name: 'Save to Files' }).click()
    await expect(page.getByText('Added “hello.txt” to “Files”.').first()).toBeVisible()
    expect((await rpc(page, 'files/read?arg=/hello.txt')).text).toBe(HELLO.text)
    for (
      const line of [
        `ipfs cat ${HELLO.cid}`,
        `ipfs dag export ${HELLO.cid}`,
        `ipfs routing findprovs --num-providers=20 ${HELLO.cid}`
      ]
    ) {
      await expect(explorer(page).getByRole('link', { name: `In the console: ${line}`, exact: true })).toBeVisible()
    }
    await explorer(page).getByRole('button', { name: 'Pin', exact: true }).click()
    await expect(fact(page, 'Pinned')).toHaveText('Yes, as hello.txt')
    await explorer(page).getByRole('link', {
      name: `In the console: ipfs pin add --name=hello.txt --progress=true ${HELLO.cid}`
    }).click()
    await expect(page.getByRole('combobox', { name: 'Command', exact: true })).toHaveValue(
      `ipfs pin add --name=hello.txt --progress=true ${HELLO.cid}`
    )
    await page.goto(`${site.origin}/#/pinned`)
    await expect(fileRow(page, HELLO.name)).toContainText('On this device')
  })

  test('walks a tree from a file to its blocks and back by the keyboard alone', async ({ page }) => {
    const root = await add(page, {
      'folder/film.bin': { randomBytes: 65536 },
      'folder/deep/x.txt': 'x',
      'invoice\u202egpj.exe': 'no picture'
    })
    await enter(page, root)
    await expect(rowNamed(page, 'invoice[U+202E]gpj.exe')).toBeVisible()
    await tree(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(rowNamed(page, 'folder')).toHaveAttribute('aria-expanded', 'true')
    await expect(rowNamed(page, 'film.bin')).toHaveAttribute('aria-level', '2')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(rowNamed(page, 'x.txt')).toHaveAttribute('aria-level', '3')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('treeitem')).toHaveCount(2)
    await expect(rowNamed(page, 'folder')).toHaveAttribute('aria-selected', 'true')

    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('f')
    await expect(rowNamed(page, 'film.bin')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Explore film.bin' })).toBeFocused()
    await expect(fact(page, 'Type')).toHaveText('File, 65.5 kB')
    await expect(fact(page, 'This block')).toContainText('4 links')

    await tree(page).focus()
    await page.keyboard.press('End')
    await expect(rowNamed(page, 'Link 4')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(fact(page, 'Type')).toHaveText('Raw bytes, 16.4 kB')
    await explorer(page).getByText('Block bytes').click()
    await explorer(page).getByRole('button', { name: 'Last' }).click()
    await expect(explorer(page).getByText('Bytes 15,872 to 16,383')).toBeVisible()
    const { Data } = await page.evaluate(async (path) => {
      const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer())
      return { Data: [...bytes.subarray(-1)].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
    }, `/ipfs/${root}/folder/film.bin`)
    await expect(page.getByRole('region', { name: 'Bytes in hex' })).toHaveText(new RegExp(`3ff0 .* ${Data}\\s`))
    await page.getByRole('link', { name: 'Back to film.bin' }).click()
    await expect(fact(page, 'Type')).toHaveText('File, 65.5 kB')
  })

  test(
    'shows values of other codecs with exact numbers, links by path, and the CID in other forms',
    async ({ page }) => {
      await showDeveloperDetails(page)
      const put = async (json: string): Promise<string> =>
        (JSON.parse((await rpc(page, 'dag/put?store-codec=dag-cbor&input-codec=dag-json', { text: json })).text) as {
          Cid: { '/': string }
        }).Cid['/']
      const leaf = await put('{"leaf":true}')
      const root = await put(`{"big":9223372036854775807,"parts":[{"to":{"/":"${leaf}"}}]}`)
      await enter(page, root)
      await expect(fact(page, 'This block')).toContainText('dag-cbor, 1 link')
      await explorer(page).getByText('The block, decoded').click()
      const decoded = page.getByRole('region', { name: 'The block as dag-json' })
      await expect(decoded).toContainText('"big": 9223372036854775807')
      await expect(decoded.getByRole('link', { name: leaf })).toHaveAttribute('href', `#/explore/ipfs/${leaf}`)
      await expect(explorer(page).getByRole('link', { name: `In the console: ipfs dag get ${root}` })).toBeVisible()
      await explorer(page).getByText('CID details').click()
      await expect(fact(page, 'Version 1, base36')).toContainText(/^k2/)
      await expect(fact(page, 'Version 0')).toHaveCount(0)

      await rowNamed(page, 'parts/0/to').getByRole('link', { includeHidden: true }).click()
      expect(new URL(page.url()).hash).toBe(`#/explore/ipfs/${root}/parts/0/to`)
      await expect(fact(page, 'CID')).toContainText(leaf)
      await enter(page, `${root}/parts/0`)
      await expect(fact(page, 'Contents')).toHaveText('/parts/0')
      await enter(page, `${root}/nowhere`)
      await expect(page.getByRole('alert')).toContainText('nothing with that name')
      await page.getByRole('link', { name: 'Parent folder' }).click()
      await expect(rowNamed(page, 'parts/0/to')).toBeVisible()
    }
  )

  test('reports why a block cannot be read, and retries', async ({ page }) => {
    const root = await add(page, { 'hello.txt': HELLO.text })
    await enter(page, root)
    await expect(fact(page, 'This block')).toContainText('dag-pb')
    // A worker that stops during an answer, and freed disk space.
    await page.evaluate(() => {
      const real = window.fetch
      Object.defineProperty(navigator.serviceWorker, 'controller', { value: null, configurable: true })
      window.fetch = async (input, init) =>
        String(input).includes('block/get')
          ? new Response(
            new ReadableStream({
              start (controller) {
                controller.enqueue(new Uint8Array(3))
                controller.error(new TypeError('network error'))
              }
            })
          )
          : await real(input, init)
      Object.assign(window, {
        undo () {
          window.fetch = real
          delete (navigator.serviceWorker as { controller?: unknown }).controller
        }
      })
    })
    await explorer(page).getByText('Block bytes').click()
    await expect(page.getByRole('alert')).toContainText('The node stopped before this finished.')
    await page.evaluate(() => {
      ;(window as unknown as { undo: () => void }).undo()
    })
    await rpc(page, `block/rm?arg=${root}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'The block is no longer on this device. It was removed to free space.'
    )
    await add(page, { 'hello.txt': HELLO.text })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('region', { name: 'Bytes in hex' })).toContainText('0000')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('gateway listings and errors link to Explore', async ({ page, site, quiet }) => {
    quiet.allow(/the server responded with a status of 404/)
    const root = await add(page, { 'a & b/hello.txt': HELLO.text })
    await page.goto(`${site.origin}/ipfs/${root}/a%20&%20b/`)
    await page.getByRole('link', { name: 'explore', exact: true }).click()
    await expect(rowNamed(page, 'hello.txt')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^CID, path/ })).toHaveValue(`/ipfs/${root}/a & b`)
    await expect(fact(page, 'On this device')).toContainText('Available offline')
    await page.goto(`${site.origin}/ipfs/${root}/nothing%3F`)
    await page.getByRole('link', { name: 'Explore', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('It contains nothing with that name.')
    await page.getByRole('link', { name: 'Parent folder' }).click()
    await expect(rowNamed(page, 'a & b')).toBeVisible()
  })

  test('serves a bare file as it is, and links listings to the viewer', async ({ page, context, site }) => {
    const root = await add(page, { 'a & b/hello.txt': HELLO.text, 'a & b/below/x.txt': 'x' })
    const fetched = await page.evaluate(async (url) => {
      const answer = await fetch(url)
      return { headers: [...answer.headers], text: await answer.text() }
    }, `/ipfs/${root}/a%20&%20b/hello.txt`)
    const answer = await page.goto(`${site.origin}/ipfs/${root}/a%20&%20b/hello.txt`)
    expect(await answer!.text()).toBe(fetched.text)
    expect(await answer!.allHeaders()).toEqual(Object.fromEntries(fetched.headers))
    await expect(page.locator('body')).toHaveText(HELLO.text)

    await page.goto(`${site.origin}/ipfs/${root}/a%20&%20b/`)
    await expect(page.getByRole('link', { name: 'View' })).toHaveCount(1)
    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: 'hello.txt', exact: true }).click({ modifiers: ['ControlOrMeta'] })
    await expect((await opening).locator('body')).toHaveText(HELLO.text)
    await page.getByRole('link', { name: 'View' }).click()
    await expect(page.getByRole('region', { name: 'Content of hello.txt' })).toHaveText(HELLO.text)
    await expect(page.getByRole('textbox', { name: /^CID, path/ })).toHaveValue(`/ipfs/${root}/a & b/hello.txt`)
  })

  test('views pinned content under its name', async ({ page }) => {
    await page.evaluate(async () => {
      const form = new FormData()
      form.append('file', new Blob(['# A heading\n\nand *more*']), 'x')
      await fetch('/api/v0/add?cid-version=1&pin-name=README.md', { method: 'POST', body: form })
    })
    await openSection(page, '#/pinned')
    await fileRow(page, 'README.md').getByRole('link').click()
    await expect(page.getByRole('region', { name: 'Content of README.md' }).getByRole('heading', { name: 'A heading' }))
      .toBeVisible()
  })

  test('resolves a name and shows its target offline', async ({ page, site }) => {
    const root = await add(page, { 'hello.txt': HELLO.text })
    const { Name } = JSON.parse((await rpc(page, `name/publish?arg=/ipfs/${root}&allow-offline=true`)).text) as {
      Name: string
    }
    await enter(page, Name)
    await expect(fact(page, 'CID')).toContainText(root)
    expect(new URL(page.url()).hash).toBe(`#/explore/ipns/${Name}`)
    await rowNamed(page, 'hello.txt').getByRole('link', { includeHidden: true }).click()
    await expect(page.getByRole('region', { name: 'Content of hello.txt' })).toHaveText(HELLO.text)

    await site.stop()
    await page.context().setOffline(true)
    await page.goto(`${site.origin}/#/explore/ipfs/${root}/hello.txt`)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Content of hello.txt' })).toHaveText(HELLO.text)
  })

  test('shows untrusted content without running it', async ({ page, quiet }) => {
    quiet.allow(/violates the following Content Security Policy/)
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>parent.ran = "svg"</script><rect width="40" height="30" onload="parent.ran = 1"/></svg>'
    const root = await add(page, {
      'a.html': '<script>window.ran = "html"</script><style>body { display: none }</style>',
      'b.svg': picture,
      'c.json': '{"a":12345678901234567890}'
    })
    await enter(page, `${root}/a.html`)
    await expect(page.getByRole('region', { name: 'Content of a.html' })).toContainText(
      '<script>window.ran = "html"</script>'
    )
    await enter(page, `${root}/b.svg`)
    await expect.poll(async () =>
      await page.getByRole('img', { name: 'b.svg' }).evaluate((img: HTMLImageElement) => img.naturalWidth)
    ).toBe(40)
    await enter(page, `${root}/c.json`)
    await expect(page.getByRole('region', { name: 'Content of c.json' })).toContainText('"a": 12345678901234567890')
    expect(await page.evaluate(() => (window as { ran?: unknown }).ran)).toBeUndefined()
  })
})

withElsewhere(
  'what is not here: who is asked, a way out that ends the asking, and how much of it came',
  async ({ app, elsewhere }) => {
    const cid = await elsewhere.add(crypto.getRandomValues(new Uint8Array(60_000)), 16384)
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    await elsewhere.serve(async () => {
      await gate
      return false
    })
    const active = async (): Promise<string[]> =>
      (JSON.parse((await rpc(app, 'diag/cmds')).text) as Array<{ Command: string; Active: boolean }>).filter((
        { Active }
      ) => Active).map(({ Command }) => Command)

    await enter(app, cid)
    await expect(explorer(app)).toContainText(/It is not in this browser\. Asking 127\.0\.0\.1/)
    await expect.poll(active).toContain('block/stat')
    await explorer(app).getByRole('button', { name: 'Cancel' }).click()
    await expect(explorer(app)).toContainText('Stopped. Nothing was saved.')
    await expect.poll(active).not.toContain('block/stat')

    await explorer(app).getByRole('button', { name: 'Check again' }).click()
    await expect.poll(active).toContain('block/stat')
    await app.getByRole('link', { name: 'Files' }).click()
    await expect.poll(active).not.toContain('block/stat')

    await app.goBack()
    await expect(explorer(app)).toContainText('Looking for it…')
    open()
    await expect(fact(app, 'Type')).toHaveText('File, 60.0 kB')
    await expect(fact(app, 'On this device')).toContainText(/of 60\.\d kB\. The rest downloads when you open it/)

    const ID = '12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA'
    const router = await startServer((_, response) => {
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({ Providers: [{ Schema: 'peer', ID, Addrs: ['/ip4/127.0.0.1/tcp/1/ws'] }] })
      )
    })
    await set(app, { 'Routing.DelegatedRouters': [router.url, 'http://127.0.0.1:1'] })
    await explorer(app).getByRole('button', { name: 'Find other copies' }).click()
    await expect(fact(app, 'Other copies').getByRole('listitem')).toContainText(`${ID} 1 address`)
    await expect(fact(app, 'Other copies')).toContainText('1 server didn’t respond')
    await router.close()
    await explorer(app).getByRole('button', { name: 'Pin', exact: true }).click()
    await expect(fact(app, 'On this device')).toContainText('Available offline')
  }
)

withElsewhere(
  'a file that is fetched to be viewed: how much of it came, who is asked, and a way out that ends the asking',
  async ({ app, elsewhere }) => {
    const cid = await elsewhere.add(new Uint8Array(randomBytes(15 * 16384)), 16384)
    const { meddle, open } = heldAnswers(6)
    const { gateway } = await elsewhere.serve(meddle)
    await app.goto(`${new URL(app.url()).origin}/#/explore/ipfs/${cid}`)
    await expect(fact(app, 'On this device')).toContainText('The rest downloads when you open it')
    // A type that the page shows as text.
    await rpc(app, `pin/add?arg=${cid}&recursive=false&name=a.txt`)
    await expect(fact(app, 'Pinned')).toContainText('Root block only')
    await explorer(app).getByRole('button', { name: /^Show it/ }).click()
    const notice = explorer(app).locator('.notice')
    await expect(notice).toContainText(/[1-9][\d.]* kB of 24\d kB/)
    await expect(notice).toContainText('Asked 127.0.0.1')
    await notice.getByRole('button', { name: 'Cancel' }).click()
    await expect(notice).toHaveCount(0)
    await expect.poll(() => gateway.open).toBe(0)

    await explorer(app).getByRole('button', { name: /^Show it/ }).click()
    open()
    await expect(fact(app, 'On this device')).toContainText('Available offline')
    await expect(notice).toHaveCount(0)
  }
)
