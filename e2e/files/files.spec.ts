import { unzipSync } from 'fflate'
import { readFile, utimes } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { encodeCar } from '../../src/testing/dag/car-fixtures.ts'
import { rawLeaf, smallDag } from '../../src/testing/dag/small-dag.ts'
import {
  act,
  chooseNew,
  drop,
  fileRow,
  HELLO,
  isReady,
  listedNames,
  openSection,
  region,
  showDeveloperDetails,
  uploadRow,
  withFolder
} from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { violations } from '../fixtures/page/violations.ts'
import { rpc } from '../fixtures/site/site.ts'

const grid = (page: Page): Locator => page.getByRole('grid')
const row = fileRow
const names = listedNames
/** The bar with the actions of the selected items. */
const bar = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })

/** Returns the entries that the node itself lists. */
async function inNode (page: Page, path = '/'): Promise<string[]> {
  const { Entries } = JSON.parse((await rpc(page, `files/ls?arg=${encodeURIComponent(path)}`)).text) as {
    Entries: Array<{ Name: string }> | null
  }
  return Entries?.map(({ Name }) => Name) ?? []
}

async function writeFiles (page: Page, ...paths: string[]): Promise<void> {
  await page.evaluate(async (paths) => {
    for (const path of paths) {
      const body = new FormData()
      body.append('data', new Blob([`this is ${path}`]))
      const query = new URLSearchParams({ arg: path, create: 'true', parents: 'true' })
      const { ok } = await fetch(`/api/v0/files/write?${query}`, { method: 'POST', body })
      if (!ok) {
        throw new Error(path)
      }
    }
  }, paths)
}

test.beforeEach(async ({ page, site }) => {
  await page.goto(`${site.origin}/#/files`)
  await isReady(page)
})

test('uploads from an empty folder, replaces a file by another of its name, and keeps the date of a renamed one', async ({ page }) => {
  const pickFile = async (open: () => Promise<void>, text: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await open()
    await (await chooser).setFiles({ name: 'index.html', mimeType: 'text/html', buffer: Buffer.from(text) })
  }
  const read = async (path: string): Promise<string> =>
    (await rpc(page, `files/read?arg=${encodeURIComponent(path)}`)).text

  await pickFile(async () => {
    await page.getByRole('main').getByRole('button', { name: 'Upload files' }).click()
  }, 'one')
  await expect(row(page, 'index.html')).toBeVisible()
  await expect(row(page, 'index.html').locator('time')).toBeVisible()

  await pickFile(async () => {
    await chooseNew(page, 'Upload files')
  }, 'two')
  await expect(row(page, 'index (2).html')).toBeVisible()
  await page.getByRole('button', { name: 'Replace existing' }).click()
  await expect(page.getByText('Replaced “index.html”').first()).toBeVisible()
  expect(await read('/index.html')).toBe('two')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(row(page, 'index (2).html')).toBeVisible()
  expect(await read('/index.html')).toBe('one')
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await expect(row(page, 'index (2).html')).toBeHidden()

  await act(page, 'index.html', 'Rename')
  await page.getByLabel('New name').fill('home.html')
  await page.keyboard.press('Enter')
  await expect(row(page, 'home.html').locator('time')).toBeVisible()

  await openSection(page, '#/bin')
  await expect(row(page, 'index.html')).toContainText('Files')
})

