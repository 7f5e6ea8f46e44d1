import { readFile, utimes } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { encodeCar } from '../src/testing/car-fixtures.ts'
import { rawLeaf, smallDag } from '../src/testing/small-dag.ts'
import { drop, HELLO, isReady, region, uploadRow, withFolder } from './fixtures/page.ts'
import { expect, test } from './fixtures/quiet-installed.ts'
import { rpc } from './fixtures/site.ts'
import { violations } from './fixtures/violations.ts'

const grid = (page: Page): Locator => page.getByRole('grid')
const row = (page: Page, name: string): Locator =>
  grid(page).getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }) })
const names = async (page: Page): Promise<string[]> => await grid(page).locator('.files-name a').allInnerTexts()

/** Returns the entries that the node itself lists. */
async function inNode (page: Page, path = '/'): Promise<string[]> {
  const { Entries } = JSON.parse((await rpc(page, `files/ls?arg=${encodeURIComponent(path)}`)).text) as {
    Entries: Array<{ Name: string }> | null
  }
  return Entries?.map(({ Name }) => Name) ?? []
}

async function write (page: Page, ...paths: string[]): Promise<void> {
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

test('organizes files: creates a folder, moves files into it, renames, moves and undoes', async ({ page }) => {
  await expect(page.getByText('Nothing is here yet')).toBeVisible()
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByLabel('Name of the new folder').fill('a/b')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('A name has no “/” in it.')
  await page.getByLabel('Name of the new folder').fill('photos & ü')
  await page.keyboard.press('Enter')
  await row(page, 'photos & ü').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'photos & ü' })).toBeFocused()

  await page.locator('[data-pick=into-files]').setInputFiles([{
    name: HELLO.name,
    mimeType: 'text/plain',
    buffer: Buffer.from(HELLO.text)
  }])
  await expect(row(page, HELLO.name)).toContainText('5 bytes')
  await page.locator('[data-pick=into-files]').setInputFiles([{
    name: HELLO.name,
    mimeType: 'text/plain',
    buffer: Buffer.from('another one')
  }])
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
  expect([await inNode(page), await inNode(page, '/photos & ü')]).toEqual([['first.txt', 'photos & ü'], [
    'hello (2).txt'
  ]])
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(row(page, 'first.txt')).toHaveCount(0)
  expect(await inNode(page, '/photos & ü')).toEqual(['first.txt', 'hello (2).txt'])

  await page.goBack()
  await expect(row(page, 'first.txt')).toBeVisible()
  await page.goForward()
  await expect(row(page, 'photos & ü')).toBeVisible()
})

