import type { Page } from 'playwright'
import type { Job } from '../../src/client/protocol/messages.ts'
import { encodeCar } from '../../src/testing/dag/car-fixtures.ts'
import { smallDag } from '../../src/testing/dag/small-dag.ts'
import { byFetch } from '../fixtures/page/by-fetch.ts'
import { listedJob } from '../fixtures/page/listed-job.ts'
import {
  act,
  fileRow,
  HELLO,
  isReady,
  openSection,
  openWork,
  pick,
  region,
  showDeveloperDetails,
  uploadRow,
  visit
} from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { violationsInThemes } from '../fixtures/page/violations.ts'
import { test as withDeployment } from '../fixtures/site/deployment.ts'
import { rpc } from '../fixtures/site/site.ts'

const LOOKS = [
  { name: 'a window', viewport: { width: 1200, height: 900 } },
  { name: 'a phone', viewport: { width: 360, height: 740 } }
] as const

const JOB = { begun: '2026-01-02T03:04:05.678Z', resumed: 1, waiting: 0 }
const JOBS = [
  {
    ...JOB,
    id: 'a',
    kind: 'pin/add',
    args: {
      name: 'A name that is longer than a phone has room for, without_any_place-to-break'.repeat(2),
      paths: ['x']
    },
    state: 'running',
    progress: { blocks: 12_345, bytes: 987_654_321 }
  },
  {
    ...JOB,
    id: 'n',
    kind: 'pin/add',
    args: { name: 'not all of it yet', paths: [HELLO.cid], pathCount: 1 },
    state: 'running',
    progress: { blocks: 1, bytes: 3 }
  },
  {
    ...JOB,
    id: 's',
    kind: 'add',
    args: { name: 'sent by another tab' },
    asked: { 'cid-version': '1', 'pin-name': 'sent by another tab' },
    state: 'running',
    progress: { blocks: 1, bytes: 3 }
  },
  {
    ...JOB,
    id: 'b',
    kind: 'repo/verify',
    args: {},
    state: 'done',
    progress: { blocks: 1, bytes: 0 },
    message: 'verify complete, all blocks validated.'
  },
  {
    ...JOB,
    id: 'c',
    kind: 'pin/add',
    args: { name: '', paths: ['/ipfs/bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'] },
    state: 'failed',
    progress: { blocks: 0, bytes: 0 },
    message: 'pin: block was not found locally (offline)'
  },
  {
    ...JOB,
    id: 'w',
    kind: 'add',
    args: {
      file: '/picked/1/x',
      name: 'A film that has a longer name than fits_on_a_phone'.repeat(2),
      size: 123_456_789
    },
    state: 'waiting',
    progress: { blocks: 0, bytes: 0 },
    message: 'the browser has to be allowed again to read the file'
  },
  {
    ...JOB,
    id: 'd',
    kind: 'dag/import',
    args: {},
    state: 'failed',
    progress: { blocks: 3, bytes: 4 },
    message: 'the node was stopped'
  }
]

async function isFine (page: Page, state: string): Promise<void> {
  for await (const { colorScheme, found } of violationsInThemes(page)) {
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }

  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    `${state}: wider than the window`
  ).toBeLessThanOrEqual(0)
}

