import path from 'node:path'
import type { Page } from 'playwright'
import { readShortLink } from '../../src/ui/lib/links/short-link.ts'
import { byFetch } from '../fixtures/page/by-fetch.ts'
import {
  act,
  bigFile,
  chooseNew,
  cidOf,
  drop,
  fileRow,
  HELLO,
  isReady,
  listedNames,
  openSection,
  openWork,
  pick,
  region,
  showDeveloperDetails,
  uploadRow,
  visit,
  withFolder
} from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { test as asAStranger } from '../fixtures/page/quiet.ts'
import { violations } from '../fixtures/page/violations.ts'
import { killWorkers, rpc } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024

test.beforeEach(async ({ page, site }) => {
  await visit(page, site.origin)
})

asAStranger('the first visit: the page tells about the node', async ({ page }) => {
  await showDeveloperDetails(page)
  const { ID, AgentVersion } = JSON.parse((await rpc(page, 'id')).text) as { ID: string; AgentVersion: string }
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await openSection(page, '#/node/peers')
  await expect(region(page, 'This browser')).toContainText(ID)
  await expect(region(page, 'This browser')).toContainText(AgentVersion)
  await openSection(page, '#/node/storage')
  await expect(region(page, 'Storage')).toContainText(/\d+ blocks?/)
  await expect(region(page, 'Storage')).toContainText(/bytes|[kMGT]B of /)
})

test('tests fail on console errors of any tab', async ({ page, context, site, quiet }) => {
  quiet.allow(/of the story/)
  const other = await context.newPage()
  await visit(other, site.origin)
  await page.evaluate(() => {
    console.error('an error of the story')
  })
  await other.evaluate(() => {
    setTimeout(() => {
      throw new Error('a throw of the story')
    })
  })
  await expect.poll(() => quiet.seen().join()).toMatch(/an error of the story.*a throw of the story/)
})

test('adds a file, copies its CID, shares it and opens it', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin })
  await showDeveloperDetails(page)
  await pick(page, HELLO)

  const row = fileRow(page, HELLO.name)
  await expect(row).toContainText('5 bytes')
  await expect(row).toContainText('On this device')
  await expect(row).toHaveCount(1)
  await expect(region(page, /^(Uploading|Uploads)/)).toHaveCount(0)
  await expect(
    page.getByRole('link', {
      name: `In the console: ipfs add --cid-version=1 --pin=false --to-files=/${HELLO.name} ${HELLO.name}`
    })
  ).toBeVisible()
  await act(page, HELLO.name, 'Copy CID')
  await expect(page.locator('[aria-live=polite]')).toHaveText('Copied CID of hello.txt.')
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(HELLO.cid)
  await act(page, HELLO.name, 'Share…')
  const sheet = page.getByRole('dialog', { name: 'Share hello.txt' })
  await sheet.getByRole('button', { name: 'Copy link: link to hello.txt' }).click()
  await expect(sheet.getByText('Copied')).toHaveCount(1)
  const link = await page.evaluate(async () => await navigator.clipboard.readText())
  expect(link.startsWith(`${site.origin}/#/s/`)).toBe(true)
  expect(readShortLink(new URL(link).hash.slice('#/s/'.length))).toMatchObject({
    path: `/ipfs/${HELLO.cid}`,
    name: 'hello.txt',
    type: 'text/plain',
    sizeBytes: 5
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid')).toBeFocused()

  const opening = context.waitForEvent('page')
  await act(page, HELLO.name, 'Open in a new tab')
  await expect((await opening).locator('body')).toHaveText('hello')
  expect(await cidOf(page, '/hello.txt')).toBe(HELLO.cid)
})

test('a message about an action leaves by itself, but not while the pointer is on it', async ({ page }) => {
  await page.clock.install()
  await pick(page, HELLO)
  const toast = page.locator('.toast')
  await expect(toast).toContainText('Added “hello.txt” to “Files”.')
  await toast.hover()
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(600, 300)
  await page.clock.runFor(7000)
  await expect(toast).toBeVisible()
  await page.clock.runFor(2000)
  await expect(toast).toHaveCount(0)
  // It is still undone by the keyboard.
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Drop files here.')).toBeVisible()
})