test('organizes files: creates a folder, moves files into it, renames, moves and undoes', async ({ page }) => {
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await chooseNew(page, 'New folder')
  await page.getByLabel('Name of the new folder').fill('a/b')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('A name cannot contain “/”.')
  await page.getByLabel('Name of the new folder').fill('photos & ü')
  await page.keyboard.press('Enter')
  await row(page, 'photos & ü').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'photos & ü' })).toBeFocused()

  await page.locator('[data-pick=files]').setInputFiles([{
    name: HELLO.name,
    mimeType: 'text/plain',
    buffer: Buffer.from(HELLO.text)
  }])
  await expect(row(page, HELLO.name)).toContainText('5 bytes')
  await page.locator('[data-pick=files]').setInputFiles([{
    name: HELLO.name,
    mimeType: 'text/plain',
    buffer: Buffer.from('another one')
  }])
  await expect(row(page, 'hello (2).txt')).toBeVisible()
  expect(await inNode(page, '/photos & ü')).toEqual(['hello (2).txt', HELLO.name])
  expect((await rpc(page, 'pin/ls?type=recursive&names=true')).text).not.toContain('hello')

  await row(page, HELLO.name).getByRole('checkbox').check()
  await bar(page, `Actions for ${HELLO.name}`).getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('hello (2).txt')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This name is already taken.')
  await page.getByLabel('New name').fill('first.txt')
  await page.keyboard.press('Enter')
  await expect(row(page, 'first.txt')).toHaveAttribute('aria-selected', 'true')

  await act(page, 'first.txt', 'Cut')
  await page.getByRole('navigation', { name: 'Parent folders' }).getByRole('link', { name: 'Files' }).click()
  await page.getByRole('button', { name: 'Paste “first.txt”' }).click()
  await expect(row(page, 'first.txt')).toBeVisible()
  expect([await inNode(page), await inNode(page, '/photos & ü')]).toEqual([['first.txt', 'photos & ü'], [
    'hello (2).txt'
  ]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'first.txt')).toHaveCount(0)
  expect(await inNode(page, '/photos & ü')).toEqual(['first.txt', 'hello (2).txt'])

  await page.goBack()
  await expect(row(page, 'first.txt')).toBeVisible()
  await page.goForward()
  await expect(row(page, 'photos & ü')).toBeVisible()
})

test('undoes and redoes a deletion, also in another open tab', async ({ page, context, site }) => {
  await writeFiles(page, '/a.txt', '/b.txt', '/c/d.txt')
  await expect.poll(async () => await names(page)).toEqual(['c', 'a.txt', 'b.txt'])
  const other = await context.newPage()
  await other.goto(`${site.origin}/#/files`)
  await expect(row(other, 'a.txt')).toBeVisible()

  await row(page, 'c').click()
  await row(page, 'b.txt').click({ modifiers: ['Shift'] })
  await bar(page, 'Actions for 3 items').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 3 items.').first()).toBeVisible()
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await other.bringToFront()
  await expect(other.getByText('Drop files here.')).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => await names(page)).toEqual(['c', 'a.txt', 'b.txt'])
  expect(await inNode(page, '/c')).toEqual(['d.txt'])
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => await names(page)).toEqual(['c', 'a.txt', 'b.txt'])
})

test('A1 and A12: undoes one action per step, the latest first, and announces a drop of 300 files once', async ({ page }) => {
  const add = async (...files: string[]): Promise<void> => {
    await page.locator('[data-pick=files]').setInputFiles(
      files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }))
    )
    await expect(row(page, files[0])).toBeVisible()
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
  await row(page, '00x.txt').click()
  await page.keyboard.press('Delete')
  await expect(row(page, '00x.txt')).toHaveCount(0)
  await expect(live).toHaveText('Deleted “00x.txt”.')

  await page.keyboard.press('Control+z')
  await expect(row(page, '00x.txt')).toBeVisible()
  await expect(live).toHaveText('Undone: Deleted “00x.txt”.')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('300 items', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Drop files here.')).toBeVisible()
  for (const left of ['300 items', '302 items', '301 items']) {
    await page.keyboard.press('Control+Shift+z')
    await expect(page.getByText(left, { exact: true })).toBeVisible()
  }
  expect((await inNode(page)).includes('00x.txt')).toBe(false)
})