for (const { name, ...look } of LOOKS) {
  test.describe(name, () => {
    test.use(look)

    withDeployment('every state of the page', async ({ page, deployment, quiet }) => {
      quiet.allow(/Failed to load resource/)
      await byFetch(page)
      await visit(page, deployment.origin)
      await expect(page.getByText('Drop files here.')).toBeVisible()
      await isFine(page, 'empty')

      await pick(page, HELLO, {
        name: 'A name that is much longer than any list of a phone has room for, and-without_spaces'.repeat(2) + '.txt',
        text: 'x'
      })
      await expect(fileRow(page, HELLO.name)).toContainText('On this device')
      await isFine(page, 'added')

      await fileRow(page, HELLO.name).getByRole('button').click()
      await expect(page.getByRole('menu')).toBeVisible()
      await isFine(page, 'a menu')
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByText('Deleted “hello.txt”.').first()).toBeVisible()
      await isFine(page, 'deleted')
      for (const section of ['recent', 'shared', 'pinned', 'bin']) {
        await openSection(page, `#/${section}`)
        await expect(page.locator('#list-title')).toBeVisible()
        await isFine(page, section)
      }
      await openSection(page, '#/')

      // The longest text: an upload that fails.
      await page.evaluate(() => {
        const real = window.fetch
        window.fetch = async (input, init) =>
          String(input).includes('/add?')
            ? new Response(
              JSON.stringify({ Message: 'QuotaExceededError: the disk is full', Code: 0, Type: 'error' }),
              { status: 500 }
            )
            : await real(input, init)
      })
      await pick(page, { name: 'too big.bin', text: 'x' })
      await expect(uploadRow(page, 'too big.bin')).toContainText('not enough space')
      await isFine(page, 'a failed upload')

      await deployment.next()
      await page.reload()
      await expect(page.getByText('A new version')).toBeVisible()
      await isFine(page, 'an update')
    })

    test('lists running and finished jobs', async ({ page, site }) => {
      await page.addInitScript((jobs) => {
        const real = window.fetch
        window.fetch = async (input, init) =>
          String(input).includes('/api/v0/swipfs/jobs/ls')
            ? new Response(jobs.map((job) => JSON.stringify(job)).join('\n'))
            : await real(input, init)
      }, JOBS.map((job) => listedJob(job as Job)))
      await visit(page, site.origin)
      await showDeveloperDetails(page)
      await openWork(page)
      const row = region(page, 'Waiting for you').getByRole('listitem')
      await expect(row).toHaveCount(JOBS.length)
      await expect(row.first()).toContainText('must ask you')
      await expect(row.nth(1)).toContainText('12,345 blocks')
      await expect(row.last()).toContainText('Nothing was saved')
      // Its root block is stored already, and contains the total size.
      await rpc(page, 'add?cid-version=1', { text: HELLO.text })
      await page.reload()
      await expect(row.nth(2)).toContainText('3 bytes checked of about 5 bytes')
      // A pin without new blocks for a long time lists the contacted sources.
      await expect(row.nth(1)).toContainText('No data for', { timeout: 60_000 })
      // Jobs of other clients show their command, like those of this page.
      await expect(
        row.nth(3).getByRole('link', {
          name: "In the console: ipfs add --cid-version=1 --pin-name='sent by another tab'"
        })
      ).toBeVisible()
      await expect(row.last().getByRole('link', { name: 'In the console: ipfs dag import' })).toBeVisible()
      await isFine(page, 'jobs')
    })

    test('previews, imports and rejects a CAR', async ({ page, site, quiet }) => {
      quiet.allow(/Failed to load resource/)
      const { root, blocks } = smallDag('a site')
      const [first, ...lacking] = smallDag('not all of it').blocks
      const name = 'An archive whose name is much longer than a phone has room for, and-without_spaces'.repeat(2)
      const files = [
        await encodeCar([root], blocks),
        await encodeCar([first.cid, ...lacking.map(({ cid }) => cid)], [first]),
        new Uint8Array(100)
      ]
      await visit(page, site.origin)
      await page.locator('[data-pick=files]').setInputFiles(
        files.slice(0, 1).map((bytes) => ({ name: `${name}.car`, mimeType: '', buffer: Buffer.from(bytes) }))
      )
      await expect(page.getByRole('alertdialog')).toContainText('This looks like an IPFS archive')
      await isFine(page, 'a question')
      await page.getByRole('button', { name: 'Import contents' }).click()
      await expect(uploadRow(page, 'An archive')).toContainText('Imported · 1 root')
      await page.locator('[data-pick=files]').setInputFiles(
        files.slice(1).map((bytes, i) => ({ name: `${i}${name}.car`, mimeType: '', buffer: Buffer.from(bytes) }))
      )
      await page.getByRole('button', { name: 'Import contents' }).click()
      await expect(uploadRow(page, '0An archive')).toContainText('5 roots are not pinned')
      await expect(uploadRow(page, '1An archive')).toContainText('The file isn’t a CAR')
      await isFine(page, 'what came of them')
    })

    test('the console', async ({ page, site, quiet }) => {
      quiet.allow(/Failed to load resource/)
      await visit(page, site.origin)
      await openSection(page, '#/console')
      const line = page.getByRole('combobox', { name: 'Command', exact: true })
      await expect(page.getByRole('heading', { name: 'Commands' })).toBeVisible()
      await isFine(page, 'the console')
      await line.pressSequentially('ipfs pi')
      await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2)
      await isFine(page, 'what may follow')
      await line.fill('ipfs add --cid-version=one ')
      await expect(page.getByRole('alert')).toContainText('whole number')
      await isFine(page, 'a mistake, and a long form')
      await line.fill('ipfs pin ls')
      await line.press('Enter')
      await expect(page.getByRole('region', { name: 'Values' })).toBeVisible()
      await page.getByText('History').click()
      await isFine(page, 'an answer')
    })

    test('every part of the node section', async ({ page, site, quiet }) => {
      quiet.allow(/Failed to load resource/)
      await visit(page, site.origin)
      await openSection(page, '#/node/peers')
      for (const part of ['Peers', 'Keys and names', 'Storage', 'Settings', 'Log', 'Report']) {
        await page.getByRole('navigation', { name: 'Components' }).getByRole('link', { name: part }).click()
        await expect(page.getByRole('heading', { name: part, level: 2 })).toBeVisible()
        if (part === 'Keys and names') {
          await page.getByRole('button', { name: 'Publish as self' }).click()
        }
        if (part === 'Settings') {
          await page.getByText('Adding content').click()
        }
        if (part === 'Log') {
          await page.getByText('Levels by component').click()
        }
        if (part === 'Report') {
          await expect(page.getByRole('region', { name: 'The report' })).toContainText('Browser')
        }
        await isFine(page, part)
      }

      await page.goto(`${site.origin}/#/node/settings`)
      await page.getByText('Adding content').click()
      const row = page.locator('[data-key="Import.CidVersion"]')
      await row.getByRole('textbox').fill('7')
      await row.getByRole('button', { name: 'Save' }).click()
      await expect(row.getByRole('alert')).toBeVisible()
      await isFine(page, 'a setting that is refused')
    })

    test('a running upload', async ({ page, site }) => {
      await byFetch(page)
      await visit(page, site.origin)
      await page.evaluate(() => {
        const real = window.fetch
        window.fetch = async (input, init) =>
          String(input).includes('/add?')
            ? new Response(
              new ReadableStream({
                start (controller) {
                  controller.enqueue(new TextEncoder().encode('{"Name":"a","Bytes":3}\n'))
                }
              })
            )
            : await real(input, init)
      })
      await pick(page, ...['a', 'b', 'c'].map((name) => ({ name, text: 'abcdef' })))
      await openWork(page)
      await expect(uploadRow(page, 'Queued')).toBeVisible()
      await expect(page.locator('#work-list').getByRole('progressbar')).toHaveCount(3)
      await isFine(page, 'uploading')
    })

    test('explored content, and content that cannot be read', async ({ page, site }) => {
      await visit(page, site.origin)
      await openSection(page, '#/explore')
      await expect(page.getByText('Paste a CID, path')).toBeVisible()
      await isFine(page, 'nothing explored')

      const root = await page.evaluate(async () => {
        const form = new FormData()
        const long = 'a-name-that-is-longer-than-a-phone-has-room-for_'.repeat(4)
        for (const path of [`${long}/${long}/x.txt`, `${long}/y.txt`]) {
          form.append('file', new Blob(['text\n'.repeat(200)]), encodeURIComponent(path))
        }
        const answer =
          await (await fetch('/api/v0/add?wrap-with-directory=true&cid-version=1', { method: 'POST', body: form }))
            .text()
        return (JSON.parse(answer.trim().split('\n').at(-1)!) as { Hash: string }).Hash
      })
      const address = page.getByRole('textbox', { name: /^CID, path/ })
      await address.fill(root)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Available offline')).toBeVisible()
      await page.getByRole('tree').focus()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('treeitem')).toHaveCount(3)
      for (const words of ['CID details', 'The block, decoded', 'Block bytes']) {
        await page.getByText(words).click()
      }
      await expect(page.getByRole('region', { name: 'Bytes in hex' })).toBeVisible()
      await isFine(page, 'a folder, all of it opened')

      await page.getByRole('treeitem').nth(2).getByRole('link', { includeHidden: true }).click()
      await expect(page.getByRole('region', { name: /^Content of/ })).toBeVisible()
      await isFine(page, 'a file')

      await address.fill('hello world')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toContainText('isn’t a CID')
      await address.fill(`${root}/nowhere`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toContainText('nothing with that name')
      await isFine(page, 'a problem')
    })

    withDeployment('the node does not run', async ({ page, deployment }) => {
      await page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })
      })
      await page.goto(deployment.origin)
      await expect(page.getByRole('alert')).toBeVisible()
      await isFine(page, 'no node')
      await page.goto(`${deployment.origin}/ipfs/${HELLO.cid}`)
      await expect(page.getByRole('alert')).toBeVisible()
      await isFine(page, 'bootstrap without a node')
    })
  })
}