test('adds several files separately, under free names, and makes one folder of them', async ({ page, context }) => {
  await pick(page, HELLO, { name: 'ü & 1.txt', text: 'two' })
  await pick(page, { name: HELLO.name, text: 'another of that name' })
  await expect.poll(async () => await listedNames(page)).toEqual(['hello (2).txt', 'hello.txt', 'ü & 1.txt'])
  await chooseNew(page, 'New folder')
  await page.keyboard.type('both')
  await page.keyboard.press('Enter')
  await expect(fileRow(page, 'both')).toBeVisible()
  await fileRow(page, 'hello.txt').click()
  await fileRow(page, 'hello (2).txt').click({ modifiers: ['Control'] })
  await page.keyboard.press('Control+x')
  await fileRow(page, 'both').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'both' })).toBeVisible()
  await page.getByRole('button', { name: 'Paste 2 items' }).click()
  await expect.poll(async () => await listedNames(page)).toEqual(['hello (2).txt', 'hello.txt'])
  await openSection(page, '#/')

  const opening = context.waitForEvent('page')
  await act(page, 'both', 'Open in a new tab')
  const listing = await opening
  await expect(listing.getByRole('link', { name: 'hello.txt', exact: true })).toBeVisible()
  await listing.getByRole('link', { name: 'hello (2).txt', exact: true }).click()
  await expect(listing.locator('body')).toHaveText('another of that name')
})

test('adds a selected folder', async ({ page }) => {
  await withFolder({ 'trip/a.txt': 'a', 'trip/days/1/b.txt': 'bb' }, async (folder) => {
    await page.locator('[data-pick=folder]').setInputFiles(path.join(folder, 'trip'))
    await expect(fileRow(page, 'trip')).toContainText('On this device')
  })
  const cid = await cidOf(page, '/trip')
  expect((await rpc(page, `cat?arg=${cid}/days/1/b.txt`)).text).toBe('bb')
})

test('reads a folder handle in the background, including an empty subfolder', async ({ page }) => {
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const trip = await root.getDirectoryHandle('trip', { create: true })
    await trip.getDirectoryHandle('empty', { create: true })
    const file = await (await trip.getDirectoryHandle('days', { create: true })).getFileHandle('b.txt', {
      create: true
    })
    const stream = await file.createWritable()
    await stream.write('bb')
    await stream.close()
    const gone = await root.getDirectoryHandle('gone', { create: true })
    await root.removeEntry('gone')
    const answers = [async () => trip, async () => gone, async () => {
      throw new DOMException('not wanted', 'AbortError')
    }, async () => {
      throw new DOMException('not allowed', 'NotAllowedError')
    }, async () => {
      throw new DOMException('not wanted', 'AbortError')
    }]
    Object.assign(window, { showDirectoryPicker: () => answers.shift()!() })
  })
  const choose = async (): Promise<void> => {
    await chooseNew(page, 'Upload folder')
  }
  await choose()
  await expect(fileRow(page, 'trip')).toContainText('On this device')
  const cid = await cidOf(page, '/trip')
  const { Objects } = JSON.parse((await rpc(page, `ls?arg=${cid}`)).text) as {
    Objects: Array<{ Links: Array<{ Name: string; Type: number }> }>
  }
  expect(Objects[0].Links.map(({ Name, Type }) => [Name, Type])).toEqual([['days', 1], ['empty', 1]])
  // A file that vanished meanwhile is reported.
  await choose()
  await expect(page.getByRole('alert')).toContainText('A file no longer exists.')

  // A cancelled picker shows no further dialog, but a hint about the other way, since the browser may have rejected the
  // folder. If the browser blocks the picker, the other way opens by itself.
  let asked = 0
  page.on('filechooser', () => {
    asked++
  })
  await choose()
  const hint = page.locator('.notice').filter({ hasText: 'No folder was selected.' })
  await expect(hint).toContainText('Drop the folder on this page')
  expect(await violations(page)).toEqual([])
  expect(asked).toBe(0)
  await hint.getByRole('button', { name: 'Select another way' }).press('Enter')
  await expect.poll(() => asked).toBe(1)
  await expect(hint).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeFocused()
  await choose()
  await expect.poll(() => asked).toBe(2)
  // The hint disappears after a drop.
  await choose()
  await expect(hint).toBeVisible()
  await withFolder({ 'home/a.txt': 'a' }, async (folder) => {
    await drop(page, path.join(folder, 'home'))
    await expect(hint).toHaveCount(0)
    await expect(fileRow(page, 'home')).toContainText('On this device')
  })
})

