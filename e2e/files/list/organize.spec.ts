import { act, chooseNew, fileRow, HELLO, isReady, listedNames, openSection } from '../../fixtures/page/page.ts'
import { violations } from '../../fixtures/page/violations.ts'
import { rpc } from '../../fixtures/site/site.ts'
import { actionBar, expect, nodeEntries, test, writeFiles } from './file-list.ts'

test('organizes files: creates a folder, moves files into it, renames, moves and undoes', async ({ page }) => {
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await chooseNew(page, 'New folder')
  await page.getByLabel('Name of the new folder').fill('a/b')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('A name cannot contain “/”.')
  await page.getByLabel('Name of the new folder').fill('photos & ü')
  await page.keyboard.press('Enter')
  await fileRow(page, 'photos & ü').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'photos & ü' })).toBeFocused()

  await page.locator('[data-pick=files]').setInputFiles([{
    name: HELLO.name,
    mimeType: 'text/plain',
    buffer: Buffer.from(HELLO.text)
  }])
  await expect(fileRow(page, HELLO.name)).toContainText('5 bytes')
  await page.locator('[data-pick=files]').setInputFiles([{
    name: HELLO.name,
    mimeType: 'text/plain',
    buffer: Buffer.from('another one')
  }])
  await expect(fileRow(page, 'hello (2).txt')).toBeVisible()
  expect(await nodeEntries(page, '/photos & ü')).toEqual(['hello (2).txt', HELLO.name])
  expect((await rpc(page, 'pin/ls?type=recursive&names=true')).text).not.toContain('hello')

  await fileRow(page, HELLO.name).getByRole('checkbox').check()
  await actionBar(page, `Actions for ${HELLO.name}`).getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('hello (2).txt')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This name is already taken.')
  await page.getByLabel('New name').fill('first.txt')
  await page.keyboard.press('Enter')
  await expect(fileRow(page, 'first.txt')).toHaveAttribute('aria-selected', 'true')

  await act(page, 'first.txt', 'Cut')
  await page.getByRole('navigation', { name: 'Parent folders' }).getByRole('link', { name: 'Files' }).click()
  await page.getByRole('button', { name: 'Paste “first.txt”' }).click()
  await expect(fileRow(page, 'first.txt')).toBeVisible()
  expect([await nodeEntries(page), await nodeEntries(page, '/photos & ü')]).toEqual([['first.txt', 'photos & ü'], [
    'hello (2).txt'
  ]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(fileRow(page, 'first.txt')).toHaveCount(0)
  expect(await nodeEntries(page, '/photos & ü')).toEqual(['first.txt', 'hello (2).txt'])

  await page.goBack()
  await expect(fileRow(page, 'first.txt')).toBeVisible()
  await page.goForward()
  await expect(fileRow(page, 'photos & ü')).toBeVisible()
})

test('undoes and redoes a deletion, also in another open tab', async ({ page, context, site }) => {
  await writeFiles(page, '/a.txt', '/b.txt', '/c/d.txt')
  await expect.poll(async () => await listedNames(page)).toEqual(['c', 'a.txt', 'b.txt'])
  const other = await context.newPage()
  await other.goto(`${site.origin}/#/files`)
  await expect(fileRow(other, 'a.txt')).toBeVisible()

  await fileRow(page, 'c').click()
  await fileRow(page, 'b.txt').click({ modifiers: ['Shift'] })
  await actionBar(page, 'Actions for 3 items').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 3 items.').first()).toBeVisible()
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await other.bringToFront()
  await expect(other.getByText('Drop files here.')).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => await listedNames(page)).toEqual(['c', 'a.txt', 'b.txt'])
  expect(await nodeEntries(page, '/c')).toEqual(['d.txt'])
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => await listedNames(page)).toEqual(['c', 'a.txt', 'b.txt'])
})

test('A1 and A12: undoes one action per step, and announces a drop of 300 files once', async ({ page }) => {
  const add = async (...files: string[]): Promise<void> => {
    await page.locator('[data-pick=files]').setInputFiles(
      files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }))
    )
    await expect(fileRow(page, files[0])).toBeVisible()
  }
  const live = page.locator('[aria-live=polite]')
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => said.push(document.querySelector('[aria-live=polite]')!.textContent)).observe(
      document.querySelector('[aria-live=polite]')!,
      { childList: true, characterData: true, subtree: true }
    )
  })
  const many = Array.from({ length: 300 }, (_, i) => `${i}.txt`)
  await add(...many)
  await expect(live).toHaveText('Added 300 items to “Files”.')
  // One sentence for the whole drop.
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
    'Added 300 items to “Files”.'
  ])
  await add('00x.txt', '00y.txt')
  await expect(live).toHaveText('Added 2 items to “Files”.')
  await fileRow(page, '00x.txt').click()
  await page.keyboard.press('Delete')
  await expect(fileRow(page, '00x.txt')).toHaveCount(0)
  await expect(live).toHaveText('Deleted “00x.txt”.')

  await page.keyboard.press('Control+z')
  await expect(fileRow(page, '00x.txt')).toBeVisible()
  await expect(live).toHaveText('Undone: Deleted “00x.txt”.')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('300 items', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Drop files here.')).toBeVisible()
  for (const left of ['300 items', '302 items', '301 items']) {
    await page.keyboard.press('Control+Shift+z')
    await expect(page.getByText(left, { exact: true })).toBeVisible()
  }
  expect((await nodeEntries(page)).includes('00x.txt')).toBe(false)
})