test('adds a file, deletes it and frees its space by the keyboard alone', async ({ page, site }) => {
  page.on('filechooser', (chooser) => {
    void chooser.setFiles({ name: HELLO.name, mimeType: 'text/plain', buffer: Buffer.from(HELLO.text) })
  })
  await visit(page, site.origin)
  await tabTo(page, 'New')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Upload files' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')

  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.locator(':focus')).toHaveText('Delete')
  await page.keyboard.press('Enter')
  // The list with the focus is gone: the focus moves to the title, not to the top of the page.
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Files' })).toBeFocused()
  await tabTo(page, 'Undo')
  await page.keyboard.press('Enter')
  await expect(fileRow(page, HELLO.name)).toBeVisible()
  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(page.getByText('Drop files here.')).toBeVisible()
  await page.getByRole('link', { name: 'Bin', exact: true }).press('Enter')
  await expect(fileRow(page, HELLO.name)).toBeVisible()
  await tabTo(page, 'Empty the Bin')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The Bin is empty.')).toBeVisible()
  await page.getByRole('link', { name: 'Storage', exact: true }).press('Enter')
  await tabTo(page, 'Free unused space')
  await page.keyboard.press('Enter')
  await expect(region(page, 'Storage')).toContainText('freed')
})

test('announces changes to screen readers', async ({ page, site }) => {
  await visit(page, site.origin)
  const live = page.locator('[aria-live=polite]')
  await pick(page, HELLO)
  await expect(live).toHaveText('Added “hello.txt” to “Files”.')
  await act(page, HELLO.name, 'Delete')
  await expect(live).toHaveText('Deleted “hello.txt”.')
  await isReady(page)
})

