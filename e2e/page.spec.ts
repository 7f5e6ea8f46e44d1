import path from 'node:path'
import type { Page } from 'playwright'
import { byFetch } from './fixtures/by-fetch.ts'
import { bigFile, drop, HELLO, isReady, keptRow, pick, region, uploadRow, visit, withFolder } from './fixtures/page.ts'
import { expect, test } from './fixtures/quiet-installed.ts'
import { test as asAStranger } from './fixtures/quiet.ts'
import { killWorkers, rpc } from './fixtures/site.ts'
import { violations } from './fixtures/violations.ts'

const MIB = 1024 * 1024

test.beforeEach(async ({ page, site }) => {
  await visit(page, site.origin)
})

asAStranger('the first visit: the page tells about the node', async ({ page }) => {
  const { ID, AgentVersion } = JSON.parse((await rpc(page, 'id')).text) as { ID: string; AgentVersion: string }
  await expect(region(page, 'This node')).toContainText(ID)
  await expect(region(page, 'This node')).toContainText(AgentVersion)
  await expect(region(page, 'Kept here')).toContainText('Nothing yet')
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

test('adds a file, copies its CID and opens it', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin })
  await pick(page, HELLO)

  const row = keptRow(page, HELLO.name)
  await expect(row).toContainText(HELLO.cid)
  await expect(row).toContainText('5 bytes')
  // It is shown once, among the pins.
  await expect(page.getByRole('listitem').filter({ hasText: HELLO.name })).toHaveCount(1)
  await expect(region(page, /^(Storing|Just added)/)).toHaveCount(0)
  await expect(
    row.getByRole('link', { name: `In the console: ipfs add --cid-version=1 --pin-name=${HELLO.name} ${HELLO.name}` })
  ).toBeVisible()
  await row.getByRole('button', { name: 'Copy CID' }).click()
  await expect(row).toContainText('Copied')
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(HELLO.cid)
  await row.getByRole('button', { name: 'Share hello.txt…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share hello.txt' })
  await sheet.getByRole('button', { name: 'Copy: Link that opens it in another browser' }).click()
  await expect(sheet.getByText('Copied')).toHaveCount(1)
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(
    `${site.origin}/ipfs/${HELLO.cid}?filename=hello.txt`
  )
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Share hello.txt…' })).toBeFocused()

  const opening = context.waitForEvent('page')
  await row.getByRole('link', { name: 'Open hello.txt' }).click()
  await expect((await opening).locator('body')).toHaveText('hello')

  await expect(keptRow(page, HELLO.name)).toContainText('Readable offline · 5 bytes')
  const { Keys } = JSON.parse((await rpc(page, `pin/ls?names=true&arg=${HELLO.cid}`)).text) as {
    Keys: Record<string, { Name: string }>
  }
  expect(Keys[HELLO.cid].Name).toBe(HELLO.name)
})

test('lists new files first until the user leaves the page', async ({ page }) => {
  await pick(page, { name: 'a first.txt', text: '1' }, { name: 'b second.txt', text: '2' })
  await expect(keptRow(page, 'b second.txt')).toBeVisible()
  const heads = region(page, 'Kept here').getByRole('heading', { level: 3 })
  await expect(heads).toHaveCount(0)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: 'Node' }).click()
  await sections.getByRole('link', { name: 'Add and keep' }).click()
  await pick(page, { name: 'z last.txt', text: '3' })
  await expect(heads).toHaveText(['Just added', 'The others'])
  const names = region(page, 'Kept here').getByRole('listitem').locator('.name')
  await expect(names).toHaveText(['z last.txt', 'a first.txt', 'b second.txt'])
  await expect(keptRow(page, 'z last.txt').getByRole('link', { name: 'In the console: ipfs add' })).toBeVisible()

  await sections.getByRole('link', { name: 'Node' }).click()
  await sections.getByRole('link', { name: 'Add and keep' }).click()
  await expect(names).toHaveText(['a first.txt', 'b second.txt', 'z last.txt'])
})

