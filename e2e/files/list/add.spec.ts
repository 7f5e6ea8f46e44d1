import { utimes } from 'node:fs/promises'
import type { Locator } from 'playwright'
import { encodeCar } from '../../../src/testing/dag/car-fixtures.ts'
import { rawLeaf, smallDag } from '../../../src/testing/dag/small-dag.ts'
import {
  act,
  chooseNew,
  drop,
  fileRow,
  HELLO,
  listedNames,
  openSection,
  region,
  showDeveloperDetails,
  uploadRow,
  withFolder
} from '../../fixtures/page/page.ts'
import { rpc } from '../../fixtures/site/site.ts'
import { expect, grid, nodeEntries, test, writeFiles } from './file-list.ts'

test('uploads, replaces a file by another of its name, and keeps the date of a renamed one', async ({ page }) => {
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
  await expect(fileRow(page, 'index.html')).toBeVisible()
  await expect(fileRow(page, 'index.html').locator('time')).toBeVisible()

  await pickFile(async () => {
    await chooseNew(page, 'Upload files')
  }, 'two')
  await expect(fileRow(page, 'index (2).html')).toBeVisible()
  await page.getByRole('button', { name: 'Replace existing' }).click()
  await expect(page.getByText('Replaced “index.html”').first()).toBeVisible()
  expect(await read('/index.html')).toBe('two')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(fileRow(page, 'index (2).html')).toBeVisible()
  expect(await read('/index.html')).toBe('one')
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await expect(fileRow(page, 'index (2).html')).toBeHidden()

  await act(page, 'index.html', 'Rename')
  await page.getByLabel('New name').fill('home.html')
  await page.keyboard.press('Enter')
  await expect(fileRow(page, 'home.html').locator('time')).toBeVisible()

  await openSection(page, '#/bin')
  await expect(fileRow(page, 'index.html')).toContainText('Files')
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
  expect(await nodeEntries(page)).toEqual(['a.txt', 'photos'])
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
  await expect(fileRow(page, 'y')).toBeVisible()
  await openSection(page, '#/files/d')
  await question.getByRole('button', { name: 'Import contents' }).click()
  await expect(fileRow(page, 'x')).toBeVisible()
  expect(await nodeEntries(page, '/d')).toEqual(['x'])
})

test('shows known dates, and stores dates of added files on request', async ({ page }) => {
  await showDeveloperDetails(page)
  const time = (name: string): Locator => fileRow(page, name).locator('time')
  const changed = new Date('2021-04-05T06:07:08.009Z')

  await withFolder({ 'd/old.txt': 'old', 'plain.txt': HELLO.text }, async (folder) => {
    await utimes(`${folder}/d/old.txt`, changed, changed)
    await drop(page, `${folder}/plain.txt`)
    await expect.poll(async () => await listedNames(page)).toEqual(['plain.txt'])
    // It shows when it was added, and its CID is the standard one.
    await expect(time('plain.txt')).toHaveAttribute('title', /^Added/)
    expect(JSON.parse((await rpc(page, 'files/stat?arg=/plain.txt')).text)).toMatchObject({ Hash: HELLO.cid })

    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Preserve modified dates' }).click()
    await drop(page, `${folder}/d`)
    await expect.poll(async () => await listedNames(page)).toEqual(['d', 'plain.txt'])
  })

  await expect(
    page.getByRole('link', {
      name:
        'In the console: ipfs add --cid-version=1 --pin=false --to-files=/d --preserve-mtime=true --recursive=true d'
    })
  ).toBeVisible()
  await fileRow(page, 'd').getByRole('link').click()
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
  await expect.poll(async () => await listedNames(page)).toEqual(['d', 'late.txt', 'plain.txt'])
})

test('drops folders on the page, and entries on a folder', async ({ page }) => {
  await showDeveloperDetails(page)
  await withFolder({ 'deep/a.txt': 'a', 'deep/deeper/b.txt': 'b', 'c.txt': 'c' }, async (folder) => {
    await drop(page, `${folder}/deep`, `${folder}/c.txt`)
    await expect.poll(async () => await listedNames(page)).toEqual(['deep', 'c.txt'])
    // Each is shown once; the import can be undone like other actions.
    await expect(page.getByText('Added 2 items to “Files”.').first()).toBeVisible()
    await expect(region(page, /^(Uploading|Uploads)/)).toHaveCount(0)
    await expect(
      page.getByRole('link', {
        name: 'In the console: ipfs add --cid-version=1 --pin=false --to-files=/deep --recursive=true deep'
      })
    ).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => await listedNames(page)).toEqual([])
    await drop(page, `${folder}/deep`, `${folder}/c.txt`)
    await expect.poll(async () => await listedNames(page)).toEqual(['deep', 'c.txt'])
  })
  await fileRow(page, 'c.txt').dragTo(fileRow(page, 'deep'))
  await expect(fileRow(page, 'c.txt')).toHaveCount(0)
  expect(await nodeEntries(page, '/deep')).toEqual(['a.txt', 'c.txt', 'deeper'])
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
  await expect(fileRow(page, cid)).toBeVisible()
  expect(await nodeEntries(page)).toEqual([cid])
})

test('shows a refusal in view on a phone, in plain words, until it is dismissed', async ({ page, quiet }) => {
  quiet.allow(/500/)
  await page.setViewportSize({ width: 360, height: 640 })
  await writeFiles(page, '/folder/a.txt')
  await expect(fileRow(page, 'folder')).toBeVisible() // The form validates against the loaded list.
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

test('adds the content of a CAR to the folder, or the archive itself', async ({ page }) => {
  const leaf = rawLeaf('a page')
  const car = { name: 'a page.car', mimeType: '', buffer: Buffer.from(await encodeCar([leaf.cid], [leaf])) }
  await page.locator('[data-pick=files]').setInputFiles([car])
  const question = page.getByRole('alertdialog', { name: 'Import a page.car?' })
  await expect(question).toContainText('Import its contents into this folder')
  await expect(question.getByRole('button', { name: 'Import contents' })).toBeFocused()
  await question.getByRole('button', { name: 'Keep as file' }).click()
  await expect(fileRow(page, 'a page.car')).toBeVisible()
  await page.locator('[data-pick=files]').setInputFiles([{ ...car, name: 'another.car' }])
  await page.getByRole('button', { name: 'Import contents' }).click()
  await expect(fileRow(page, 'another')).toBeVisible()
  expect(await nodeEntries(page)).toEqual(['a page.car', 'another'])
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
  expect(await nodeEntries(page)).toEqual(['a page.car', 'another'])
})
