import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright'
import { heldAnswers } from '../../src/testing/http/http-fixtures.ts'
import { isReady } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { violations, violationsInThemes } from '../fixtures/page/violations.ts'
import { test as withElsewhere } from '../fixtures/site/elsewhere.ts'
import { rpc } from '../fixtures/site/site.ts'

/** A minimal PDF with one empty page. */
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 ' +
  'obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj trailer<</Root 1 0 R>>'

const svg = (width: number, height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="teal"/></svg>`

const CODE = `/* A comment
   of two lines. */
export function greet (name: string): string {
  return \`Hello, \${name}\` // 42
}
`

/** Files of each kind, in the order of their names. */
const FILES = {
  'album/a.svg': svg(400, 200),
  'album/b.md':
    '# Notes\n\nSee [the code](c.ts), [another folder](../other/deep.md) and [the web](https://web.example/).\n',
  'album/c.ts': CODE,
  'album/d.json': '{"list":[1,2,{"deep":true}]}',
  'album/e.txt': 'plain text\nsecond line\n',
  'album/f.pdf': PDF,
  'album/g.zip': 'PK\u0003\u0004 not really',
  'album/inner/x.txt': 'x',
  'other/deep.md': 'Deep text.'
}

const viewer = (page: Page): Locator => page.getByRole('dialog')
const grid = (page: Page): Locator => page.getByRole('grid')
const title = (page: Page): Locator => viewer(page).getByRole('heading', { level: 2 })
const fileRow = (page: Page, name: string): Locator =>
  grid(page).getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) })
const hash = (page: Page): string => new URL(page.url()).hash

/** Writes files into Files. */
async function writeFiles (page: Page, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const base64 = Buffer.from(content).toString('base64')
    await page.evaluate(async ([path, base64]) => {
      const body = new FormData()
      body.append('data', new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]))
      const query = new URLSearchParams({ arg: `/${path}`, create: 'true', parents: 'true' })
      const { ok } = await fetch(`/api/v0/files/write?${query}`, { method: 'POST', body })
      if (!ok) {
        throw new Error(path)
      }
    }, [path, base64])
  }
}

/** Opens a folder of Files, and waits for its list. */
async function openFolder (page: Page, origin: string, folder: string): Promise<void> {
  await page.goto(`${origin}/#/files${folder === '' ? '' : `/${folder}`}`)
  await isReady(page)
  await expect(grid(page)).toBeVisible()
}

/** Records how many chunks of code each update of the page adds. */
async function watchCode (page: Page): Promise<void> {
  await page.evaluate(() => {
    const added: number[] = []
    Object.assign(window, { added })
    new MutationObserver((changes) => {
      const elements = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
      added.push(
        elements.filter((element) => element.matches('.code-chunk')).length +
          elements.reduce((sum, element) => sum + element.querySelectorAll('.code-chunk').length, 0)
      )
    }).observe(document.body, { childList: true, subtree: true })
  })
}

async function addedChunks (page: Page): Promise<number[]> {
  return await page.evaluate(() => (window as unknown as { added: number[] }).added)
}