test('the Bin keeps deleted items, restores them, and empties', async ({ page }) => {
  await writeFiles(page, '/a.txt', '/b.txt', '/c/d.txt')
  await row(page, 'a.txt').click()
  await page.keyboard.press('Delete')
  await expect(row(page, 'a.txt')).toHaveCount(0)
  await row(page, 'c').getByRole('link').click()
  await row(page, 'd.txt').click()
  await page.keyboard.press('Delete')
  await expect(page.getByText('This folder is empty.')).toBeVisible()

  // The folder of the Bin is hidden.
  await openSection(page, '#/')
  await expect.poll(async () => await names(page)).toEqual(['c', 'b.txt'])
  expect(await inNode(page)).toContain('.bin')
  await page.getByRole('link', { name: 'Bin', exact: true }).click()
  await expect.poll(async () => await names(page)).toEqual(['d.txt', 'a.txt'])
  await expect(row(page, 'd.txt')).toContainText('Files / c')
  expect(await violations(page)).toEqual([])
  await rpc(page, 'files/rm?arg=/c&recursive=true')
  await act(page, 'd.txt', 'Restore')
  await expect.poll(async () => await names(page)).toEqual(['a.txt'])
  // A missing folder is created again.
  expect(await inNode(page, '/c')).toEqual(['d.txt'])

  await page.getByRole('button', { name: 'Empty the Bin' }).click()
  await expect(page.getByText('The Bin is empty.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => await names(page)).toEqual(['a.txt'])

  // Items leave by themselves after 30 days.
  const [deletion] = await inNode(page, '/.bin')
  const old = deletion.replace(/^\d+/, String(Date.now() - 31 * 86_400_000))
  await rpc(page, `files/mv?arg=${encodeURIComponent(`/.bin/${deletion}`)}&arg=${encodeURIComponent(`/.bin/${old}`)}`)
  await page.reload()
  await isReady(page)
  await expect(page.getByText('The Bin is empty.')).toBeVisible()
  expect(await inNode(page, '/.bin')).toEqual([])
})

test('recent items of all folders, the latest first', async ({ page }) => {
  await writeFiles(page, '/old/one.txt')
  await row(page, 'old').getByRole('link').click()
  await page.locator('[data-pick=files]').setInputFiles({
    name: 'two.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('two')
  })
  await expect(row(page, 'two.txt')).toBeVisible()
  await rpc(page, 'files/touch?arg=/old/one.txt&mtime=1700000000')
  await page.getByRole('link', { name: 'Recent', exact: true }).click()
  await expect.poll(async () => await names(page)).toEqual(['two.txt', 'one.txt'])
  await expect(row(page, 'two.txt')).toContainText('Files / old')
  await act(page, 'one.txt', 'Show in Files')
  await expect(page.getByRole('heading', { name: 'old', exact: true })).toBeVisible()
})

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
    await bar(page, 'Actions for 2 items').getByRole('button', { name: 'Download as ZIP' }).click()
  })
  expect([name, Object.keys(files).length, files['b.txt']]).toEqual(['Files.zip', 4, 'this is /b.txt'])
})

test('A9: names the target while files are dragged, in every section', async ({ page }) => {
  await rpc(page, 'files/mkdir?arg=/photos')
  const over = async (): Promise<void> => {
    const session = await page.context().newCDPSession(page)
    const data = { items: [], files: ['/etc/hostname'], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 300, y: 200, data })
    }
    await session.detach()
  }
  for (
    const [hash, target] of [
      ['#/', 'Files'],
      ['#/files/photos', 'photos'],
      ['#/recent', 'Files'],
      ['#/pinned', 'Files'],
      ['#/explore', 'Files'],
      ['#/console', 'Files'],
      ['#/node/peers', 'Files']
    ]
  ) {
    await openSection(page, hash)
    await over()
    await expect(page.getByText(`Drop to add to ${target}`)).toBeInViewport({ ratio: 1 })
  }
  // A drop in another section adds to the root, and the section stays.
  await withFolder({ 'a.txt': 'a' }, async (folder) => {
    await drop(page, `${folder}/a.txt`)
    await expect(page.getByText('Added “a.txt” to “Files”.').first()).toBeVisible()
  })
  expect(new URL(page.url()).hash).toBe('#/node/peers')
  expect(await inNode(page)).toEqual(['a.txt', 'photos'])
})