test('undoes a removal, also in another open tab', async ({ page, context, site }) => {
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

test('selects, renames, copies, removes and finds files by the keyboard alone', async ({ page }) => {
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
  await expect(page.getByRole('heading', { name: 'folder', exact: true })).toBeFocused()
  await page.keyboard.press('Control+v')
  await expect(row(page, 'z.txt')).toBeVisible()
  expect(await inNode(page, '/folder')).toEqual(['x.txt', 'z.txt'])
  await grid(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText('Nothing is here yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'folder', exact: true })).toBeFocused()
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

test('shows known dates, and stores dates of added files on request', async ({ page }) => {
  const time = (name: string): Locator => row(page, name).locator('time')
  const changed = new Date('2021-04-05T06:07:08.009Z')

  await withFolder({ 'd/old.txt': 'old', 'plain.txt': HELLO.text }, async (folder) => {
    await utimes(`${folder}/d/old.txt`, changed, changed)
    await drop(page, `${folder}/plain.txt`)
    await expect.poll(async () => await names(page)).toEqual(['plain.txt'])
    // Without a date the CID is the standard one.
    await expect(grid(page).getByRole('columnheader', { name: 'Date' })).toHaveCount(0)
    expect(JSON.parse((await rpc(page, 'files/stat?arg=/plain.txt')).text)).toMatchObject({ Hash: HELLO.cid })

    await page.getByRole('checkbox', { name: 'Keep their dates' }).check()
    await expect(page.getByText('the same bytes have another CID')).toBeVisible()
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
  await expect(time('old.txt')).toHaveAttribute('title', /^Changed April 5, 2021/)
  expect(JSON.parse((await rpc(page, 'files/stat?arg=/d/old.txt')).text)).toMatchObject({
    Mtime: 1_617_602_828,
    MtimeNsecs: 9_000_000
  })

  // A pin shows its creation time.
  await page.goBack()
  await rpc(page, `pin/add?arg=${HELLO.cid}`)
  await expect(time('plain.txt')).toHaveAttribute('title', /^Kept by a pin since/)
  await grid(page).getByRole('columnheader', { name: 'Date' }).getByRole('button').click()
  await expect.poll(async () => await names(page)).toEqual(['plain.txt', 'd'])
})

test('drops folders on the page, and entries on a folder', async ({ page }) => {
  await withFolder({ 'deep/a.txt': 'a', 'deep/deeper/b.txt': 'b', 'c.txt': 'c' }, async (folder) => {
    await drop(page, `${folder}/deep`, `${folder}/c.txt`)
    await expect.poll(async () => await names(page)).toEqual(['c.txt', 'deep'])
    // Each is shown once; the import can be undone like other actions.
    await expect(page.getByText('2 entries are in “Files” now.')).toBeVisible()
    await expect(region(page, /^(Storing|Just added)/)).toHaveCount(0)
    await expect(
      page.getByRole('link', {
        name: 'In the console: ipfs add --cid-version=1 --pin=false --to-files=/deep --recursive=true deep'
      })
    ).toBeVisible()
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect.poll(async () => await names(page)).toEqual([])
    await drop(page, `${folder}/deep`, `${folder}/c.txt`)
    await expect.poll(async () => await names(page)).toEqual(['c.txt', 'deep'])
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
  await expect(page.getByRole('alert')).toContainText('It is not among the files.')
  await page.getByText('The exact words').click()
  await page.getByRole('button', { name: 'Copy: The exact words' }).click()
  await expect(page.getByRole('alert')).toContainText('Copied')
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toMatch(
    /^It is not among the files\.\n[^]*file does not exist\n\nPage: \S+, at #\/files\nWorker: \S+\nNode: ready, .*\nBrowser: Mozilla/
  )
  await page.getByRole('alert').getByRole('link', { name: 'To it' }).click()
  await expect(page.getByRole('heading', { name: 'it', exact: true })).toBeFocused()
  expect(new URL(page.url()).hash).toBe('#/files/above/it')
})

test('adds content by its CID, and rejects an invalid one', async ({ page }) => {
  await rpc(page, 'config?arg=HTTPRetrieval.Enabled&arg=false&bool=true')
  const cid = await page.evaluate(async () => {
    const body = new FormData()
    body.append('file', new Blob(['a content']))
    return (JSON.parse(await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()) as {
      Hash: string
    }).Hash
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

test('shows a refusal in view on a phone, in plain words, and only in its folder', async ({ page, quiet }) => {
  quiet.allow(/500/)
  await page.setViewportSize({ width: 360, height: 640 })
  await write(page, '/folder/a.txt')
  await expect(row(page, 'folder')).toBeVisible() // The form validates against the loaded list.
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.keyboard.type('folder')
  await page.keyboard.press('Enter')
  await expect(page.locator('#ask-problem')).toHaveText('There is something of this name already.')
  await expect(page.locator('#ask-problem')).toBeInViewport({ ratio: 1 })
  const [said, bar] = await Promise.all([
    page.locator('#ask-problem').boundingBox(),
    page.getByRole('navigation', { name: 'Sections' }).boundingBox()
  ])
  expect(said!.y + said!.height).toBeLessThanOrEqual(bar!.y)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'From IPFS' }).click()
  await page.getByLabel('CID, path or link').fill('/ipfs/no-cid')
  await page.keyboard.press('Enter')
  const notice = page.getByRole('alert').filter({
    hasText: 'This is no address of IPFS content. A letter may be missing or wrong.'
  })
  await expect(notice).toBeVisible()
  await row(page, 'folder').getByRole('link').click()
  await expect(row(page, 'a.txt')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('shows large images in a grid, by the keyboard too, and filters by type', async ({ page }) => {
  await write(page, ...Array.from({ length: 30 }, (_, i) => `/n${i}.txt`), '/z.png')
  await expect(page.getByText('31 entries', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('picture')
  await expect.poll(async () => await names(page)).toEqual(['z.png'])
  await page.getByRole('combobox', { name: 'Type' }).selectOption('all')
  await page.getByRole('button', { name: 'Large pictures' }).click()
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
  await expect(page.getByRole('button', { name: 'Large pictures' })).toHaveAttribute('aria-pressed', 'true')

  // On a phone too, even if an entry has a date: the size is on a line below the name.
  await rpc(page, 'files/touch?arg=/n0.txt&mtime=1700000000')
  await expect(grid(page)).toHaveAttribute('data-dates', 'true')
  await page.setViewportSize({ width: 360, height: 740 })

  // Just after the resize, rows still have the old layout.
  await expect(async () => {
    const name = await row(page, 'n0.txt').getByRole('link', { name: 'n0.txt' }).boundingBox()
    const size = await row(page, 'n0.txt').locator('.files-size').boundingBox()
    expect(size!.y).toBeGreaterThan(name!.y)
    expect(size!.height).toBeLessThan(40)
  }).toPass({ timeout: 5000 })
})

test('views the selection, pins it, and saves several entries as one file', async ({ page }) => {
  await write(page, '/a.txt', '/b.txt', '/folder/c.txt')
  await row(page, 'a.txt').click()
  const bar = page.getByRole('group', { name: 'With a.txt' })
  await expect(bar).toContainText('Readable offline')
  await bar.getByRole('button', { name: 'Keep offline' }).click()
  await expect(bar).toContainText('kept by a pin too, as a.txt')
  expect((await rpc(page, 'pin/ls?type=recursive&names=true')).text).toContain('"a.txt"')
  expect(await violations(page)).toEqual([])
  await bar.getByRole('button', { name: 'Remove the pin' }).click()
  await expect(page.getByText('The pin of “a.txt” is removed; among the files it stays.').last()).toBeVisible()
  expect((await rpc(page, 'pin/ls?type=recursive&names=true')).text).not.toContain('"a.txt"')
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(bar).toContainText('kept by a pin too, as a.txt')

  await row(page, 'folder').click({ modifiers: ['Shift'] })
  const all = page.getByRole('group', { name: 'With 3 entries' })
  const [tar] = await Promise.all([
    page.waitForEvent('download'),
    all.getByRole('button', { name: 'Save as TAR' }).click()
  ])
  const bytes = await readFile(await tar.path())
  expect(['a.txt', 'b.txt', 'folder/c.txt'].map((name) => bytes.includes(name))).toEqual([true, true, true])
  const [car] = await Promise.all([
    page.waitForEvent('download'),
    all.getByRole('button', { name: 'Save as CAR' }).click()
  ])
  expect((await readFile(await car.path())).includes('this is /folder/c.txt')).toBe(true)

  await row(page, 'a.txt').click()
  await bar.getByRole('link', { name: 'View' }).click()
  const viewer = page.getByRole('dialog', { name: 'a.txt' })
  await expect(viewer.getByRole('region', { name: 'Content of a.txt' })).toContainText('this is /a.txt')
  await viewer.getByRole('button', { name: 'Details' }).click()
  await viewer.getByRole('link', { name: 'Inspect' }).click()
  await expect(page.getByRole('region', { name: 'Explore a.txt' })).toContainText('this is /a.txt')
  await expect(page.getByRole('group', { name: 'With a.txt' }).getByRole('button', { name: 'Share a.txt…' }))
    .toBeVisible()
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
  const mark = (name: string): Locator => row(page, name).locator('.entry-mark')
  await expect(mark('part.bin')).toHaveText('Only partly here')
  await expect(mark('folder')).toHaveText('Only partly here')
  await expect(mark('whole.bin')).toHaveCount(0)
  await expect(row(page, 'part.bin').getByRole('gridcell').nth(1)).toHaveAccessibleName(/part\.bin.*Only partly here/)

  // Removes a root block.
  await rpc(page, `block/rm?arg=${alone}`)
  await page.reload()
  await isReady(page)
  await expect(mark('alone.bin')).toHaveText('Not here')
  await expect(mark('part.bin')).toHaveText('Only partly here')
  await expect(mark('whole.bin')).toHaveCount(0)
  await row(page, 'alone.bin').click()
  await expect(page.getByRole('group', { name: 'With alone.bin' })).toContainText('Not here')
  await page.getByRole('button', { name: 'Large pictures' }).click()
  await expect(mark('alone.bin')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Large pictures' }).click()

  // The missing blocks arrive.
  await row(page, 'part.bin').click()
  await expect(page.getByRole('group', { name: 'With part.bin' })).toContainText('Some blocks are missing here')
  await page.evaluate(async (block) => {
    const body = new FormData()
    body.append('data', new Blob([new Uint8Array(block)]))
    await fetch('/api/v0/block/put', { method: 'POST', body })
  }, block)
  await expect(mark('part.bin')).toHaveCount(0)
  await expect(mark('folder')).toHaveCount(0)
  await expect(mark('alone.bin')).toHaveText('Not here')
  await expect(page.getByRole('group', { name: 'With part.bin' })).toContainText('Readable offline')

  await page.getByRole('group', { name: 'With part.bin' }).getByRole('button', { name: 'Keep offline' }).click()
  await expect(mark('part.bin')).toHaveText('kept by a pin too')
})

test('shows the selection or the folder next to the list, without moving the list', async ({ page }) => {
  const detail = page.getByRole('complementary', { name: 'Details' })
  await expect(detail.getByRole('heading', { name: 'This folder' })).toBeVisible()
  await expect(detail.getByRole('link')).toHaveCount(0)
  await write(page, '/notes/a.txt', '/notes/b.txt', '/notes/broken.png')
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(30, 20)
    canvas.getContext('2d')!.fillRect(0, 0, 30, 20)
    const body = new FormData()
    body.append('data', await canvas.convertToBlob())
    await fetch('/api/v0/files/write?arg=/notes/drawn.png&create=true', { method: 'POST', body })
  })
  await row(page, 'notes').getByRole('link').click()
  await expect(detail.getByRole('group', { name: 'With notes' })).toBeVisible()
  const { Hash } = JSON.parse((await rpc(page, 'files/stat?arg=/notes')).text) as { Hash: string }
  expect(await detail.locator('.cid').getAttribute('title')).toBe(Hash)
  const [tar] = await Promise.all([
    page.waitForEvent('download'),
    detail.getByRole('link', { name: 'Save as TAR' }).click()
  ])
  expect((await readFile(await tar.path())).includes('this is /notes/b.txt')).toBe(true)

  const place = await grid(page).boundingBox()
  await row(page, 'drawn.png').click()
  await expect(detail.getByRole('heading', { name: 'drawn.png' })).toBeVisible()
  await expect(detail).toContainText('Picture')
  await expect.poll(async () =>
    await detail.locator('img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  ).toEqual([30, 20])
  expect(await grid(page).boundingBox()).toEqual(place)
  // An invalid picture is shown as a file.
  await row(page, 'broken.png').click()
  await expect(detail.getByRole('heading', { name: 'broken.png' })).toBeVisible()
  await expect(detail.locator('img')).toHaveCount(0)
  await expect(row(page, 'broken.png').locator('img')).toHaveCount(0)
  await row(page, 'a.txt').click({ modifiers: ['Shift'] })
  await expect(detail.getByRole('heading', { name: '3 entries chosen' })).toBeVisible()
  await expect(detail).toContainText(/\d+ bytes in 3 files/)
  expect(await grid(page).boundingBox()).toEqual(place)

  // On a phone it is a sheet above the list.
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(detail.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect(detail).toBeInViewport({ ratio: 0.9 })
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
  await page.locator('[data-pick=into-files]').setInputFiles([car])
  const question = page.getByRole('alertdialog', { name: 'Import what is in a page.car?' })
  await expect(question).toContainText('is put into this folder')
  await expect(question.getByRole('button', { name: 'Import as CAR' })).toBeFocused()
  await question.getByRole('button', { name: 'Store as a file' }).click()
  await expect(row(page, 'a page.car')).toBeVisible()
  await page.locator('[data-pick=into-files]').setInputFiles([{ ...car, name: 'another.car' }])
  await page.getByRole('button', { name: 'Import as CAR' }).click()
  await expect(row(page, 'another')).toBeVisible()
  expect(await inNode(page)).toEqual(['a page.car', 'another'])
  expect((await rpc(page, 'files/stat?arg=/another')).text).toContain(`"${leaf.cid}"`)
  // MFS keeps it there, without an additional pin.
  expect((await rpc(page, 'pin/ls?type=recursive')).text).not.toContain(String(leaf.cid))

  const dag = smallDag('no file')
  await page.locator('[data-pick=into-files]').setInputFiles([{
    name: 'values.car',
    mimeType: '',
    buffer: Buffer.from(await encodeCar([dag.root], dag.blocks))
  }])
  await page.getByRole('button', { name: 'Import as CAR' }).click()
  await expect(uploadRow(page, 'values.car')).toContainText('1 root is no file and no folder: it is kept by a pin')
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
  await expect(region(page, 'many').getByText('20,000 entries', { exact: true })).toBeVisible()
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
      await expect(page.getByText('Nothing is here yet')).toBeVisible()
      await isFine()
      await write(
        page,
        '/A name that is much longer than any list of a phone has room for, and-without_spaces.txt',
        '/b.txt',
        '/folder/deep/x.txt'
      )
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