test('the Bin keeps deleted items, restores them, and empties', async ({ page }) => {
  await writeFiles(page, '/a.txt', '/b.txt', '/c/d.txt')
  await fileRow(page, 'a.txt').click()
  await page.keyboard.press('Delete')
  await expect(fileRow(page, 'a.txt')).toHaveCount(0)
  await fileRow(page, 'c').getByRole('link').click()
  await fileRow(page, 'd.txt').click()
  await page.keyboard.press('Delete')
  await expect(page.getByText('This folder is empty.')).toBeVisible()

  // The folder of the Bin is hidden.
  await openSection(page, '#/')
  await expect.poll(async () => await listedNames(page)).toEqual(['c', 'b.txt'])
  expect(await nodeEntries(page)).toContain('.bin')
  await page.getByRole('link', { name: 'Bin', exact: true }).click()
  await expect.poll(async () => await listedNames(page)).toEqual(['d.txt', 'a.txt'])
  await expect(fileRow(page, 'd.txt')).toContainText('Files / c')
  expect(await violations(page)).toEqual([])
  await rpc(page, 'files/rm?arg=/c&recursive=true')
  await act(page, 'd.txt', 'Restore')
  await expect.poll(async () => await listedNames(page)).toEqual(['a.txt'])
  // A missing folder is created again.
  expect(await nodeEntries(page, '/c')).toEqual(['d.txt'])

  await page.getByRole('button', { name: 'Empty the Bin' }).click()
  await expect(page.getByText('The Bin is empty.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => await listedNames(page)).toEqual(['a.txt'])

  // Items leave by themselves after 30 days.
  const [deletion] = await nodeEntries(page, '/.bin')
  const old = deletion.replace(/^\d+/, String(Date.now() - 31 * 86_400_000))
  await rpc(page, `files/mv?arg=${encodeURIComponent(`/.bin/${deletion}`)}&arg=${encodeURIComponent(`/.bin/${old}`)}`)
  await page.reload()
  await isReady(page)
  await expect(page.getByText('The Bin is empty.')).toBeVisible()
  expect(await nodeEntries(page, '/.bin')).toEqual([])
})

test('recent items of all folders, the latest first', async ({ page }) => {
  await writeFiles(page, '/old/one.txt')
  await fileRow(page, 'old').getByRole('link').click()
  await page.locator('[data-pick=files]').setInputFiles({
    name: 'two.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('two')
  })
  await expect(fileRow(page, 'two.txt')).toBeVisible()
  await rpc(page, 'files/touch?arg=/old/one.txt&mtime=1700000000')
  await page.getByRole('link', { name: 'Recent', exact: true }).click()
  await expect.poll(async () => await listedNames(page)).toEqual(['two.txt', 'one.txt'])
  await expect(fileRow(page, 'two.txt')).toContainText('Files / old')
  await act(page, 'one.txt', 'Show in Files')
  await expect(page.getByRole('heading', { name: 'old', exact: true })).toBeVisible()
})

test('leads from a missing folder to its nearest parent, with an error message to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await rpc(page, 'files/mkdir?arg=/above/it&parents=true')
  await page.evaluate(() => {
    location.hash = '#/files/above/it/none/deeper/still'
  })
  await expect(page.getByRole('alert')).toContainText('It is not in Files.')
  await page.getByText('Details').click()
  await page.getByRole('button', { name: 'Copy: Details' }).click()
  await expect(page.getByRole('alert')).toContainText('Copied')
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toMatch(
    new RegExp(
      String.raw`^It is not in Files\.\n[^]*file does not exist\n\nPage: \S+, at #/files\nWorker: \S+\n` +
        String.raw`Node: ready, .*\nBrowser: Mozilla`
    )
  )
  await page.getByRole('alert').getByRole('link', { name: 'To it' }).click()
  await expect(page.getByRole('heading', { name: 'it', exact: true })).toBeFocused()
  expect(new URL(page.url()).hash).toBe('#/files/above/it')
})