/** Presses Tab until the control with that name has the focus. */
async function tabTo (page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() =>
      (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)?.trim()
    )
    if (focused === name) {
      return
    }
  }
  throw new Error(`the keyboard does not reach "${name}"`)
}

test('finds, views, shares, publishes and undoes by the keyboard, and keeps the focus', async ({ page, site }) => {
  const { keyboard } = page
  const focused = page.locator(':focus')
  await visit(page, site.origin)
  await rpc(page, 'files/write?arg=/Trip/b.txt&create=true&parents=true', { text: 'second' })
  await rpc(page, 'files/write?arg=/Trip/a.txt&create=true&parents=true', { text: 'first' })
  await expect(fileRow(page, 'Trip')).toBeVisible()

  // A file of another folder, by its name; the viewer, its neighbour and its details.
  await keyboard.press('Control+k')
  await keyboard.type('a.txt')
  // The name could also be a domain: Enter chooses the file once its folder is read.
  const files = page.getByRole('dialog').getByRole('group', { name: 'Files' })
  await expect(files.getByRole('option', { name: /^a\.txt/, selected: true })).toBeVisible()
  await keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'a.txt' })
  await expect(viewer).toContainText('first')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'b.txt' })).toContainText('second')
  await keyboard.press('i')
  await expect(page.getByRole('dialog', { name: 'b.txt' }).getByText('Details')).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('grid')).toBeFocused()

  // The parent folder, and dialogs that return the focus to the list.
  await keyboard.press('Backspace')
  await expect(fileRow(page, 'Trip')).toBeVisible()
  await page.getByRole('grid').focus()
  for (const [action, title] of [['Share…', 'Share Trip'], ['Publish…', 'Publish Trip']]) {
    await keyboard.press('ArrowDown')
    await keyboard.press('Shift+F10')
    await expect(page.getByRole('menu')).toBeVisible()
    while (await focused.innerText() !== action) {
      await keyboard.press('ArrowDown')
    }
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    expect(await page.getByRole('dialog').evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('grid')).toBeFocused()
  }

  // A new name, undone and redone.
  await keyboard.press('F2')
  await expect(page.getByLabel('New name')).toBeFocused()
  await keyboard.press('Control+a')
  await keyboard.type('Journey')
  await keyboard.press('Enter')
  await expect(fileRow(page, 'Journey')).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
  await keyboard.press('Control+z')
  await expect(fileRow(page, 'Trip')).toBeVisible()
  await keyboard.press('Control+Shift+z')
  await expect(fileRow(page, 'Journey')).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()

  // Settings.
  await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  await page.getByLabel('Theme').focus()
  await keyboard.press('End')
  await expect(page.locator('html')).toHaveAttribute('data-theme', /^(?:dark|light)$/)
})
