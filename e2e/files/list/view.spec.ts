import type { Locator } from 'playwright'
import { act, fileRow, isReady, listedNames, region } from '../../fixtures/page/page.ts'
import { violations } from '../../fixtures/page/violations.ts'
import { rpc } from '../../fixtures/site/site.ts'
import { expect, grid, test, writeFiles } from './file-list.ts'

test('shows large images in a grid, by the keyboard too, and filters by type', async ({ page }) => {
  await writeFiles(page, ...Array.from({ length: 30 }, (_, i) => `/n${i}.txt`), '/z.png')
  await expect(page.getByText('31 items', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('image')
  await expect.poll(async () => await listedNames(page)).toEqual(['z.png'])
  await page.getByRole('combobox', { name: 'Type' }).selectOption('all')
  await page.getByRole('button', { name: 'Grid view' }).click()
  const [first, second] = [await fileRow(page, 'n0.txt').boundingBox(), await fileRow(page, 'n1.txt').boundingBox()]
  expect([second?.y, second!.x > first!.x]).toEqual([first?.y, true])
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(fileRow(page, 'n1.txt')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  const below = await grid(page).getByRole('row', { selected: true }).boundingBox()
  expect([below?.x, below!.y > second!.y]).toEqual([second?.x, true])
  await page.keyboard.press('End')
  await expect(fileRow(page, 'z.png')).toBeInViewport({ ratio: 0.9 })
  expect(await violations(page)).toEqual([])
  // The choice is remembered.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Grid view' })).toHaveAttribute('aria-pressed', 'true')

  // On a phone too: the size is on a line below the name.
  await page.setViewportSize({ width: 360, height: 740 })

  // Just after the resize, rows still have the old layout.
  await expect(async () => {
    const name = await fileRow(page, 'n0.txt').getByRole('link', { name: 'n0.txt' }).boundingBox()
    const size = await fileRow(page, 'n0.txt').locator('.item-size').boundingBox()
    expect(size!.y).toBeGreaterThan(name!.y)
    expect(size!.height).toBeLessThan(40)
  }).toPass({ timeout: 5000 })
})

test('marks incomplete entries and pinned ones in the list', async ({ page }) => {
  const { block, alone } = await page.evaluate(async () => {
    const call = async (target: string, body?: FormData): Promise<string> => {
      const response = await fetch(`/api/v0/${target}`, { method: 'POST', body })
      if (!response.ok) {
        throw new Error(await response.text())
      }
      return await response.text()
    }
    const add = async (path: string, bytes: number): Promise<string> => {
      const body = new FormData()
      body.append('file', new Blob([crypto.getRandomValues(new Uint8Array(bytes))]))
      const { Hash } = JSON.parse(
        await call(`add?pin=false&cid-version=1&chunker=size-1024&to-files=${path}`, body)
      ) as { Hash: string }
      return Hash
    }
    await call('files/mkdir?arg=/folder')
    await add('/whole.bin', 4000)
    const part = await add('/part.bin', 4000)
    await call(`files/cp?arg=/ipfs/${part}&arg=/folder/too.bin`)
    const alone = await add('/alone.bin', 1000)
    const refs = (await call(`refs?arg=${part}`)).trim().split('\n')
    const { Ref: leaf } = JSON.parse(refs[2]) as { Ref: string }
    const block = [
      ...new Uint8Array(await (await fetch(`/api/v0/block/get?arg=${leaf}`, { method: 'POST' })).arrayBuffer())
    ]
    await call(`block/rm?arg=${leaf}`)
    return { block, alone }
  })
  await page.reload()
  await isReady(page)
  const mark = (name: string): Locator => fileRow(page, name).locator('.item-state')
  await expect(mark('part.bin')).toContainText('Partly on this device')
  await expect(mark('folder')).toContainText('Partly on this device')
  await expect(mark('whole.bin')).toHaveText('On this device')
  await expect(fileRow(page, 'part.bin').getByRole('gridcell', { name: 'Partly on this device' })).toBeVisible()

  // Removes a root block.
  await rpc(page, `block/rm?arg=${alone}`)
  await page.reload()
  await isReady(page)
  await expect(mark('alone.bin')).toContainText('Not on this device')
  await expect(mark('part.bin')).toContainText('Partly on this device')
  await expect(mark('whole.bin')).toHaveText('On this device')
  await page.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await fileRow(page, 'alone.bin').click()
  await expect(details).toContainText('Not on this device')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Grid view' }).click()
  await expect(mark('alone.bin')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Grid view' }).click()

  // The missing blocks arrive.
  await fileRow(page, 'part.bin').click()
  await expect(details).toContainText('Some blocks are missing here')
  await page.evaluate(async (block) => {
    const body = new FormData()
    body.append('data', new Blob([new Uint8Array(block)]))
    await fetch('/api/v0/block/put', { method: 'POST', body })
  }, block)
  await expect(mark('part.bin')).toHaveText('On this device')
  await expect(mark('folder')).toHaveText('On this device')
  await expect(mark('alone.bin')).toContainText('Not on this device')
  await expect(details).toContainText('Available offline')

  await act(page, 'part.bin', 'Pin')
  await expect(mark('part.bin')).toContainText('Pinned')
})

test('renders only the visible part of a folder with 20,000 entries', async ({ page }) => {
  const made = await page.evaluate(async () => {
    // Builds the form body by hand: a FormData would need 20,000 Blobs, which browsers track individually.
    const parts = Array.from(
      { length: 20_000 },
      (_, i) =>
        `--part\r\nContent-Disposition: form-data; name="file"; filename="${
          encodeURIComponent(`many/file ${i}.txt`)
        }"\r\nContent-Type: application/octet-stream\r\n\r\n${i}\r\n`
    )
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=part' },
      body: `${parts.join('')}--part--\r\n`
    }
    return await (await fetch('/api/v0/add?pin=false&cid-version=1&to-files=/many&quieter=true', init)).text()
  })
  expect(made).toContain('Hash')
  await fileRow(page, 'many').getByRole('link').click()
  await expect(region(page, 'many').getByText('20,000 items', { exact: true })).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('End')
  await expect(fileRow(page, 'file 19999.txt')).toBeInViewport({ ratio: 0.9 })
  expect(await grid(page).getByRole('row').count()).toBeLessThan(80)
  await page.keyboard.press('/')
  await page.keyboard.type('file 12345')
  await expect.poll(async () => await listedNames(page)).toEqual(['file 12345.txt'])
})

for (
  const look of [{ colorScheme: 'light', viewport: { width: 1200, height: 900 } }, {
    colorScheme: 'dark',
    viewport: { width: 1200, height: 900 }
  }, { colorScheme: 'light', viewport: { width: 320, height: 700 } }] as const
) {
  test.describe(`${look.colorScheme}, ${look.viewport.width} wide`, () => {
    test.use(look)

    test('the files are accessible', async ({ page }) => {
      const isFine = async (): Promise<void> => {
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0
        )
      }
      await expect(page.getByText('Drop files here.')).toBeVisible()
      await isFine()
      await writeFiles(
        page,
        '/A name that is much longer than any list of a phone has room for, and-without_spaces.txt',
        '/b.txt',
        '/folder/deep/x.txt'
      )
      await fileRow(page, 'b.txt').click()
      await isFine()
      await act(page, 'b.txt', 'Rename')
      await isFine()
      await page.keyboard.press('Escape')
      await fileRow(page, 'b.txt').getByRole('button').click()
      await expect(page.getByRole('menu')).toBeVisible()
      await isFine()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByText('Deleted “b.txt”.').first()).toBeVisible()
      await isFine()
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await isFine()
    })
  })
}