test('A5: a question about a CAR stays in the folder that asked it', async ({ page }) => {
  const leaf = rawLeaf('a page')
  const car = Buffer.from(await encodeCar([leaf.cid], [leaf]))
  await rpc(page, 'files/mkdir?arg=/d')
  await openSection(page, '#/files/d')
  await page.locator('[data-pick=files]').setInputFiles([{ name: 'x.car', mimeType: '', buffer: car }])
  const question = page.getByRole('alertdialog', { name: /^Import/ })
  await expect(question).toContainText('x.car')
  await openSection(page, '#/')
  await expect(page.getByRole('heading', { name: 'Files', exact: true })).toBeVisible()
  await expect(question).toHaveCount(0)
  await page.locator('[data-pick=files]').setInputFiles([{ name: 'y.car', mimeType: '', buffer: car }])
  await expect(question).toContainText('y.car')
  await question.getByRole('button', { name: 'Import contents' }).click()
  await expect(row(page, 'y')).toBeVisible()
  await openSection(page, '#/files/d')
  await question.getByRole('button', { name: 'Import contents' }).click()
  await expect(row(page, 'x')).toBeVisible()
  expect(await inNode(page, '/d')).toEqual(['x'])
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
  await expect.poll(async () => await names(page)).toEqual(['folder', 'a.txt', 'b.txt'])
  await grid(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'a.txt')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('F2')
  await expect(page.getByLabel('New name')).toBeFocused()
  await page.keyboard.type('z')
  await page.keyboard.press('Enter')
  await expect(row(page, 'z.txt')).toHaveAttribute('aria-selected', 'true')

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
  await expect(row(page, 'z.txt')).toBeVisible()
  expect(await inNode(page, '/folder')).toEqual(['x.txt', 'z.txt'])
  await grid(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'folder', exact: true })).toBeFocused()
  await page.getByRole('navigation', { name: 'Parent folders' }).getByRole('link', { name: 'Files' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => await names(page)).toEqual(['folder', 'b.txt', 'z.txt'])
  await grid(page).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('FOLD')
  await expect.poll(async () => await names(page)).toEqual(['folder'])
  await grid(page).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
})

test('shows known dates, and stores dates of added files on request', async ({ page }) => {
  await showDeveloperDetails(page)
  const time = (name: string): Locator => row(page, name).locator('time')
  const changed = new Date('2021-04-05T06:07:08.009Z')

  await withFolder({ 'd/old.txt': 'old', 'plain.txt': HELLO.text }, async (folder) => {
    await utimes(`${folder}/d/old.txt`, changed, changed)
    await drop(page, `${folder}/plain.txt`)
    await expect.poll(async () => await names(page)).toEqual(['plain.txt'])
    // It shows when it was added, and its CID is the standard one.
    await expect(time('plain.txt')).toHaveAttribute('title', /^Added/)
    expect(JSON.parse((await rpc(page, 'files/stat?arg=/plain.txt')).text)).toMatchObject({ Hash: HELLO.cid })

    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Preserve modified dates' }).click()
    await drop(page, `${folder}/d`)
    await expect.poll(async () => await names(page)).toEqual(['d', 'plain.txt'])
  })

  await expect(
    page.getByRole('link', {
      name:
        'In the console: ipfs add --cid-version=1 --pin=false --to-files=/d --preserve-mtime=true --recursive=true d'
    })
  ).toBeVisible()
  await row(page, 'd').getByRole('link').click()
  await expect(time('old.txt')).toHaveAttribute('datetime', changed.toISOString())
  await expect(time('old.txt')).toHaveAttribute('title', /^Modified April 5, 2021/)
  expect(JSON.parse((await rpc(page, 'files/stat?arg=/d/old.txt')).text)).toMatchObject({
    Mtime: 1_617_602_828,
    MtimeNsecs: 9_000_000
  })

  // An item that another client added and pinned shows when it was pinned.
  await page.goBack()
  await writeFiles(page, '/late.txt')
  await rpc(page, `files/touch?arg=/plain.txt&mtime=1700000000`)
  const { Hash } = JSON.parse((await rpc(page, 'files/stat?arg=/late.txt')).text) as { Hash: string }
  await rpc(page, `pin/add?arg=${Hash}`)
  await expect(time('late.txt')).toHaveAttribute('title', /^Added/)
  await grid(page).getByRole('columnheader', { name: 'Date' }).getByRole('button').click()
  await expect.poll(async () => await names(page)).toEqual(['d', 'late.txt', 'plain.txt'])
})