test(
  'opens files over their folder, moves between them by keys, and returns the focus to the row',
  async ({ page, site }) => {
    await page.goto(`${site.origin}/#/files`)
    await isReady(page)
    await writeFiles(page, FILES)
    await openFolder(page, site.origin, 'album')
    await fileRow(page, 'a.svg').click()
    await grid(page).press('Enter')
    await expect(title(page)).toHaveText('a.svg')
    expect(hash(page)).toBe('#/files/album/a.svg?view')
    await expect(page).toHaveTitle('a.svg · album · Files · swipfs')
    await expect(viewer(page).getByText('1 of 7')).toBeVisible()
    const image = viewer(page).getByRole('img', { name: 'a.svg' })
    await expect.poll(async () => await image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
    await expect(viewer(page).getByRole('button', { name: 'Previous file' })).toHaveAttribute('aria-disabled', 'true')

    await page.keyboard.press('ArrowLeft')
    await expect(title(page)).toHaveText('a.svg')
    await page.keyboard.press('ArrowRight')
    await expect(title(page)).toHaveText('b.md')
    await expect(viewer(page).getByRole('heading', { name: 'Notes' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(viewer(page).getByRole('region', { name: 'Content of c.ts' })).toContainText('export function greet')
    await page.keyboard.press('ArrowRight')
    await expect(viewer(page).getByRole('region', { name: 'Content of d.json' })).toContainText('"deep": true')
    await page.keyboard.press('ArrowRight')
    await expect(viewer(page).getByRole('region', { name: 'Content of e.txt' })).toContainText('second line')
    await page.keyboard.press('ArrowRight')
    await expect(viewer(page).locator('iframe')).toHaveAttribute('title', 'f.pdf')
    await viewer(page).getByRole('button', { name: 'Next file' }).click()
    await expect(viewer(page).getByText('There is no preview for this type of file.')).toBeVisible()
    await expect(viewer(page).getByText('15 bytes · ZIP file')).toBeVisible()
    await expect(viewer(page).getByRole('link', { name: 'Download', exact: true })).toHaveAttribute(
      'href',
      /filename=g\.zip/
    )
    await expect(viewer(page).getByRole('button', { name: 'Next file' })).toHaveAttribute('aria-disabled', 'true')

    // The focus stays inside: the page below is inert.
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(() =>
          document.activeElement === document.body || document.activeElement?.closest('dialog') != null
        )
      )
        .toBe(true)
    }

    await page.keyboard.press('Escape')
    await expect(viewer(page)).toHaveCount(0)
    expect(hash(page)).toBe('#/files/album')
    await expect(grid(page)).toBeFocused()
    await expect(fileRow(page, 'g.zip')).toHaveAttribute('data-cursor', 'true')

    // Moving between files made no entries of the history.
    await page.goForward()
    await expect(title(page)).toHaveText('g.zip')
    await page.goBack()
    await expect(viewer(page)).toHaveCount(0)
    await expect(grid(page)).toBeVisible()
  }
)

test('follows the order of the list, by a click too', async ({ page, site }) => {
  await page.goto(`${site.origin}/#/files`)
  await isReady(page)
  await writeFiles(page, { 'n/a.txt': 'long '.repeat(50), 'n/b.txt': 'b', 'n/c.txt': 'middle', 'n/zz/x.txt': 'x' })
  await openFolder(page, site.origin, 'n')
  await page.getByRole('columnheader').getByRole('button', { name: 'Size' }).click()
  await fileRow(page, 'b.txt').getByRole('link', { name: 'b.txt' }).click()
  await expect(title(page)).toHaveText('b.txt')
  await expect(viewer(page).getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText('c.txt')
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText('a.txt')
  await viewer(page).getByRole('button', { name: 'Close' }).click()
  await expect(grid(page)).toBeFocused()
  await expect(fileRow(page, 'a.txt')).toHaveAttribute('data-cursor', 'true')
})

test('opens by its address, after a reload, and leaves to the folder', async ({ page, site }) => {
  await page.goto(`${site.origin}/#/files`)
  await isReady(page)
  await writeFiles(page, FILES)
  await page.goto('about:blank')
  await page.goto(`${site.origin}/#/files/album/c.ts?view`)
  await expect(viewer(page).getByRole('region', { name: 'Content of c.ts' })).toContainText('export function greet')
  await page.reload()
  await expect(viewer(page).getByRole('region', { name: 'Content of c.ts' })).toContainText('export function greet')
  await expect(viewer(page).getByText('3 of 7')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  expect(hash(page)).toBe('#/files/album')
  await expect(fileRow(page, 'c.ts')).toHaveAttribute('data-cursor', 'true')

  // The share sheet lies over the viewer.
  await grid(page).press('Enter')
  const share = viewer(page).getByRole('button', { name: 'Share c.ts…' })
  await share.click()
  await expect(page.getByRole('dialog', { name: 'Share c.ts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Share c.ts' })).toHaveCount(0)
  await expect(share).toBeFocused()

  // Explore and back.
  await viewer(page).getByRole('button', { name: 'Details' }).click()
  const details = viewer(page).getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText('c.ts')
  await expect(details).toContainText('Files / album')
  await expect(details).toContainText('On this device')
  await expect(details.getByRole('button', { name: 'Copy CID' })).toBeVisible()
  await details.getByRole('link', { name: 'Inspect' }).click()
  await expect(page.getByRole('region', { name: /^Explore/ })).toBeVisible()
  await page.goBack()
  await expect(title(page)).toHaveText('c.ts')
  await page.keyboard.press('Escape')
  await expect(grid(page)).toBeFocused()

  // A folder has no view of its own.
  await page.goto(`${site.origin}/#/files/album/inner?view`)
  await expect(fileRow(page, 'x.txt')).toBeVisible()
  expect(hash(page)).toBe('#/files/album/inner')

  // Another tab deletes the file.
  await page.goto(`${site.origin}/#/files/album/e.txt?view`)
  await expect(viewer(page).getByRole('region', { name: 'Content of e.txt' })).toBeVisible()
  await page.evaluate(async () => await (await fetch('/api/v0/files/rm?arg=/album/e.txt', { method: 'POST' })).text())
  await expect(viewer(page).getByRole('alert')).toContainText('“e.txt” no longer exists.')
  await writeFiles(page, { 'album/e.txt': 'it is back' })
  await expect(viewer(page).getByText('it is back')).toBeVisible()
})

test('shows items without a place in Files', async ({ page, site }) => {
  await page.goto(site.origin)
  await isReady(page)
  const root = await page.evaluate(async () => {
    const form = new FormData()
    form.append('file', new Blob(['one']), 'deep%2Fone.txt')
    form.append('file', new Blob(['two']), 'deep%2Ftwo.txt')
    const answer =
      await (await fetch('/api/v0/add?wrap-with-directory=true&cid-version=1', { method: 'POST', body: form })).text()
    return (JSON.parse(answer.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  })
  await page.goto(`${site.origin}/#/pinned/${root}/deep/one.txt?view`)
  await expect(viewer(page).getByRole('region', { name: 'Content of one.txt' })).toContainText('one')
  await expect(viewer(page).getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer(page).getByRole('region', { name: 'Content of two.txt' })).toContainText('two')
  expect(hash(page)).toBe(`#/pinned/${root}/deep/two.txt?view`)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
})

test('shows code with line numbers and colours, and follows links between files', async ({ page, site }) => {
  await page.goto(`${site.origin}/#/files`)
  await isReady(page)
  await writeFiles(page, FILES)
  await page.goto(`${site.origin}/#/files/album/b.md?view`)
  const link = viewer(page).getByRole('link', { name: 'another folder' })
  await expect(link).toHaveAttribute('href', '#/files/other/deep.md?view')
  await viewer(page).getByRole('link', { name: 'the code' }).click()
  await expect(title(page)).toHaveText('c.ts')
  const code = viewer(page).getByRole('region', { name: 'Content of c.ts' })
  await expect(code).toHaveAttribute('data-highlighted', 'true')
  expect(await code.textContent()).toBe(CODE)
  await expect(code.locator('.code-row').nth(2)).toHaveAttribute('data-line', '3')
  await expect(code.locator('.code-comment').first()).toHaveText('/* A comment')
  await expect(code.locator('.code-keyword').first()).toHaveText('export')
  await expect(code.locator('.code-row')).toHaveCount(5)
})

test('enlarges and moves an image', async ({ page, site }) => {
  await page.goto(`${site.origin}/#/files`)
  await isReady(page)
  await writeFiles(page, { 'a.svg': svg(3000, 2000), 'b.svg': svg(10, 10), 'broken.png': 'no image' })
  await page.goto(`${site.origin}/#/files/a.svg?view`)
  const image = viewer(page).getByRole('img')
  const width = async (): Promise<number> => (await image.boundingBox())!.width
  await expect.poll(width).toBeGreaterThan(500)
  const fit = await width()
  expect(fit).toBeLessThanOrEqual(1200)
  await viewer(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeCloseTo(fit * 1.25, 0)
  await image.dblclick()
  await expect.poll(width).toBeCloseTo(fit, 0)
  await image.dblclick({ position: { x: 100, y: 100 } })
  await expect.poll(width).toBeCloseTo(3000, 0)
  const before = (await image.boundingBox())!
  await page.mouse.move(600, 450)
  await page.mouse.down()
  await page.mouse.move(500, 400, { steps: 4 })
  await page.mouse.up()
  const after = (await image.boundingBox())!
  expect([before.x - after.x, before.y - after.y]).toEqual([100, 50])
  // Arrow keys move an enlarged image, and change the file otherwise.
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText('a.svg')
  expect((await image.boundingBox())!.x).toBeCloseTo(after.x - 60, 0)
  await page.keyboard.press('0')
  await expect.poll(width).toBeCloseTo(fit, 0)
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText('b.svg')
  await page.keyboard.press('ArrowRight')
  await expect(viewer(page).getByText('This browser cannot show this file.')).toBeVisible()
  await expect(viewer(page).getByRole('link', { name: 'Download', exact: true })).toBeVisible()
})

test('plays and seeks a video of 500 MB by ranges', async ({ page, site }) => {
  test.slow()
  const film = await readFile(fileURLToPath(new URL('../fixtures/films/moov-at-end.mp4', import.meta.url)))
  await page.goto(`${site.origin}/#/files`)
  await isReady(page)
  // An MP4 with a free box of 500 MB before its index. Its blocks are equal, so that the node stores few of them.
  const size = await page.evaluate(async (base64) => {
    const film = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const view = new DataView(film.buffer)
    let at = 0
    while (String.fromCharCode(...film.subarray(at + 4, at + 8)) !== 'moov') {
      at += view.getUint32(at)
    }
    const free = 500 * 1024 * 1024
    const head = new Uint8Array(8)
    new DataView(head.buffer).setUint32(0, free)
    head.set([0x66, 0x72, 0x65, 0x65], 4)
    const zeros = new Blob([new Uint8Array(1024 * 1024)])
    const first = new Blob([head, new Uint8Array(1024 * 1024 - 8)])
    const file = new Blob([film.subarray(0, at), first, ...Array.from({ length: 499 }, () => zeros), film.subarray(at)])
    const body = new FormData()
    body.append('file', file, 'large.mp4')
    const { ok } = await fetch('/api/v0/add?to-files=/&cid-version=1&pin=false', { method: 'POST', body })
    if (!ok) {
      throw new Error('not added')
    }
    return file.size
  }, film.toString('base64'))
  expect(size).toBeGreaterThan(500 * 1024 * 1024)

  const ranges: string[] = []
  page.on('request', (request) => {
    const { range } = request.headers()
    if (request.url().includes('large.mp4') && range != null) {
      ranges.push(range)
    }
  })
  await page.goto(`${site.origin}/#/files/large.mp4?view`)
  const video = viewer(page).locator('video')
  await expect.poll(async () => await video.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(59)
  await video.evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    await new Promise((resolve) => {
      video.onseeked = resolve
      video.currentTime = 50
    })
  })
  await viewer(page).locator('.viewer-stage').focus()
  await page.keyboard.press('Space')
  await expect.poll(async () => await video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(
    50.3
  )
  await page.keyboard.press('Space')
  expect(await video.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  // The index at the end was read without what is before it.
  expect(ranges.some((range) => Number(/=(\d+)-/.exec(range)?.[1]) > 500 * 1024 * 1024)).toBe(true)
})

test('shows a text of 50 MB in parts, each in steps', async ({ page, site }) => {
  await page.goto(`${site.origin}/#/files`)
  await isReady(page)
  const count = await page.evaluate(async () => {
    const block = (from: number): string =>
      Array.from({ length: 20_000 }, (_, i) => `const value${from + i} = 'line ${from + i}' // a comment`).join('\n') +
      '\n'
    const blobs: Blob[] = []
    let [size, lines] = [0, 0]
    while (size < 50 * 1024 * 1024) {
      const blob = new Blob([block(lines + 1)])
      blobs.push(blob)
      size += blob.size
      lines += 20_000
    }
    const body = new FormData()
    body.append('file', new Blob(blobs), 'long.js')
    const { ok } = await fetch('/api/v0/add?to-files=/&cid-version=1&pin=false', { method: 'POST', body })
    if (!ok) {
      throw new Error('not added')
    }
    return lines
  })
  await openFolder(page, site.origin, '')
  await watchCode(page)
  await fileRow(page, 'long.js').getByRole('link', { name: 'long.js' }).click()
  const text = viewer(page).getByRole('region', { name: 'Content of long.js' })
  await expect(text).toHaveAttribute('data-highlighted', 'true')
  await expect(text.locator('.code-row').first()).toHaveText("const value1 = 'line 1' // a comment")
  const parts = viewer(page).getByRole('navigation', { name: 'Parts of the text' })
  const last = async (): Promise<number> => Number(await text.locator('.code-row').last().getAttribute('data-line'))
  await expect(text.locator('code')).toHaveAttribute('aria-busy', 'false')
  const end = await last()
  await parts.getByRole('button', { name: 'Next part' }).click()
  await expect(text.locator('.code-row').first()).toHaveAttribute('data-line', String(end + 1))
  await expect(text.locator('.code-row').first()).toContainText(`'line ${end + 1}'`)
  await parts.getByRole('button', { name: 'End' }).click()
  await expect(text.locator('.code-row').last()).toContainText(`'line ${count}'`)
  await expect(parts.getByRole('button', { name: 'Next part' })).toHaveAttribute('aria-disabled', 'true')
  await parts.getByRole('button', { name: 'Previous part' }).click()
  await expect(text.locator('.code-row').last()).not.toContainText(`'line ${count}'`)
  await parts.getByRole('button', { name: 'Start' }).click()
  await expect(text.locator('.code-row').first()).toHaveText("const value1 = 'line 1' // a comment")
  await expect(text).toHaveAttribute('data-highlighted', 'true')
  await expect.poll(last).toBe(end)
  const added = await addedChunks(page)
  expect(Math.max(...added)).toBeLessThanOrEqual(8)
  expect(added.reduce((sum, count) => sum + count)).toBeGreaterThan(40)
})

test('is accessible in both themes, on a phone, and in Arabic', async ({ page, site }) => {
  test.slow()
  await page.goto(`${site.origin}/#/files`)
  await isReady(page)
  await writeFiles(page, FILES)

  for (const viewport of [{ width: 1200, height: 900 }, { width: 390, height: 780 }]) {
    await page.setViewportSize(viewport)
    for (const name of ['a.svg', 'b.md', 'c.ts', 'd.json', 'g.zip', 'gone.txt']) {
      await page.goto(`${site.origin}/#/files/album/${name}?view`)
      await expect(
        viewer(page).locator('img, .markdown h3, [data-highlighted=true], .json, .viewer-card, .problem').first()
      )
        .toBeVisible()
      for await (const { colorScheme, found } of violationsInThemes(page)) {
        expect.soft(found, `${name}, ${colorScheme}, ${viewport.width}`).toEqual([])
      }
      expect.soft(await page.evaluate(() => document.querySelector('dialog')!.scrollWidth - innerWidth), name)
        .toBeLessThanOrEqual(0)
    }
  }

  // On a phone the image has the first screen.
  await page.goto(`${site.origin}/#/files/album/a.svg?view`)
  await expect(viewer(page).getByRole('img')).toBeInViewport({ ratio: 1 })
  expect((await viewer(page).getByRole('img').boundingBox())!.width).toBe(390)
  await viewer(page).getByRole('button', { name: 'Details' }).click()
  await expect(viewer(page).getByRole('complementary', { name: 'Details' })).toBeInViewport()
  expect(await violations(page)).toEqual([])
  await viewer(page).getByRole('button', { name: 'Close details' }).click()

  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'languages', { get: () => ['ar'] })
  })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(title(page)).toHaveText('a.svg')
  await expect(viewer(page).getByRole('img')).toBeVisible()
  expect(await violations(page)).toEqual([])
  // The next file is on the left.
  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText('b.md')
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText('a.svg')
})

withElsewhere(
  'shows the progress of a file that is fetched, cancels it, and tries again',
  async ({ app, elsewhere }) => {
    const cid = await elsewhere.add(new Uint8Array(Buffer.from('line of text\n'.repeat(50_000))), 16384)
    const { meddle, open } = heldAnswers(6)
    const { gateway } = await elsewhere.serve(meddle)
    expect((await rpc(app, `files/cp?arg=/ipfs/${cid}&arg=/far.txt`)).status).toBe(200)
    await app.goto(`${new URL(app.url()).origin}/#/files/far.txt?view`)
    const progress = viewer(app).locator('.viewer-progress')
    await expect(progress).toContainText(/[1-9][\d.]* kB of 65\d kB/)
    await expect(progress).toContainText('Asking: 127.0.0.1')
    await progress.getByRole('button', { name: 'Cancel' }).click()
    await expect(progress).toHaveCount(0)
    await expect(viewer(app).getByText('Cancelled.')).toBeVisible()
    await expect.poll(() => gateway.open).toBe(0)

    await viewer(app).getByRole('button', { name: 'Try again' }).click()
    open()
    await expect(viewer(app).getByRole('region', { name: 'Content of far.txt' })).toContainText('line of text')
    await expect(progress).toHaveCount(0)
  }
)

withElsewhere('says that a file could not be fetched, and tries again', async ({ app, elsewhere }) => {
  const text = 'a file that comes later'
  const cid = await elsewhere.add(new Uint8Array(Buffer.from(text)))
  await elsewhere.serve(async (_, response) => {
    response.writeHead(404).end()
    return true
  })
  await app.goto(`${new URL(app.url()).origin}/#/pinned/${cid}?view&name=late.txt`)
  const problem = viewer(app).getByRole('alert')
  await expect(problem).toContainText('This file is not on this device and could not be fetched.')
  await expect(problem).toContainText('Try again when a device that has it is online.')
  await expect(viewer(app).getByRole('heading', { level: 2 })).toHaveText('late.txt')
  await app.evaluate(async (text) => {
    const body = new FormData()
    body.append('file', new Blob([text]))
    await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()
  }, text)
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(viewer(app).getByRole('region', { name: 'Content of late.txt' })).toContainText(text)
})