test('shows the stored files and bytes of a folder', async ({ page }) => {
  await byFetch(page)
  await page.reload()
  await isReady(page)
  await page.evaluate(() => {
    const real = window.fetch
    const lines = [{ Name: 'd/a', Bytes: 1 }, { Name: 'd/a', Hash: 'A' }, { Name: 'd/b', Bytes: 2 }, {
      Name: 'd/b',
      Hash: 'B'
    }]
    window.fetch = async (input, init) =>
      String(input).includes('/add?')
        ? new Response(
          new ReadableStream({
            async start (controller) {
              for (const line of lines) {
                controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`))
              }
              await new Promise((resolve) => {
                setTimeout(resolve, 500)
              }) // It is redrawn at intervals.
              controller.enqueue(new TextEncoder().encode('{"Name":"d/c","Bytes":1}\n'))
            }
          })
        )
        : await real(input, init)
  })
  await withFolder({ 'd/a': '1', 'd/b': '22', 'd/c': '333' }, async (folder) => {
    await page.locator('[data-pick=folder]').setInputFiles(path.join(folder, 'd'))
    await openWork(page)
    await expect(uploadRow(page, 'd')).toContainText('2 of 3 files · 4 bytes of 6 bytes uploaded')
  })
})

test('drops a folder with an empty subfolder, and a file', async ({ page }) => {
  await withFolder({ 'trip/a.txt': 'a', 'trip/empty': undefined, 'note.txt': 'n' }, async (folder) => {
    await drop(page, path.join(folder, 'trip'), path.join(folder, 'note.txt'))
    await expect(fileRow(page, 'trip')).toContainText('On this device')
  })
  await expect(fileRow(page, 'note.txt')).toContainText('On this device')
  const cid = await cidOf(page, '/trip')
  const { Objects } = JSON.parse((await rpc(page, `ls?arg=${cid}`)).text) as {
    Objects: Array<{ Links: Array<{ Name: string; Type: number }> }>
  }
  expect(Objects[0].Links.map(({ Name, Type }) => [Name, Type])).toEqual([['a.txt', 2], ['empty', 1]])
})

test('adds dropped system folders without requesting their handles', async ({ page }) => {
  await page.evaluate(() => {
    const asked: string[] = []
    const { getAsFileSystemHandle } = DataTransferItem.prototype as unknown as {
      getAsFileSystemHandle: () => Promise<unknown>
    }
    Object.assign(window, { asked })
    Object.assign(DataTransferItem.prototype, {
      getAsFileSystemHandle (this: DataTransferItem) {
        const { name } = this.webkitGetAsEntry()!
        asked.push(name)
        // A folder that the browser rejected, with a message.
        return name === 'home'
          ? Promise.reject(new DOMException('The user aborted a request.', 'AbortError'))
          : getAsFileSystemHandle.call(this)
      }
    })
  })
  await withFolder(
    { 'Downloads/a.txt': 'a', 'Downloads/empty': undefined, 'home/b.txt': 'bb', 'trip/c.txt': 'ccc' },
    async (folder) => {
      await drop(page, ...['Downloads', 'home', 'trip'].map((name) => path.join(folder, name)))
      for (const name of ['Downloads', 'home', 'trip']) {
        await expect(fileRow(page, name)).toContainText('On this device')
      }
    }
  )
  expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual(['home', 'trip'])
})

test('A6: shows the progress of a large upload; a double click only cancels it', async ({ page }) => {
  const before = await blocks(page)
  await withFolder({ folder: undefined }, async (folder) => {
    const place = path.join(folder, 'film.mp4')
    await bigFile(place, 1024 * MIB)
    await page.locator('[data-pick=files]').setInputFiles(place)

    const work = region(page, 'Activity')
    const line = work.getByRole('button', { name: 'Uploading 1 item' })
    await expect(line).toContainText(/\d+% · [\d.]+ MB\/s · .* left/)
    await expect(page).toHaveTitle(/^\d+% · Files · swipfs/)
    // A line at the bottom of the window reports it in every section, and opens the list.
    await page.getByRole('link', { name: 'Console', exact: true }).click()
    await expect(line).toBeInViewport({ ratio: 0.9 })
    await expect(work.getByRole('progressbar')).toHaveAttribute('value', /^\d+$/)
    const row = uploadRow(page, 'film.mp4')
    await expect(row).toHaveCount(0)
    await line.press('Enter')
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    await expect(row).toContainText(/[1-9][\d.]* MB of 1\.1 GB uploaded · [\d.]+ MB\/s · .* left/)
    expect(Number(await row.getByRole('progressbar').getAttribute('value'))).toBeGreaterThan(MIB)
    // The list does not repeat the text of the line.
    expect((await work.getByRole('heading', { name: 'Uploading 1 item' }).boundingBox())?.height).toBeLessThanOrEqual(1)
    expect(await violations(page)).toEqual([])

    // A double click only cancels it: nothing else comes under the pointer.
    await row.getByRole('button', { name: 'Cancel film.mp4' }).dblclick()
    await expect(page.locator('[aria-live=polite]')).toHaveText('1 upload cancelled.')
    // A11: no heading claims that it was added.
    await expect(page.getByRole('heading', { name: /added/i })).toHaveCount(0)
    await expect(page).toHaveTitle('Console · swipfs')
    expect(new URL(page.url()).hash).toBe('#/console')
    await page.getByRole('link', { name: 'Files', exact: true }).click()
  })
  await expect.poll(async () => await blocks(page)).toBe(before)
  await expect(page.getByText('Drop files here.')).toBeVisible()
})

test(
  'reports an upload that the node interrupts repeatedly, and a retry succeeds',
  async ({ page, context, quiet }) => {
    quiet.allow(/Failed to load resource|ERR_/)
    await withFolder({ folder: undefined }, async (folder) => {
      const place = path.join(folder, 'film.mp4')
      await bigFile(place, 400 * MIB)
      await page.locator('[data-pick=files]').setInputFiles(place)
      const row = uploadRow(page, 'film.mp4')
      await openWork(page)
      const isUnderWay = async (): Promise<boolean> => /[1-9][\d.]* MB of/.test(await row.innerText())

      // The page retries it by itself several times.
      for (let kills = 0; await row.getByRole('alert').count() === 0; kills++) {
        expect(kills).toBeLessThan(8)
        await expect.poll(async () => await isUnderWay() || await row.getByRole('alert').count() > 0).toBe(true)
        await killWorkers(context, page)
        // Briefly, until the retry is as far.
        await expect.poll(isUnderWay, { intervals: [20] }).toBe(false)
      }

      await expect(row.getByRole('alert')).toContainText('The node stopped before this finished.')
      await expect(page.getByText('Drop files here.')).toBeVisible()

      await row.getByRole('button', { name: 'Try film.mp4 again' }).click()
      await expect(fileRow(page, 'film.mp4')).toContainText('On this device', { timeout: 60_000 })
    })
  }
)

test('A4: no false alarm when the page repeats an interrupted upload by itself', async ({ page, context, quiet }) => {
  quiet.allow(/Failed to load resource|ERR_/)
  await withFolder({ folder: undefined }, async (folder) => {
    const place = path.join(folder, 'film.mp4')
    await bigFile(place, 300 * MIB)
    await page.locator('[data-pick=files]').setInputFiles(place)
    await openWork(page)
    await expect(uploadRow(page, 'film.mp4')).toContainText(/[1-9][\d.]* MB of/)
    await killWorkers(context, page)
    await expect(fileRow(page, 'film.mp4')).toBeVisible({ timeout: 90_000 })
    await expect(region(page, 'Activity')).toHaveCount(0)
    expect((await rpc(page, 'files/ls')).text).toContain('film.mp4')
  })
})

test('reports a file that changes during the upload, and does not store it', async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource/)
  await withFolder({ folder: undefined }, async (folder) => {
    const place = path.join(folder, 'gone.bin')
    await bigFile(place, 200 * MIB)
    await page.locator('[data-pick=files]').setInputFiles(place)
    await expect(region(page, 'Activity')).toContainText(/[1-9]\d*%/)
    await bigFile(place, 10) // Changes the file during the upload.
    await expect(uploadRow(page, 'gone.bin').getByRole('alert')).toContainText(
      /changed while|could not be read|stopped before/
    )
  })
  await expect(page.getByText('Drop files here.')).toBeVisible()
})

test('lists pins after a reload, and shows additions of another tab', async ({ page, context, site }) => {
  await pick(page, HELLO)
  await expect(fileRow(page, HELLO.name)).toBeVisible()
  await page.reload()
  await isReady(page)
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')

  const second = await context.newPage()
  await visit(second, site.origin)
  await expect(fileRow(second, HELLO.name)).toBeVisible()
  await pick(page, { name: 'later.txt', text: 'later' })
  await expect(fileRow(second, 'later.txt')).toContainText('On this device')
})

test('deletes a file, undoes it, deletes it for good and frees the space', async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource/) // The gateway's answer at the end.
  await pick(page, HELLO)
  await act(page, HELLO.name, 'Delete')
  await expect(page.getByText('Deleted “hello.txt”.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')

  await act(page, HELLO.name, 'Delete')
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await page.getByRole('link', { name: 'Bin', exact: true }).click()
  await act(page, HELLO.name, 'Delete permanently')
  await expect(page.getByText('The Bin is empty.')).toBeVisible()
  await page.getByRole('link', { name: 'Storage', exact: true }).click()
  await page.getByRole('button', { name: 'Free unused space' }).click()
  await expect(region(page, 'Storage')).toContainText(/\d+ blocks?, .+ freed/)
  expect(await page.evaluate(async (cid) => (await fetch(`/ipfs/${cid}`)).status, HELLO.cid)).toBeGreaterThanOrEqual(
    400
  )
})

test('does not call an incomplete item readable offline', async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource/)
  await withFolder({ 'd/a.txt': 'a', 'd/b.txt': 'b' }, async (folder) => {
    await page.locator('[data-pick=folder]').setInputFiles(path.join(folder, 'd'))
    await expect(fileRow(page, 'd')).toContainText('On this device')
  })
  const cid = await cidOf(page, '/d')
  const { Objects } = JSON.parse((await rpc(page, `ls?arg=${cid}`)).text) as {
    Objects: Array<{ Links: Array<{ Hash: string }> }>
  }

  // A direct pin needs only its own block, so the folder can lose a file and stay pinned.
  await rpc(page, `pin/add?arg=${cid}&recursive=false&name=d`)
  await rpc(page, `block/rm?arg=${Objects[0].Links[0].Hash}`)
  await page.reload()
  await expect(fileRow(page, 'd')).toContainText('Partly on this device')
  await openSection(page, '#/pinned')
  await expect(fileRow(page, 'd')).toContainText('Only the root block')
  await expect(fileRow(page, 'd')).not.toContainText('On this device')
})

test('opens the page offline, lists pins, and adds files', async ({ page, context, site }) => {
  await pick(page, HELLO)
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')
  await site.stop()
  await context.setOffline(true)
  await killWorkers(context, page)

  const later = await context.newPage()
  await visit(later, site.origin)
  await expect(fileRow(later, HELLO.name)).toContainText('On this device')
  const opening = context.waitForEvent('page')
  await act(later, HELLO.name, 'Open in a new tab')
  const content = await opening
  await expect(content.locator('body')).toHaveText('hello')
  await content.close()

  await pick(later, { name: 'offline.txt', text: 'added without a network' })
  await expect(fileRow(later, 'offline.txt')).toContainText('On this device')
  await later.reload()
  await isReady(later)
  await expect(fileRow(later, 'offline.txt')).toBeVisible()
})

async function blocks (page: Page): Promise<number> {
  return (JSON.parse((await rpc(page, 'repo/stat')).text) as { NumObjects: number }).NumObjects
}

test('adds dropped and pasted data in any section, and follows pasted links', async ({ page, site }) => {
  const paste = async (kind: 'file' | 'text', value: string, into = 'body'): Promise<void> => {
    await page.locator(into).evaluate((target, [kind, value]) => {
      const data = new DataTransfer()
      if (kind === 'file') {
        data.items.add(new File([value], `${value}.txt`))
      } else {
        data.setData('text/plain', value)
      }
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, [kind, value] as const)
  }

  await visit(page, site.origin)

  for (const section of ['Files', 'Explore', 'Peers', 'Console']) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section, exact: true }).click()
    await paste('file', `pasted in ${section}`)
    await expect(page.getByText(`Added “pasted in ${section}.txt” to “Files”.`).first()).toBeVisible()
    await expect(page.getByRole('link', { name: section, exact: true }).first()).toHaveAttribute('aria-current', 'page')
  }

  await withFolder({ 'dropped.txt': 'dropped', 'of a site.car': 'no CAR' }, async (folder) => {
    await page.goto(`${site.origin}/#/node/keys`)
    await expect(page.getByRole('button', { name: 'Create key' })).toBeVisible()
    await drop(page, path.join(folder, 'dropped.txt'), path.join(folder, 'of a site.car'))
    await expect(page.getByText('Added “dropped.txt” to “Files”.').first()).toBeVisible()
    await expect(page.getByRole('alertdialog')).toContainText('Import of a site.car?')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  // A pasted address is the text of the search.
  await paste('text', ` ipfs://${HELLO.cid}\n`)
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('option').first()).toContainText(
    `/ipfs/${HELLO.cid}`
  )
  await page.keyboard.press('Escape')
  await page.goto(`${site.origin}/#/console`)
  await expect(page.getByRole('combobox', { name: 'Command', exact: true })).toBeVisible()
  await paste('text', 'words that lead nowhere')
  await paste('text', HELLO.cid, 'input[role=combobox]')
  await expect(page).toHaveURL(/#\/console$/)
})