test('drops folders on the page, and entries on a folder', async ({ page }) => {
  await showDeveloperDetails(page)
  await withFolder({ 'deep/a.txt': 'a', 'deep/deeper/b.txt': 'b', 'c.txt': 'c' }, async (folder) => {
    await drop(page, `${folder}/deep`, `${folder}/c.txt`)
    await expect.poll(async () => await names(page)).toEqual(['deep', 'c.txt'])
    // Each is shown once; the import can be undone like other actions.
    await expect(page.getByText('Added 2 items to “Files”.').first()).toBeVisible()
    await expect(region(page, /^(Uploading|Uploads)/)).toHaveCount(0)
    await expect(
      page.getByRole('link', {
        name: 'In the console: ipfs add --cid-version=1 --pin=false --to-files=/deep --recursive=true deep'
      })
    ).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => await names(page)).toEqual([])
    await drop(page, `${folder}/deep`, `${folder}/c.txt`)
    await expect.poll(async () => await names(page)).toEqual(['deep', 'c.txt'])
  })
  await row(page, 'c.txt').dragTo(row(page, 'deep'))
  await expect(row(page, 'c.txt')).toHaveCount(0)
  expect(await inNode(page, '/deep')).toEqual(['a.txt', 'c.txt', 'deeper'])
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
    /^It is not in Files\.\n[^]*file does not exist\n\nPage: \S+, at #\/files\nWorker: \S+\nNode: ready, .*\nBrowser: Mozilla/
  )
  await page.getByRole('alert').getByRole('link', { name: 'To it' }).click()
  await expect(page.getByRole('heading', { name: 'it', exact: true })).toBeFocused()
  expect(new URL(page.url()).hash).toBe('#/files/above/it')
})

test('B11: adds content by its CID, and rejects an invalid one', async ({ page }) => {
  await rpc(page, 'config?arg=HTTPRetrieval.Enabled&arg=false&bool=true')
  const cid = await page.evaluate(async () => {
    const body = new FormData()
    body.append('file', new Blob(['a content']))
    return (JSON.parse(await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()) as {
      Hash: string
    }).Hash
  })
  await chooseNew(page, 'From IPFS…')
  await page.getByLabel('CIDs, paths or links').fill('what is it')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('isn’t a CID')
  await page.getByLabel('CIDs, paths or links').fill(`https://dweb.link/ipfs/${cid}`)
  await page.keyboard.press('Enter')
  await expect(row(page, cid)).toBeVisible()
  expect(await inNode(page)).toEqual([cid])
})

test('shows a refusal in view on a phone, in plain words, until it is dismissed', async ({ page, quiet }) => {
  quiet.allow(/500/)
  await page.setViewportSize({ width: 360, height: 640 })
  await writeFiles(page, '/folder/a.txt')
  await expect(row(page, 'folder')).toBeVisible() // The form validates against the loaded list.
  await chooseNew(page, 'New folder')
  await page.keyboard.type('folder')
  await page.keyboard.press('Enter')
  await expect(page.locator('#ask-problem')).toHaveText('This name is already taken.')
  await expect(page.locator('#ask-problem')).toBeInViewport({ ratio: 1 })
  const [said, bar] = await Promise.all([
    page.locator('#ask-problem').boundingBox(),
    page.getByRole('navigation', { name: 'Sections' }).boundingBox()
  ])
  expect(said!.y + said!.height).toBeLessThanOrEqual(bar!.y)
  await page.keyboard.press('Escape')

  await chooseNew(page, 'From IPFS…')
  await page.getByLabel('CIDs, paths or links').fill('/ipfs/no-cid')
  await page.keyboard.press('Enter')
  const notice = page.getByRole('alert').filter({
    hasText: 'That isn’t a valid IPFS address. Check for typos.'
  })
  await expect(notice).toBeVisible()
  await expect(notice).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(notice).toHaveCount(0)
})

