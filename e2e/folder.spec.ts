import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { keptRow, region, visit } from './fixtures/page.ts'
import { expect, test } from './fixtures/quiet-installed.ts'
import { SAVABLE } from './fixtures/savable.ts'
import { violations } from './fixtures/violations.ts'

/**
 * Adds a folder like an upload of the page, under a name.
 *
 * @returns its CID
 */
async function keepFolder (page: Page, files: Record<string, string>): Promise<string> {
  return await page.evaluate(async (files) => {
    const body = new FormData()
    for (const [name, text] of Object.entries(files)) {
      body.append('file', new Blob([text]), encodeURIComponent(`d/${name}`))
    }
    const text = await (await fetch('/api/v0/add?cid-version=1&pin-name=things', { method: 'POST', body })).text()
    return (JSON.parse(text.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  }, files)
}

const names = async (page: Page): Promise<string[]> =>
  await region(page, /^Inside/).getByRole('listitem').locator('.name').allInnerTexts()

test.beforeEach(async ({ page, site }) => {
  await visit(page, site.origin)
})

test('opens a folder, filters it while typing, and sorts it', async ({ page }) => {
  await keepFolder(page, {
    'photo 10.jpg': 'x'.repeat(10),
    'photo 9.jpg': 'x'.repeat(2000),
    'Äpfel.txt': 'x'.repeat(300),
    'film.mp4': '',
    'sub/deep.txt': 'deep'
  })
  await keptRow(page, 'things').getByRole('button', { name: 'Look inside things' }).click()
  const inside = region(page, /^Inside/)
  await expect(inside.getByRole('heading', { name: 'Inside things' })).toBeFocused()
  await expect(inside.getByText('5 entries', { exact: true })).toBeVisible()
  expect(await names(page)).toEqual(['Äpfel.txt', 'film.mp4', 'photo 9.jpg', 'photo 10.jpg', 'sub'])

  await inside.getByLabel('Names with').pressSequentially('PHOTO')
  await expect(inside.getByText('2 of 5 entries')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '2 entries of 5' })).toHaveCount(1)
  expect(await names(page)).toEqual(['photo 9.jpg', 'photo 10.jpg'])
  await inside.getByRole('combobox', { name: 'Order' }).selectOption('Size')
  expect(await names(page)).toEqual(['photo 10.jpg', 'photo 9.jpg'])
  await inside.getByLabel('Names with').fill('')
  await inside.getByRole('button', { name: 'Reversed' }).click()
  expect(await names(page)).toEqual(['photo 9.jpg', 'Äpfel.txt', 'photo 10.jpg', 'film.mp4', 'sub'])
  await inside.getByRole('combobox', { name: 'Type' }).selectOption('Picture')
  expect(await names(page)).toEqual(['photo 9.jpg', 'photo 10.jpg'])
  await inside.getByLabel('Names with').fill('none')
  await expect(inside.getByText('Nothing here is like that.')).toBeVisible()
})

test('opens nested folders and returns by the keyboard alone', async ({ page }) => {
  await keepFolder(page, { 'a/b/c.txt': 'deep' })
  const look = keptRow(page, 'things').getByRole('button', { name: 'Look inside things' })
  await look.focus()
  await page.keyboard.press('Enter')

  for (const [name, heading] of [['a', 'Inside a'], ['b', 'Inside b']]) {
    await expect(region(page, /^Inside/).getByRole('button', { name: `Look inside ${name}` })).toBeVisible()
    await tabTo(page, `Look inside ${name}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: heading })).toBeFocused()
  }

  await expect.poll(async () => await names(page)).toEqual(['c.txt'])
  await tabTo(page, 'a')
  await page.keyboard.press('Enter')
  await expect.poll(async () => await names(page)).toEqual(['b'])
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, 'Close')
  await page.keyboard.press('Enter')
  await expect(look).toBeFocused()
})

test('opens and saves the exact content from the app', async ({ page, context }) => {
  const cid = await keepFolder(page, {
    ...SAVABLE,
    'page.html': '<!doctype html><link rel="icon" href="data:,"><p>shown</p><img src="b.svg" alt="">',
    'b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>'
  })
  const look = keptRow(page, 'things').getByRole('button', { name: 'Look inside things' })
  await look.click()
  const saved = async (link: string): Promise<[name: string, text: string]> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: link, exact: true }).click()
    ])
    return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')]
  }

  expect(await saved("Save ü & 'q'.txt")).toEqual(["ü & 'q'.txt", 'escaped'])
  expect(await saved('Save page.html')).toEqual(['page.html', expect.stringContaining('<p>shown</p>')])
  const [tar, text] = await saved('Save sub as TAR')
  expect([tar, text.includes('deep')]).toEqual(['sub.tar', true])
  expect((await saved('Save things as TAR'))[0]).toBe('things.tar')

  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open page.html in a new tab' }).click()
  ])
  // The pages that connect the site have paragraphs too.
  await expect(tab.getByText('shown', { exact: true })).toBeVisible()
  // A page is redirected to the own origin of its content.
  expect(new URL(tab.url()).host.split('.')[0]).toBe(cid)
  expect(new URL(tab.url()).pathname).toBe('/page.html')
})

test('shows the known names of a folder with missing blocks', async ({ page }) => {
  const cid = await keepFolder(page, { 'a.txt': 'x', 'gone/b.txt': 'y', 'sub/c.txt': 'z' })
  const inside = region(page, /^Inside/)
  await keptRow(page, 'things').getByRole('button', { name: 'Look inside things' }).click()
  await inside.getByRole('button', { name: 'Look inside sub' }).click()
  await expect.poll(async () => await names(page)).toEqual(['c.txt'])

  await page.evaluate(async (cid) => {
    const ask = async (target: string): Promise<string> =>
      await (await fetch(`/api/v0/${target}`, { method: 'POST' })).text()
    await ask('config?arg=HTTPRetrieval.Enabled&arg=false&bool=true')
    const { Cid } = JSON.parse(await ask(`dag/resolve?arg=${cid}/gone`)) as { Cid: { '/': string } }
    await ask(`pin/rm?arg=${cid}`)
    await ask(`block/rm?arg=${Cid['/']}`)
  }, cid)
  await page.getByRole('navigation', { name: 'Folders above' }).getByRole('button', { name: 'things' }).click()
  await expect(inside).toContainText('3 entries · some blocks are not here')
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
      await keepFolder(page, {
        ...SAVABLE,
        'A name that is much longer than any list of a phone has room for, and-without_spaces.txt': 'x',
        'sub/deeper/c.txt': 'x'
      })
      await keptRow(page, 'things').getByRole('button', { name: 'Look inside things' }).click()
      await page.getByRole('button', { name: 'Look inside sub' }).click()
      await page.getByRole('navigation', { name: 'Folders above' }).getByRole('button', { name: 'things' }).click()
      await page.getByRole('button', { name: 'Look inside sub' }).waitFor()
      await page.getByRole('button', { name: 'Reversed' }).click()
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })
  })
}

async function tabTo (page: Page, name: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab')
    if (
      await page.evaluate(() =>
        (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()
      ) === name
    ) {
      return
    }
  }

  throw new Error(`the keyboard does not reach ${name}`)
}
