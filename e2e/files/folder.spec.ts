import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { act, fileRow, listedNames, openSection, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { SAVABLE } from '../fixtures/page/savable.ts'
import { violations } from '../fixtures/page/violations.ts'

/**
 * Adds a folder to Files like an upload of the page.
 *
 * @returns its CID
 */
async function addFolder (page: Page, files: Record<string, string>): Promise<string> {
  return await page.evaluate(async (files) => {
    const body = new FormData()
    for (const [name, text] of Object.entries(files)) {
      body.append('file', new Blob([text]), encodeURIComponent(`d/${name}`))
    }
    const text = await (await fetch('/api/v0/add?cid-version=1&pin=false&to-files=/things', { method: 'POST', body }))
      .text()
    return (JSON.parse(text.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  }, files)
}

const names = listedNames

test.beforeEach(async ({ page, site }) => {
  await visit(page, site.origin)
})

test('opens a folder, filters it while typing, and sorts it, folders first', async ({ page }) => {
  await addFolder(page, {
    'photo 10.jpg': 'x'.repeat(10),
    'photo 9.jpg': 'x'.repeat(2000),
    'Äpfel.txt': 'x'.repeat(300),
    'film.mp4': '',
    'sub/deep.txt': 'deep'
  })
  await fileRow(page, 'things').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'things' })).toBeFocused()
  await expect(page.getByText('5 items', { exact: true })).toBeVisible()
  await expect.poll(async () => await names(page)).toEqual([
    'sub',
    'Äpfel.txt',
    'film.mp4',
    'photo 9.jpg',
    'photo 10.jpg'
  ])

  const filter = page.getByRole('searchbox', { name: 'Filter this list' })
  await filter.pressSequentially('PHOTO')
  await expect(page.getByText('2 of 5 items')).toBeVisible()
  expect(await names(page)).toEqual(['photo 9.jpg', 'photo 10.jpg'])
  const size = page.getByRole('columnheader', { name: 'Size' }).getByRole('button')
  await size.click()
  expect(await names(page)).toEqual(['photo 10.jpg', 'photo 9.jpg'])
  await filter.fill('')
  await size.click()
  expect(await names(page)).toEqual(['sub', 'photo 9.jpg', 'Äpfel.txt', 'photo 10.jpg', 'film.mp4'])
  // A folder has the size of everything in it.
  await expect(fileRow(page, 'sub').locator('.item-size')).toHaveText(/bytes/)
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Image')
  expect(await names(page)).toEqual(['photo 9.jpg', 'photo 10.jpg'])
  await filter.fill('none')
  await expect(page.getByText('No matches.')).toBeVisible()
})

test('opens nested folders and returns by the keyboard alone', async ({ page }) => {
  await addFolder(page, { 'a/b/c.txt': 'deep' })
  await expect(fileRow(page, 'things')).toBeVisible()
  for (const name of ['things', 'a', 'b']) {
    await expect.poll(async () => await names(page)).toEqual([name])
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
  }
  await expect.poll(async () => await names(page)).toEqual(['c.txt'])
  await page.getByRole('grid').focus()
  await page.keyboard.press('Backspace')
  await expect.poll(async () => await names(page)).toEqual(['b'])
})

test('opens and saves the exact content from the app', async ({ page, context }) => {
  const cid = await addFolder(page, {
    ...SAVABLE,
    'page.html': '<!doctype html><link rel="icon" href="data:,"><p>shown</p><img src="b.svg" alt="">',
    'b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>'
  })
  const saved = async (name: string, action: string): Promise<[name: string, text: string]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), act(page, name, action)])
    return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')]
  }

  expect((await saved('things', 'Download as TAR'))[0]).toBe('things.tar')
  const [tabOfAll] = await Promise.all([context.waitForEvent('page'), act(page, 'things', 'Open in a new tab')])
  // The pages that connect the site have paragraphs too.
  await tabOfAll.getByRole('link', { name: 'page.html', exact: true }).click()
  await expect(tabOfAll.getByText('shown', { exact: true })).toBeVisible()
  // A page is redirected to the own origin of its content.
  expect(new URL(tabOfAll.url()).host.split('.')[0]).toBe(cid)
  expect(new URL(tabOfAll.url()).pathname).toBe('/page.html')

  await openSection(page, '#/files/things')
  expect(await saved("ü & 'q'.txt", 'Download')).toEqual(["ü & 'q'.txt", 'escaped'])
  expect(await saved('page.html', 'Download')).toEqual(['page.html', expect.stringContaining('<p>shown</p>')])
  const [tar, text] = await saved('sub', 'Download as TAR')
  expect([tar, text.includes('deep')]).toEqual(['sub.tar', true])
})

test('shows the known names of a folder with missing blocks', async ({ page }) => {
  const cid = await addFolder(page, { 'a.txt': 'x', 'gone/b.txt': 'y', 'sub/c.txt': 'z' })
  await fileRow(page, 'things').getByRole('link').click()
  await fileRow(page, 'sub').getByRole('link').click()
  await expect.poll(async () => await names(page)).toEqual(['c.txt'])

  await page.evaluate(async (cid) => {
    const ask = async (target: string): Promise<string> =>
      await (await fetch(`/api/v0/${target}`, { method: 'POST' })).text()
    await ask('config?arg=HTTPRetrieval.Enabled&arg=false&bool=true')
    const { Cid } = JSON.parse(await ask(`dag/resolve?arg=${cid}/gone`)) as { Cid: { '/': string } }
    await ask(`block/rm?arg=${Cid['/']}&force=true`)
  }, cid)
  await page.getByRole('navigation', { name: 'Parent folders' }).getByRole('link', { name: 'things' }).click()
  await expect(page.getByText('3 items · Some blocks are missing')).toBeVisible()
  expect(await names(page)).toEqual(['a.txt', 'gone', 'sub'])
})

for (
  const look of [{ colorScheme: 'light', viewport: { width: 1200, height: 900 } }, {
    colorScheme: 'dark',
    viewport: { width: 1200, height: 900 }
  }, { colorScheme: 'light', viewport: { width: 360, height: 740 } }] as const
) {
  test.describe(`${look.colorScheme}, ${look.viewport.width} wide`, () => {
    test.use(look)

    test('a folder is accessible', async ({ page }) => {
      await addFolder(page, {
        ...SAVABLE,
        'A name that is much longer than any list of a phone has room for, and-without_spaces.txt': 'x',
        'sub/deeper/c.txt': 'x'
      })
      await fileRow(page, 'things').getByRole('link').click()
      await fileRow(page, 'sub').getByRole('link').click()
      await page.getByRole('navigation', { name: 'Parent folders' }).getByRole('link', { name: 'things' }).click()
      await expect(fileRow(page, 'sub')).toBeVisible()
      await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
  })
}
