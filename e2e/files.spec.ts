import type { Locator, Page } from 'playwright'
import { drop, HELLO, isReady, region, uploadRow, withFolder } from './fixtures/page.ts'
import { expect, test } from './fixtures/quiet.ts'
import { rpc } from './fixtures/site.ts'
import { violations } from './fixtures/violations.ts'

const grid = (page: Page): Locator => page.getByRole('grid')
const row = (page: Page, name: string): Locator => grid(page).getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }) })
const names = async (page: Page): Promise<string[]> => await grid(page).locator('.files-name').allInnerTexts()

/** What the node itself says is there. */
async function inNode (page: Page, path = '/'): Promise<string[]> {
  const { Entries } = JSON.parse((await rpc(page, `files/ls?arg=${encodeURIComponent(path)}`)).text) as { Entries: Array<{ Name: string }> | null }
  return Entries?.map(({ Name }) => Name) ?? []
}

async function write (page: Page, ...paths: string[]): Promise<void> {
  await page.evaluate(async (paths) => {
    for (const path of paths) {
      const body = new FormData()
      body.append('data', new Blob([`this is ${path}`]))
      const query = new URLSearchParams({ arg: path, create: 'true', parents: 'true' })
      const { ok } = await fetch(`/api/v0/files/write?${query}`, { method: 'POST', body })
      if (!ok) throw new Error(path)
    }
  }, paths)
}

test.beforeEach(async ({ page, site }) => {
  await page.goto(`${site.origin}/#/files`)
  await isReady(page)
})

test('a person puts files in order: a folder, files into it, another name, to another place, and back again', async ({ page }) => {
  await expect(page.getByText('Nothing is here yet')).toBeVisible()
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByLabel('Name of the new folder').fill('a/b')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('A name has no “/” in it.')
  await page.getByLabel('Name of the new folder').fill('photos & ü')
  await page.keyboard.press('Enter')
  await row(page, 'photos & ü').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'photos & ü' })).toBeFocused()

  await page.locator('[data-pick=into-files]').setInputFiles([{ name: HELLO.name, mimeType: 'text/plain', buffer: Buffer.from(HELLO.text) }])
  await expect(row(page, HELLO.name)).toContainText('5 bytes')
  await page.locator('[data-pick=into-files]').setInputFiles([{ name: HELLO.name, mimeType: 'text/plain', buffer: Buffer.from('another one') }])
  await expect(row(page, 'hello (2).txt')).toBeVisible()
  expect(await inNode(page, '/photos & ü')).toEqual(['hello (2).txt', HELLO.name])
  expect((await rpc(page, 'pin/ls?type=recursive&names=true')).text).not.toContain('hello')

  await row(page, HELLO.name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('hello (2).txt')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('There is something of this name already.')
  await page.getByLabel('New name').fill('first.txt')
  await page.keyboard.press('Enter')
  await expect(row(page, 'first.txt')).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: 'Cut' }).click()
  await page.getByRole('navigation', { name: 'Folders above' }).getByRole('link', { name: 'Files' }).click()
  await page.getByRole('button', { name: 'Paste “first.txt”' }).click()
  await expect(row(page, 'first.txt')).toBeVisible()
  expect([await inNode(page), await inNode(page, '/photos & ü')]).toEqual([['first.txt', 'photos & ü'], ['hello (2).txt']])
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(row(page, 'first.txt')).toHaveCount(0)
  expect(await inNode(page, '/photos & ü')).toEqual(['first.txt', 'hello (2).txt'])

  await page.goBack()
  await expect(row(page, 'first.txt')).toBeVisible()
  await page.goForward()
  await expect(row(page, 'photos & ü')).toBeVisible()
})

test('what is removed can be taken back, also in another tab that is open', async ({ page, context, site }) => {
  await write(page, '/a.txt', '/b.txt', '/c/d.txt')
  await expect.poll(async () => await names(page)).toEqual(['a.txt', 'b.txt', 'c'])
  const other = await context.newPage()
  await other.goto(`${site.origin}/#/files`)
  await expect(row(other, 'a.txt')).toBeVisible()

  await row(page, 'a.txt').click()
  await row(page, 'c').click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('main').getByText('3 entries are removed.')).toBeVisible()
  await expect(page.getByText('Nothing is here yet')).toBeVisible()
  await other.bringToFront()
  await expect(other.getByText('Nothing is here yet')).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect.poll(async () => await names(page)).toEqual(['a.txt', 'b.txt', 'c'])
  expect(await inNode(page, '/c')).toEqual(['d.txt'])
})

