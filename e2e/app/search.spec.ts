import type { Locator, Page } from 'playwright'
import { startServer } from '../../src/testing/http/http-fixtures.ts'
import { chooseNew, fileRow, HELLO, listedNames, openSection, openWork, region, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { violations } from '../fixtures/page/violations.ts'
import { set } from '../fixtures/site/elsewhere.ts'
import { rpc } from '../fixtures/site/site.ts'

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page): Locator => dialog(page).getByRole('combobox')
const group = (page: Page, name: string): Locator => dialog(page).getByRole('group', { name })
const hits = (page: Page): Locator => dialog(page).getByRole('option')
const chosen = (page: Page): Locator => dialog(page).getByRole('option', { selected: true })

/** Writes files into Files, with their paths as contents. */
async function write (page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.evaluate(async (path) => {
      const body = new FormData()
      body.append('data', new Blob([path]))
      const query = new URLSearchParams({ arg: path, create: 'true', parents: 'true' })
      await fetch(`/api/v0/files/write?${query}`, { method: 'POST', body })
    }, path)
  }
}

/** Adds a content without a place in Files, and without a pin. */
async function addLoose (page: Page, text: string): Promise<string> {
  return await page.evaluate(async (text) => {
    const body = new FormData()
    body.append('file', new Blob([text]))
    const answer = await (await fetch('/api/v0/add?cid-version=1&pin=false', { method: 'POST', body })).text()
    return (JSON.parse(answer) as { Hash: string }).Hash
  }, text)
}

async function paste (page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    )
  }, text)
}

test.beforeEach(async ({ page, site }) => {
  await visit(page, site.origin)
})

