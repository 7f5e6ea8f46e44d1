import { unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { act, fileRow, listedNames } from '../../fixtures/page/page.ts'
import { violations } from '../../fixtures/page/violations.ts'
import { rpc } from '../../fixtures/site/site.ts'
import { actionBar, expect, grid, nodeEntries, test, writeFiles } from './file-list.ts'

test('downloads a folder and a selection as ZIP, with all names', async ({ page }) => {
  await writeFiles(page, '/b.txt', '/ü/日本.txt', '/ü/deep/x.txt')
  await rpc(page, 'files/mkdir?arg=/ü/empty')
  const saved = async (save: () => Promise<void>): Promise<[name: string, files: Record<string, string>]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), save()])
    const files = unzipSync(new Uint8Array(await readFile(await download.path())))
    return [
      download.suggestedFilename(),
      Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))
    ]
  }
  expect(
    await saved(async () => {
      await act(page, 'ü', 'Download as ZIP')
    })
  ).toEqual(['ü.zip', {
    'ü/日本.txt': 'this is /ü/日本.txt',
    'ü/deep/x.txt': 'this is /ü/deep/x.txt',
    'ü/empty/': ''
  }])
  await grid(page).focus()
  await page.keyboard.press('Control+a')
  const [name, files] = await saved(async () => {
    await actionBar(page, 'Actions for 2 items').getByRole('button', { name: 'Download as ZIP' }).click()
  })
  expect([name, Object.keys(files).length, files['b.txt']]).toEqual(['Files.zip', 4, 'this is /b.txt'])
})