test('adds several files separately, or as one folder', async ({ page, context }) => {
  await pick(page, HELLO, { name: 'ü & 1.txt', text: 'two' })
  await expect(keptRow(page, HELLO.name)).toBeVisible()
  await expect(keptRow(page, 'ü & 1.txt')).toContainText('Readable offline')

  await page.getByLabel('Together in one folder').check()
  await pick(page, HELLO, { name: HELLO.name, text: 'another of that name' })
  const row = keptRow(page, 'hello.txt and 1 more')
  await expect(row).toContainText('Readable offline')

  const opening = context.waitForEvent('page')
  await row.getByRole('link', { name: /^Open/ }).click()
  const listing = await opening
  await expect(listing.getByRole('link', { name: 'hello.txt', exact: true })).toBeVisible()
  await listing.getByRole('link', { name: 'hello (2).txt', exact: true }).click()
  await expect(listing.locator('body')).toHaveText('another of that name')
})

test('adds a selected folder', async ({ page }) => {
  await withFolder({ 'trip/a.txt': 'a', 'trip/days/1/b.txt': 'bb' }, async (folder) => {
    await page.locator('[data-pick=folder]').setInputFiles(path.join(folder, 'trip'))
    await expect(keptRow(page, 'trip')).toContainText('Readable offline')
  })
  const cid = await keptRow(page, 'trip').locator('.cid').getAttribute('title')
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
  const choose = page.getByRole('button', { name: 'Choose a folder' })
  await choose.click()
  await expect(keptRow(page, 'trip')).toContainText('Readable offline')
  const cid = await keptRow(page, 'trip').locator('.cid').getAttribute('title')
  const { Objects } = JSON.parse((await rpc(page, `ls?arg=${cid}`)).text) as {
    Objects: Array<{ Links: Array<{ Name: string; Type: number }> }>
  }
  expect(Objects[0].Links.map(({ Name, Type }) => [Name, Type])).toEqual([['days', 1], ['empty', 1]])
  // A file that vanished meanwhile is reported.
  await choose.click()
  await expect(page.getByRole('alert')).toContainText('A file is not there any more.')

  // A cancelled picker shows no further dialog, but a hint about the other way, since the browser may have rejected the
  // folder. If the browser blocks the picker, the other way opens by itself.
  let asked = 0
  page.on('filechooser', () => {
    asked++
  })
  await choose.click()
  const hint = page.locator('.notice').filter({ hasText: 'No folder was chosen.' })
  await expect(hint).toContainText('drop it on this page')
  expect(await violations(page)).toEqual([])
  expect(asked).toBe(0)
  await hint.getByRole('button', { name: 'Choose in another way' }).press('Enter')
  await expect.poll(() => asked).toBe(1)
  await expect(hint).toHaveCount(0)
  await expect(choose).toBeFocused()
  await choose.click()
  await expect.poll(() => asked).toBe(2)
  // The hint disappears after a drop.
  await choose.click()
  await expect(hint).toBeVisible()
  await withFolder({ 'home/a.txt': 'a' }, async (folder) => {
    await drop(page, path.join(folder, 'home'))
    await expect(hint).toHaveCount(0)
    await expect(keptRow(page, 'home')).toContainText('Readable offline')
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
    await expect(uploadRow(page, 'd')).toContainText('2 of 3 files · 4 bytes of 6 bytes stored')
  })
})

test('drops a folder with an empty subfolder, and a file', async ({ page }) => {
  await withFolder({ 'trip/a.txt': 'a', 'trip/empty': undefined, 'note.txt': 'n' }, async (folder) => {
    await drop(page, path.join(folder, 'trip'), path.join(folder, 'note.txt'))
    await expect(keptRow(page, 'trip')).toContainText('Readable offline')
  })
  await expect(keptRow(page, 'note.txt')).toContainText('Readable offline · 1 byte')
  const cid = await keptRow(page, 'trip').locator('.cid').getAttribute('title')
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
        await expect(keptRow(page, name)).toContainText('Readable offline')
      }
    }
  )
  expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual(['home', 'trip'])
})