test('search finds files of all folders, by the keyboard alone', async ({ page }) => {
  await write(page, '/folder/sub/deep.txt', '/deeper than deep.md', '/other.txt')
  await openSection(page, '#/node/peers')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  // Before a text is typed, the actions are there.
  await expect(group(page, 'Actions').getByRole('option', { name: 'New folder' })).toBeVisible()
  await field(page).fill('deep')
  await expect(group(page, 'Files').getByRole('option')).toHaveText([/^deep\.txt folder\/sub$/, /^deeper than deep/])
  await expect(dialog(page).getByRole('status')).toHaveText(/^\d+ results?$/)

  // A change of the files is found while the search is open.
  await write(page, '/later/deep too.txt')
  await expect(group(page, 'Files').getByRole('option')).toHaveCount(3)
  await expect(chosen(page)).toHaveText(/^deep\.txt/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/files\/folder\/sub\/deep\.txt\?view$/)
  await expect(page.getByRole('dialog', { name: 'deep.txt' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await field(page).fill('sub/de')
  await expect(hits(page)).toHaveText([/^deep\.txt/])
  await field(page).fill('sub')
  await expect(chosen(page)).toHaveText(/^sub folder$/)
  await page.keyboard.press('Enter')
  await expect.poll(async () => await listedNames(page)).toEqual(['deep.txt'])
})

test('search (B3): a word moves nothing on the page, and is never called an invalid CID', async ({ page }) => {
  await write(page, '/invoice.pdf')
  await expect(fileRow(page, 'invoice.pdf')).toBeVisible()
  const before = await fileRow(page, 'invoice.pdf').boundingBox()
  await page.locator('body').press('/')
  await field(page).pressSequentially('invoice')
  await expect(chosen(page)).toHaveText(/^invoice\.pdf/)
  // Also the name of a domain.
  await field(page).fill('invoice.pdf')
  await expect(chosen(page)).toHaveText(/^invoice\.pdf Files/)
  await expect(group(page, 'Names on the web')).toContainText('/ipns/invoice.pdf')
  await field(page).fill('nothing is called like this')
  await expect(dialog(page).getByText('No matches.').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await fileRow(page, 'invoice.pdf').boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/#?\/?$/)
})

test('search: a pasted CID, path or link is the first hit, with its actions', async ({ page, site }) => {
  const cid = await addLoose(page, HELLO.text)
  const texts = [
    cid,
    ` ${cid} `,
    `/ipfs/${cid}`,
    `ipfs://${cid}`,
    `https://dweb.link/ipfs/${cid}`,
    `${site.origin}/#${new URLSearchParams({ open: `/ipfs/${cid}`, at: `/dns4/a.example/tcp/1/p2p/${cid}` })}`
  ]
  await page.keyboard.press('Control+k')

  for (const text of texts) {
    await field(page).fill(text)
    await expect(hits(page).first()).toHaveText(`Open /ipfs/${cid}`)
    await expect(chosen(page)).toHaveText(`Open /ipfs/${cid}`)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('hello')
  expect(new URL(page.url()).hash).toBe(`#/pinned/${cid}?view`)
  await page.keyboard.press('Escape')

  // A folder is known by its root block only.
  const folder = (JSON.parse((await rpc(page, 'files/stat?arg=/')).text) as { Hash: string }).Hash
  await page.keyboard.press('Control+k')
  await field(page).fill(folder)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#/explore/ipfs/${folder}$`))

  // A paste anywhere opens the search.
  await openSection(page, '#/console')
  await page.locator('body').focus()
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  await paste(page, `ipfs://${cid}`)
  await expect(hits(page).first()).toHaveText(`Open /ipfs/${cid}`)
  await group(page, 'Address').getByRole('option', { name: /^Inspect/ }).click()
  await expect(page).toHaveURL(new RegExp(`#/explore/ipfs/${cid}$`))

  await page.keyboard.press('Control+k')
  await field(page).fill(cid)
  await group(page, 'Address').getByRole('option', { name: /^Pin/ }).click()
  await expect(page.getByText(`Pinned “${cid}”.`).first()).toBeVisible()
  expect((await rpc(page, `pin/ls?arg=${cid}`)).text).toContain(cid)

  await page.keyboard.press('Control+k')
  await field(page).fill(cid)
  await group(page, 'Address').getByRole('option', { name: /^Save to Files/ }).click()
  await expect(page.getByText(`Added “${cid}” to “Files”.`).first()).toBeVisible()
})

test('search finds pins, names, settings and commands, and runs actions of the page', async ({ page }) => {
  await page.evaluate(async () => {
    const body = new FormData()
    body.append('file', new Blob(['a pin']), 'pinned')
    await (await fetch('/api/v0/add?cid-version=1&pin-name=my%20old%20pin', { method: 'POST', body })).text()
  })
  await rpc(page, 'key/gen?arg=blog')
  await page.getByRole('button', { name: 'Search' }).click()
  await field(page).fill('old pin')
  await expect(group(page, 'Pinned').getByRole('option')).toHaveText([/^my old pin/])
  await field(page).fill('blog')
  await expect(group(page, 'Names').getByRole('option')).toHaveText([/^blog k51/])
  await field(page).fill('gateway.nofetch')
  await expect(group(page, 'Settings').getByRole('option')).toHaveText([/^Gateway\.NoFetch/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('Gateway.NoFetch')
  await expect(page.locator('[data-key="Gateway.NoFetch"]')).toBeVisible()

  await page.keyboard.press('Control+k')
  await field(page).fill('pin ls')
  await expect(group(page, 'Commands').getByRole('option').first()).toHaveText(/^ipfs pin ls/)
  await field(page).fill('ipfs pin ls --type=recursive')
  await expect(chosen(page)).toHaveText(/^Open in the console/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Command', exact: true })).toHaveValue('ipfs pin ls --type=recursive')

  await page.keyboard.press('Control+k')
  await field(page).fill('new fold')
  await expect(chosen(page)).toHaveText('New folder')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the new folder').fill('made by a command')
  await page.keyboard.press('Enter')
  await expect(fileRow(page, 'made by a command')).toBeVisible()

  await page.keyboard.press('Control+k')
  await field(page).fill('open settings')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/node\/settings$/)
  await page.keyboard.press('Control+k')
  await field(page).fill('upload files')
  await expect(chosen(page)).toHaveText('Upload files')
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: HELLO.name, mimeType: 'text/plain', buffer: Buffer.from(HELLO.text) })
  await expect(fileRow(page, HELLO.name)).toBeVisible()
})

test('B11: several CIDs, one a line, are pinned or added at once, as one step', async ({ page }) => {
  const cids = await Promise.all(['one', 'two', 'three'].map(async (text) => await addLoose(page, text)))
  await page.keyboard.press('Control+k')
  await paste(page, `${cids.join('\n')}\n`)
  await expect(hits(page)).toHaveText(['Pin 3 items', 'Save 3 items to Files'])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Pinned 3 items.').first()).toBeVisible()
  for (const cid of cids) {
    expect((await rpc(page, `pin/ls?arg=${cid}`)).text).toContain(cid)
  }

  await chooseNew(page, 'From IPFS…')
  await page.getByLabel('CIDs, paths or links').fill(cids.join('\n'))
  await page.getByRole('button', { name: 'Add 3 items' }).click()
  await expect(page.getByText('Added 3 items to “Files”.').first()).toBeVisible()
  await expect.poll(async () => (await listedNames(page)).sort()).toEqual(cids.toSorted())
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(async () => await listedNames(page)).toEqual([])
})

test('A7 and B11: a fetch is in the list of running work in every section, and can be cancelled', async ({ page }) => {
  const silent = await startServer(async () => await new Promise<never>(() => {}))
  try {
    await set(page, {
      'HTTPRetrieval.Allowlist': ['127.0.0.1'],
      'HTTPRetrieval.Gateways': [],
      'Routing.DelegatedRouters': [silent.url]
    })
    await write(page, '/page.html')
    await expect(fileRow(page, 'page.html')).toBeVisible()
    await chooseNew(page, 'From IPFS…')
    await page.getByLabel('CIDs, paths or links').fill(HELLO.cid)
    await page.keyboard.press('Enter')
    const work = region(page, 'Activity')
    await expect(work).toContainText('Fetching 1 item')
    await openSection(page, '#/node/peers')
    await openSection(page, '#/')
    await expect(work).toContainText('Fetching 1 item')

    // It waits for nothing else, covers no row, and its cancellation is one sentence.
    await write(page, '/b.txt')
    await chooseNew(page, 'New folder')
    await page.getByLabel('Name of the new folder').fill('meanwhile')
    await page.keyboard.press('Enter')
    await expect(fileRow(page, 'meanwhile')).toBeVisible()
    await expect.poll(async () => await coveredRow(page)).toBeUndefined()
    await openWork(page)
    await expect(work.getByRole('listitem')).toContainText('Asked ')
    await work.getByRole('button', { name: /^Cancel / }).click()
    await expect(work).toHaveCount(0)
    await expect.poll(async () => (await rpc(page, 'swipfs/jobs/ls')).text).not.toContain('pin/add')
    expect((await rpc(page, 'pin/ls?type=recursive')).text).not.toContain(HELLO.cid)
  } finally {
    await silent.close()
  }
})

/** Returns the name of a row of the list that another element covers. */
async function coveredRow (page: Page): Promise<string | undefined> {
  return await page.evaluate(() => {
    const list = document.querySelector('.item-list')!.getBoundingClientRect()
    for (const name of document.querySelectorAll('.item-row .item-name a')) {
      const { left, top, bottom } = name.getBoundingClientRect()
      const isShown = top >= list.top && bottom <= list.bottom
      if (isShown && document.elementFromPoint(left + 2, (top + bottom) / 2)?.closest('.item-row') == null) {
        return name.textContent
      }
    }
    return undefined
  })
}

test('reports content that cannot be fetched, with a retry and a dismissal', async ({ page }) => {
  await set(page, { 'HTTPRetrieval.Enabled': false })
  await chooseNew(page, 'From IPFS…')
  await page.getByLabel('CIDs, paths or links').fill(HELLO.cid)
  await page.keyboard.press('Enter')
  const work = region(page, 'Activity')
  await expect(work.getByRole('alert')).toBeVisible()
  await addLoose(page, HELLO.text)
  await work.getByRole('button', { name: /^Try .* again$/ }).click()
  await expect(fileRow(page, HELLO.cid)).toBeVisible()
  await expect(work).toHaveCount(0)
})

for (
  const look of [
    { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    { colorScheme: 'light', viewport: { width: 320, height: 640 } }
  ] as const
) {
  test.describe(`search, ${look.colorScheme}, ${look.viewport.width} wide`, () => {
    test.use(look)

    test('the search is accessible, and fits', async ({ page }) => {
      const isFine = async (): Promise<void> => {
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0
        )
      }
      await write(page, `/${'a name that is much longer than a phone has room for '.repeat(4)}.txt`)
      await isFine()
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(hits(page).first()).toBeVisible()
      await isFine()
      await field(page).fill('name')
      await expect(group(page, 'Files')).toBeVisible()
      await isFine()
      await field(page).fill(HELLO.cid)
      await expect(group(page, 'Address')).toBeVisible()
      await isFine()
      await field(page).fill('nothing is called like this')
      await expect(dialog(page).getByText('No matches.').first()).toBeVisible()
      await isFine()
    })
  })
}