test('shows many items at once, with few focusable controls', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('[data-pick=files]').setInputFiles(
    Array.from({ length: 300 }, (_, i) => ({ name: `${i}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`${i}`) }))
  )
  await expect(page.getByText('300 items', { exact: true })).toBeVisible()
  const figures = await page.evaluate(() => {
    const list = document.querySelector('.item-list')!.getBoundingClientRect()
    const rows = [...document.querySelectorAll('.item-row')].map((row) => row.getBoundingClientRect())
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, [tabindex]')]
    return {
      firstTop: Math.min(...rows.map(({ top }) => top)),
      visible: rows.filter(({ top, bottom }) => top >= list.top && bottom <= list.bottom).length,
      focusable: controls.filter((one) => one.tabIndex >= 0 && one.offsetParent != null).length
    }
  })
  expect(figures.firstTop).toBeLessThanOrEqual(160)
  expect(figures.visible).toBeGreaterThanOrEqual(14)
  expect(figures.focusable).toBeLessThanOrEqual(60)
})

test('selects, renames, copies, removes and finds files by the keyboard alone', async ({ page }) => {
  await writeFiles(page, '/a.txt', '/b.txt', '/folder/x.txt')
  await expect.poll(async () => await listedNames(page)).toEqual(['folder', 'a.txt', 'b.txt'])
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(fileRow(page, 'a.txt')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('F2')
  await expect(page.getByLabel('New name')).toBeFocused()
  await page.keyboard.type('z')
  await page.keyboard.press('Enter')
  await expect(fileRow(page, 'z.txt')).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await expect(page.getByText('3 of 3 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'folder', exact: true })).toBeFocused()
  await page.keyboard.press('Control+v')
  await expect(fileRow(page, 'z.txt')).toBeVisible()
  expect(await nodeEntries(page, '/folder')).toEqual(['x.txt', 'z.txt'])
  await grid(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'folder', exact: true })).toBeFocused()
  await page.getByRole('navigation', { name: 'Parent folders' }).getByRole('link', { name: 'Files' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => await listedNames(page)).toEqual(['folder', 'b.txt', 'z.txt'])
  await grid(page).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('FOLD')
  await expect.poll(async () => await listedNames(page)).toEqual(['folder'])
  await grid(page).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
})

test('views, pins, downloads and shares the selection', async ({ page }) => {
  await writeFiles(page, '/a.txt', '/b.txt', '/folder/c.txt')
  await expect(fileRow(page, 'a.txt')).toContainText('On this device')
  await act(page, 'a.txt', 'Pin')
  await expect(fileRow(page, 'a.txt')).toContainText('Pinned')
  expect((await rpc(page, 'pin/ls?type=recursive&names=true')).text).toContain('"a.txt"')
  expect(await violations(page)).toEqual([])
  await act(page, 'a.txt', 'Unpin')
  await expect(page.getByText('Unpinned “a.txt”.').first()).toBeVisible()
  expect((await rpc(page, 'pin/ls?type=recursive&names=true')).text).not.toContain('"a.txt"')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(fileRow(page, 'a.txt')).toContainText('Pinned')

  await grid(page).focus()
  await page.keyboard.press('Control+a')
  const all = actionBar(page, 'Actions for 3 items')
  const more = async (entry: string): Promise<void> => {
    await all.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const [tar] = await Promise.all([page.waitForEvent('download'), more('Download as TAR')])
  const bytes = await readFile(await tar.path())
  expect(['a.txt', 'b.txt', 'folder/c.txt'].map((name) => bytes.includes(name))).toEqual([true, true, true])
  const [car] = await Promise.all([page.waitForEvent('download'), more('Download as CAR')])
  expect((await readFile(await car.path())).includes('this is /folder/c.txt')).toBe(true)
  await all.getByRole('button', { name: 'Share…' }).click()
  await expect(page.getByRole('dialog', { name: 'Share 3 items' })).toBeVisible()
  await page.keyboard.press('Escape')

  await grid(page).focus()
  await page.keyboard.press('Escape')
  await act(page, 'a.txt', 'Inspect')
  await expect(page.getByRole('region', { name: /^Explore/ })).toContainText('this is /a.txt')
  await page.getByRole('link', { name: 'Shared', exact: true }).click()
  await expect.poll(async () => await listedNames(page)).toEqual(['3 items'])
})

test('shows details next to the list; selecting moves nothing', async ({ page }) => {
  await writeFiles(page, '/notes/a.txt', '/notes/b.txt', '/notes/broken.png')
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(30, 20)
    canvas.getContext('2d')!.fillRect(0, 0, 30, 20)
    const body = new FormData()
    body.append('data', await canvas.convertToBlob())
    await fetch('/api/v0/files/write?arg=/notes/drawn.png&create=true', { method: 'POST', body })
  })
  await fileRow(page, 'notes').getByRole('link').click()
  await expect(fileRow(page, 'drawn.png')).toBeVisible()
  await page.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText('Select an item')

  const place = await grid(page).boundingBox()
  await fileRow(page, 'drawn.png').click()
  await expect(details.getByRole('heading', { name: 'drawn.png' })).toBeVisible()
  await expect(details).toContainText('Image')
  await expect.poll(async () =>
    await details.locator('img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  ).toEqual([30, 20])
  expect(await grid(page).boundingBox()).toEqual(place)
  // An invalid image is shown as a file.
  await fileRow(page, 'broken.png').click()
  await expect(details.getByRole('heading', { name: 'broken.png' })).toBeVisible()
  await expect(details.locator('img')).toHaveCount(0)
  await expect(fileRow(page, 'broken.png').locator('img')).toHaveCount(0)
  await fileRow(page, 'a.txt').click({ modifiers: ['Shift'] })
  await expect(details.getByRole('heading', { name: '3 items selected' })).toBeVisible()
  await expect(details).toContainText(/\d+ bytes in 3 files/)
  expect(await grid(page).boundingBox()).toEqual(place)

  // On a phone the actions are icons above the list.
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(actionBar(page, 'Actions for 3 items').getByRole('button', { name: 'Delete' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await violations(page)).toEqual([])

  // An opened file is shown over its folder.
  await page.setViewportSize({ width: 1200, height: 900 })
  await fileRow(page, 'a.txt').click()
  await grid(page).press('Enter')
  await expect(page.getByRole('region', { name: 'Content of a.txt' })).toContainText('this is /notes/a.txt')
  expect(new URL(page.url()).hash).toBe('#/files/notes/a.txt?view')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(fileRow(page, 'a.txt')).toBeVisible()
})