test('shows the progress of a large upload, and stores nothing when it is cancelled', async ({ page }) => {
  const before = await blocks(page)
  await withFolder({ folder: undefined }, async (folder) => {
    const place = path.join(folder, 'film.mp4')
    await bigFile(place, 1024 * MIB)
    await page.locator('[data-pick=files]').setInputFiles(place)

    const row = uploadRow(page, 'film.mp4')
    await expect(row).toContainText(/[1-9][\d.]* MB of 1\.1 GB stored · [\d.]+ MB\/s · .* left/)
    await expect(page).toHaveTitle(/^\d+% · swipfs/)
    expect(Number(await row.getByRole('progressbar').getAttribute('value'))).toBeGreaterThan(MIB)

    // In other sections a line at the bottom of the window reports it, and opens the list.
    await page.getByRole('link', { name: 'Console', exact: true }).click()
    const work = region(page, 'Work under way')
    const line = work.getByRole('button', { name: 'Storing 1 item' })
    await expect(line).toContainText(/\d+% · [\d.]+ MB\/s · .* left/)
    await expect(line).toBeInViewport({ ratio: 0.9 })
    await expect(work.getByRole('progressbar')).toHaveAttribute('value', /^\d+$/)
    await expect(row).toHaveCount(0)
    await line.press('Enter')
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    // The list does not repeat the text of the line.
    expect((await work.getByRole('heading', { name: 'Storing 1 item' }).boundingBox())?.height).toBeLessThanOrEqual(1)
    expect(await violations(page)).toEqual([])
    await row.getByRole('button', { name: 'Cancel film.mp4' }).click()
    await expect(row).toContainText('Cancelled. Nothing of it was kept.')
    await expect(page).toHaveTitle('Console · swipfs')
    await page.getByRole('link', { name: 'Add and keep', exact: true }).click()
    await expect(row).toContainText('Cancelled. Nothing of it was kept.')
    await expect(work).toHaveCount(0)
  })
  await expect.poll(async () => await blocks(page)).toBe(before)
  await expect(region(page, 'Kept here')).toContainText('Nothing yet')
})

test('reports an upload that the node interrupts repeatedly, and a retry succeeds', async ({ page, context, quiet }) => {
  quiet.allow(/Failed to load resource|ERR_/)
  await withFolder({ folder: undefined }, async (folder) => {
    const place = path.join(folder, 'film.mp4')
    await bigFile(place, 400 * MIB)
    await page.locator('[data-pick=files]').setInputFiles(place)
    const row = uploadRow(page, 'film.mp4')
    const isUnderWay = async (): Promise<boolean> => /[1-9][\d.]* MB of/.test(await row.innerText())

    // The page retries it by itself several times.
    for (let kills = 0; await row.getByRole('alert').count() === 0; kills++) {
      expect(kills).toBeLessThan(8)
      await expect.poll(async () => await isUnderWay() || await row.getByRole('alert').count() > 0).toBe(true)
      await killWorkers(context, page)
      // Briefly, until the retry is as far.
      await expect.poll(isUnderWay, { intervals: [20] }).toBe(false)
    }

    await expect(row.getByRole('alert')).toContainText('The node stopped in the middle of this.')
    await expect(region(page, 'Kept here')).toContainText('Nothing yet')

    await row.getByRole('button', { name: 'Try film.mp4 again' }).click()
    await expect(keptRow(page, 'film.mp4')).toContainText('Readable offline', { timeout: 40_000 })
  })
})

test('reports a file that changes during the upload, and does not store it', async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource/)
  await withFolder({ folder: undefined }, async (folder) => {
    const place = path.join(folder, 'gone.bin')
    await bigFile(place, 200 * MIB)
    await page.locator('[data-pick=files]').setInputFiles(place)
    await expect(uploadRow(page, 'gone.bin')).toContainText(/[1-9][\d.]* MB of/)
    await bigFile(place, 10) // Changes the file during the upload.
    await expect(uploadRow(page, 'gone.bin').getByRole('alert')).toContainText(
      /changed while|could not be read|stopped in the middle/
    )
  })
  await expect(region(page, 'Kept here')).toContainText('Nothing yet')
})

test('lists pins after a reload, and shows additions of another tab', async ({ page, context, site }) => {
  await pick(page, HELLO)
  await expect(keptRow(page, HELLO.name)).toBeVisible()
  await page.reload()
  await isReady(page)
  await expect(keptRow(page, HELLO.name)).toContainText('Readable offline')

  const second = await context.newPage()
  await visit(second, site.origin)
  await expect(keptRow(second, HELLO.name)).toBeVisible()
  await pick(page, { name: 'later.txt', text: 'later' })
  await expect(keptRow(second, 'later.txt')).toContainText('Readable offline')
})