test('shows large images in a grid, by the keyboard too, and filters by type', async ({ page }) => {
  await writeFiles(page, ...Array.from({ length: 30 }, (_, i) => `/n${i}.txt`), '/z.png')
  await expect(page.getByText('31 items', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('image')
  await expect.poll(async () => await names(page)).toEqual(['z.png'])
  await page.getByRole('combobox', { name: 'Type' }).selectOption('all')
  await page.getByRole('button', { name: 'Grid view' }).click()
  const [first, second] = [await row(page, 'n0.txt').boundingBox(), await row(page, 'n1.txt').boundingBox()]
  expect([second?.y, second!.x > first!.x]).toEqual([first?.y, true])
  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'n1.txt')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  const below = await grid(page).getByRole('row', { selected: true }).boundingBox()
  expect([below?.x, below!.y > second!.y]).toEqual([second?.x, true])
  await page.keyboard.press('End')
  await expect(row(page, 'z.png')).toBeInViewport({ ratio: 0.9 })
  expect(await violations(page)).toEqual([])
  // The choice is remembered.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Grid view' })).toHaveAttribute('aria-pressed', 'true')

  // On a phone too: the size is on a line below the name.
  await page.setViewportSize({ width: 360, height: 740 })

  // Just after the resize, rows still have the old layout.
  await expect(async () => {
    const name = await row(page, 'n0.txt').getByRole('link', { name: 'n0.txt' }).boundingBox()
    const size = await row(page, 'n0.txt').locator('.item-size').boundingBox()
    expect(size!.y).toBeGreaterThan(name!.y)
    expect(size!.height).toBeLessThan(40)
  }).toPass({ timeout: 5000 })
})

test('views, pins, downloads and shares the selection', async ({ page }) => {
  await writeFiles(page, '/a.txt', '/b.txt', '/folder/c.txt')
  await expect(row(page, 'a.txt')).toContainText('On this device')
  await act(page, 'a.txt', 'Pin')
  await expect(row(page, 'a.txt')).toContainText('Pinned')
  expect((await rpc(page, 'pin/ls?type=recursive&names=true')).text).toContain('"a.txt"')
  expect(await violations(page)).toEqual([])
  await act(page, 'a.txt', 'Unpin')
  await expect(page.getByText('Unpinned “a.txt”.').first()).toBeVisible()
  expect((await rpc(page, 'pin/ls?type=recursive&names=true')).text).not.toContain('"a.txt"')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'a.txt')).toContainText('Pinned')

  await grid(page).focus()
  await page.keyboard.press('Control+a')
  const all = bar(page, 'Actions for 3 items')
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
  await expect.poll(async () => await names(page)).toEqual(['3 items'])
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
  const mark = (name: string): Locator => row(page, name).locator('.item-state')
  await expect(mark('part.bin')).toContainText('Partly on this device')
  await expect(mark('folder')).toContainText('Partly on this device')
  await expect(mark('whole.bin')).toHaveText('On this device')
  await expect(row(page, 'part.bin').getByRole('gridcell', { name: 'Partly on this device' })).toBeVisible()

  // Removes a root block.
  await rpc(page, `block/rm?arg=${alone}`)
  await page.reload()
  await isReady(page)
  await expect(mark('alone.bin')).toContainText('Not on this device')
  await expect(mark('part.bin')).toContainText('Partly on this device')
  await expect(mark('whole.bin')).toHaveText('On this device')
  await page.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await row(page, 'alone.bin').click()
  await expect(details).toContainText('Not on this device')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Grid view' }).click()
  await expect(mark('alone.bin')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Grid view' }).click()

  // The missing blocks arrive.
  await row(page, 'part.bin').click()
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

test('shows details next to the list; selecting moves nothing', async ({ page }) => {
  await writeFiles(page, '/notes/a.txt', '/notes/b.txt', '/notes/broken.png')
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(30, 20)
    canvas.getContext('2d')!.fillRect(0, 0, 30, 20)
    const body = new FormData()
    body.append('data', await canvas.convertToBlob())
    await fetch('/api/v0/files/write?arg=/notes/drawn.png&create=true', { method: 'POST', body })
  })
  await row(page, 'notes').getByRole('link').click()
  await expect(row(page, 'drawn.png')).toBeVisible()
  await page.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText('Select an item')

  const place = await grid(page).boundingBox()
  await row(page, 'drawn.png').click()
  await expect(details.getByRole('heading', { name: 'drawn.png' })).toBeVisible()
  await expect(details).toContainText('Image')
  await expect.poll(async () =>
    await details.locator('img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  ).toEqual([30, 20])
  expect(await grid(page).boundingBox()).toEqual(place)
  // An invalid image is shown as a file.
  await row(page, 'broken.png').click()
  await expect(details.getByRole('heading', { name: 'broken.png' })).toBeVisible()
  await expect(details.locator('img')).toHaveCount(0)
  await expect(row(page, 'broken.png').locator('img')).toHaveCount(0)
  await row(page, 'a.txt').click({ modifiers: ['Shift'] })
  await expect(details.getByRole('heading', { name: '3 items selected' })).toBeVisible()
  await expect(details).toContainText(/\d+ bytes in 3 files/)
  expect(await grid(page).boundingBox()).toEqual(place)

  // On a phone the actions are icons above the list.
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(bar(page, 'Actions for 3 items').getByRole('button', { name: 'Delete' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await violations(page)).toEqual([])

  // An opened file is shown over its folder.
  await page.setViewportSize({ width: 1200, height: 900 })
  await row(page, 'a.txt').click()
  await grid(page).press('Enter')
  await expect(page.getByRole('region', { name: 'Content of a.txt' })).toContainText('this is /notes/a.txt')
  expect(new URL(page.url()).hash).toBe('#/files/notes/a.txt?view')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'a.txt')).toBeVisible()
})

test('adds the content of a CAR to the folder, or the archive itself', async ({ page }) => {
  const leaf = rawLeaf('a page')
  const car = { name: 'a page.car', mimeType: '', buffer: Buffer.from(await encodeCar([leaf.cid], [leaf])) }
  await page.locator('[data-pick=files]').setInputFiles([car])
  const question = page.getByRole('alertdialog', { name: 'Import a page.car?' })
  await expect(question).toContainText('Import its contents into this folder')
  await expect(question.getByRole('button', { name: 'Import contents' })).toBeFocused()
  await question.getByRole('button', { name: 'Keep as file' }).click()
  await expect(row(page, 'a page.car')).toBeVisible()
  await page.locator('[data-pick=files]').setInputFiles([{ ...car, name: 'another.car' }])
  await page.getByRole('button', { name: 'Import contents' }).click()
  await expect(row(page, 'another')).toBeVisible()
  expect(await inNode(page)).toEqual(['a page.car', 'another'])
  expect((await rpc(page, 'files/stat?arg=/another')).text).toContain(`"${leaf.cid}"`)
  // MFS keeps it there, without an additional pin.
  expect((await rpc(page, 'pin/ls?type=recursive')).text).not.toContain(String(leaf.cid))

  const dag = smallDag('no file')
  await page.locator('[data-pick=files]').setInputFiles([{
    name: 'values.car',
    mimeType: '',
    buffer: Buffer.from(await encodeCar([dag.root], dag.blocks))
  }])
  await page.getByRole('button', { name: 'Import contents' }).click()
  await expect(uploadRow(page, 'values.car')).toContainText('1 root is not a file or folder. It is pinned')
  expect((await rpc(page, 'pin/ls?type=recursive')).text).toContain(String(dag.root))
  expect(await inNode(page)).toEqual(['a page.car', 'another'])
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
  await row(page, 'many').getByRole('link').click()
  await expect(region(page, 'many').getByText('20,000 items', { exact: true })).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('End')
  await expect(row(page, 'file 19999.txt')).toBeInViewport({ ratio: 0.9 })
  expect(await grid(page).getByRole('row').count()).toBeLessThan(80)
  await page.keyboard.press('/')
  await page.keyboard.type('file 12345')
  await expect.poll(async () => await names(page)).toEqual(['file 12345.txt'])
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
      await row(page, 'b.txt').click()
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