test('with the keyboard alone: choose, rename, copy into a folder, remove, find', async ({ page }) => {
  await write(page, '/a.txt', '/b.txt', '/folder/x.txt')
  await expect.poll(async () => await names(page)).toEqual(['a.txt', 'b.txt', 'folder'])
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'a.txt')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('F2')
  await expect(page.getByLabel('New name')).toBeFocused()
  await page.keyboard.type('z')
  await page.keyboard.press('Enter')
  await expect(row(page, 'z.txt')).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await expect(page.getByText('3 chosen of 3 entries')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'folder' })).toBeFocused()
  await page.keyboard.press('Control+v')
  await expect(row(page, 'z.txt')).toBeVisible()
  expect(await inNode(page, '/folder')).toEqual(['x.txt', 'z.txt'])
  await grid(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText('Nothing is here yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'folder' })).toBeFocused()
  await page.getByRole('link', { name: 'Files', exact: true }).last().focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => await names(page)).toEqual(['b.txt', 'folder', 'z.txt'])
  await grid(page).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('FOLD')
  await expect.poll(async () => await names(page)).toEqual(['folder'])
  await grid(page).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0)
})

test('folders are dropped on the page, and entries on a folder', async ({ page }) => {
  await withFolder({ 'deep/a.txt': 'a', 'deep/deeper/b.txt': 'b', 'c.txt': 'c' }, async (folder) => {
    await drop(page, `${folder}/deep`, `${folder}/c.txt`)
    await expect(uploadRow(page, 'deep')).toContainText('2 files')
    await expect.poll(async () => await names(page)).toEqual(['c.txt', 'deep'])
  })
  await row(page, 'c.txt').dragTo(row(page, 'deep'))
  await expect(row(page, 'c.txt')).toHaveCount(0)
  expect(await inNode(page, '/deep')).toEqual(['a.txt', 'c.txt', 'deeper'])
})

test('content is put there by its CID, and nothing by what is none', async ({ page }) => {
  await rpc(page, 'config?arg=HTTPRetrieval.Enabled&arg=false&bool=true')
  const cid = await page.evaluate(async () => {
    const body = new FormData()
    body.append('file', new Blob(['a content']))
    return (JSON.parse(await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()) as { Hash: string }).Hash
  })
  await page.getByRole('button', { name: 'From IPFS' }).click()
  await page.getByLabel('CID, path or link').fill('what is it')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('no CID')
  await page.getByLabel('CID, path or link').fill(`https://dweb.link/ipfs/${cid}`)
  await page.keyboard.press('Enter')
  await expect(row(page, cid)).toBeVisible()
  expect(await inNode(page)).toEqual([cid])
})

test('a folder of 20,000 entries is drawn where it is seen', async ({ page }) => {
  const made = await page.evaluate(async () => {
    const body = new FormData()
    for (let i = 0; i < 20_000; i++) body.append('file', new Blob([`${i}`]), encodeURIComponent(`many/file ${i}.txt`))
    const text = await (await fetch('/api/v0/add?pin=false&cid-version=1&to-files=/many&quieter=true', { method: 'POST', body })).text()
    return text
  })
  expect(made).toContain('Hash')
  await row(page, 'many').getByRole('link').click()
  await expect(region(page, 'many').getByText('20,000 entries', { exact: true })).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('End')
  await expect(row(page, 'file 19999.txt')).toBeInViewport({ ratio: 0.9 })
  expect(await grid(page).getByRole('row').count()).toBeLessThan(80)
  await page.keyboard.press('/')
  await page.keyboard.type('file 12345')
  await expect.poll(async () => await names(page)).toEqual(['file 12345.txt'])
})

for (const look of [{ colorScheme: 'light', viewport: { width: 1200, height: 900 } }, { colorScheme: 'dark', viewport: { width: 1200, height: 900 } }, { colorScheme: 'light', viewport: { width: 320, height: 700 } }] as const) {
  test.describe(`${look.colorScheme}, ${look.viewport.width} wide`, () => {
    test.use(look)

    test('the files are accessible', async ({ page }) => {
      const isFine = async (): Promise<void> => {
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      }
      await expect(page.getByText('Nothing is here yet')).toBeVisible()
      await isFine()
      await write(page, '/A name that is much longer than any list of a phone has room for, and-without_spaces.txt', '/b.txt', '/folder/deep/x.txt')
      await row(page, 'b.txt').click()
      await isFine()
      await page.getByRole('button', { name: 'Rename' }).click()
      await isFine()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByRole('main').getByText('“b.txt” is removed.')).toBeVisible()
      await isFine()
      await page.getByRole('button', { name: 'Keys' }).click()
      await isFine()
    })
  })
}