test('removes a file, undoes it, removes it again and frees the space', async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource/) // The gateway's answer at the end.
  await pick(page, HELLO)
  await keptRow(page, HELLO.name).getByRole('button', { name: 'Remove hello.txt' }).click()
  await expect(region(page, 'Kept here')).toContainText('“hello.txt” is no longer kept')
  await page.getByRole('button', { name: 'Keep it again' }).click()
  await expect(keptRow(page, HELLO.name)).toContainText('Readable offline')

  await keptRow(page, HELLO.name).getByRole('button', { name: 'Remove hello.txt' }).click()
  await page.getByRole('button', { name: 'Free the space' }).click()
  await expect(region(page, 'Storage')).toContainText(/1 block, \d+ bytes freed/)
  await expect(region(page, 'Kept here')).toContainText('Nothing yet')
  expect(await page.evaluate(async (cid) => (await fetch(`/ipfs/${cid}`)).status, HELLO.cid)).toBeGreaterThanOrEqual(
    400
  )
})

test('does not call an incomplete pin readable offline', async ({ page, quiet }) => {
  quiet.allow(/Failed to load resource/)
  await withFolder({ 'd/a.txt': 'a', 'd/b.txt': 'b' }, async (folder) => {
    await page.locator('[data-pick=folder]').setInputFiles(path.join(folder, 'd'))
    await expect(keptRow(page, 'd')).toContainText('Readable offline')
  })
  const cid = await keptRow(page, 'd').locator('.cid').getAttribute('title')
  const { Objects } = JSON.parse((await rpc(page, `ls?arg=${cid}`)).text) as {
    Objects: Array<{ Links: Array<{ Hash: string }> }>
  }

  // A direct pin needs only its own block, so the folder can lose a file and stay pinned.
  await rpc(page, `pin/rm?arg=${cid}`)
  await rpc(page, `pin/add?arg=${cid}&recursive=false&name=d`)
  await rpc(page, `block/rm?arg=${Objects[0].Links[0].Hash}`)
  await page.reload()
  await expect(keptRow(page, 'd')).toContainText('Only its top block')
  await expect(keptRow(page, 'd')).not.toContainText('Readable offline')
})

test('opens the page offline, lists pins, and adds files', async ({ page, context, site }) => {
  await pick(page, HELLO)
  await expect(keptRow(page, HELLO.name)).toContainText('Readable offline')
  await site.stop()
  await context.setOffline(true)
  await killWorkers(context, page)

  const later = await context.newPage()
  await visit(later, site.origin)
  await expect(keptRow(later, HELLO.name)).toContainText('Readable offline')
  const opening = context.waitForEvent('page')
  await keptRow(later, HELLO.name).getByRole('link', { name: 'Open hello.txt' }).click()
  const content = await opening
  await expect(content.locator('body')).toHaveText('hello')
  await content.close()

  await pick(later, { name: 'offline.txt', text: 'added without a network' })
  await expect(keptRow(later, 'offline.txt')).toContainText('Readable offline')
  await later.reload()
  await isReady(later)
  await expect(keptRow(later, 'offline.txt')).toBeVisible()
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

  for (const section of ['Add and keep', 'Explore', 'Node', 'Console']) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section, exact: true }).click()
    await paste('file', `pasted in ${section}`)
    await expect(keptRow(page, `pasted in ${section}.txt`)).toBeVisible()
  }

  await withFolder({ 'dropped.txt': 'dropped', 'of a site.car': 'no CAR' }, async (folder) => {
    await page.goto(`${site.origin}/#/node/keys`)
    await expect(page.getByRole('button', { name: 'Make a key' })).toBeVisible()
    await drop(page, path.join(folder, 'dropped.txt'), path.join(folder, 'of a site.car'))
    await expect(keptRow(page, 'dropped.txt')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toContainText('Import what is in of a site.car?')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await paste('text', ` ipfs://${HELLO.cid}\n`)
  await expect(page).toHaveURL(new RegExp(`#/explore/ipfs/${HELLO.cid}$`))
  await page.goto(`${site.origin}/#/console`)
  await expect(page.getByRole('combobox', { name: 'Command', exact: true })).toBeVisible()
  await paste('text', 'words that lead nowhere')
  await paste('text', HELLO.cid, 'input[role=combobox]')
  await expect(page).toHaveURL(/#\/console$/)
})
