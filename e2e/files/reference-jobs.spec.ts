import type { Page } from 'playwright'
import { test } from '../fixtures/browser/kept-browser.ts'
import { writeOriginFile } from '../fixtures/browser/origin-file.ts'
import { chooseNew, fileRow, isReady, openSection, openWork, region } from '../fixtures/page/page.ts'
import { violations } from '../fixtures/page/violations.ts'
import { expect, killWorkers, openApp, rpc } from '../fixtures/site/site.ts'

const NAME = 'picked.bin'
const MIB = 1024 * 1024

/** Seconds of work on a slow machine, in blocks of 1 KiB. */
const FIRST_BYTES = 4 * MIB
/** Attempts with doubled data, if a job was done before the node was stopped. */
const TRIES = 6

// The origin private file system returns the same handles as a picker, without a dialog.

/** A line of `swipfs/jobs/ls`. */
interface SeenJob {
  Resumed: number
  Progress: { Bytes: number }
}

/** State that the test stores in the page. */
interface InPage {
  seen: SeenJob[]
}

test('completes the add of a picked file after the worker was stopped', async ({ app, context }) => {
  let resumed = false

  await turnOn(app)
  await killWorkers(context, app) // The setting applies after a restart.

  for (let size = FIRST_BYTES, tries = 0; !resumed && tries < TRIES; size *= 2, tries++) {
    await app.reload()
    await isReady(app)
    await writeOriginFile(app, NAME, size, { isPicked: true })
    await lookAtJobs(app)
    await chooseNew(app, 'Link a file…')
    await untilReading(app)
    await killWorkers(context, app)
    await expect(fileRow(app, NAME)).toBeVisible({ timeout: 120_000 })
    // A row of an earlier attempt is visible before the job has ended.
    await expect.poll(async () => (await rpc(app, 'swipfs/jobs/ls')).text, { timeout: 120_000 }).toBe('')
    resumed = await app.evaluate(() => (window as unknown as InPage).seen.some(({ Resumed }) => Resumed > 0))
  }

  expect(resumed, 'the worker was stopped in the middle').toBe(true)
  await expectAdded(app)
  await expect(region(app, 'While you were away')).toHaveCount(0)
  await app.reload()
  await expect(fileRow(app, NAME)).toBeVisible()
  await expect(region(app, 'While you were away')).toHaveCount(0)
})

test('completes the add of a picked file after the browser was closed', async ({ site, kept }) => {
  const host = { ...site, origin: `http://kept.localhost:${site.port}` }
  let page: Page | undefined
  let isCut = false

  for (let size = FIRST_BYTES, tries = 0; !isCut && tries < TRIES; size *= 2, tries++) {
    await kept.launch()
    page = await kept.newPage()
    await openApp(page, host)
    await turnOn(page)
    await kept.close() // The setting applies after a restart.

    await kept.launch()
    page = await kept.newPage()
    await openApp(page, host)
    await isReady(page)
    await writeOriginFile(page, NAME, size, { isPicked: true })
    await lookAtJobs(page)
    await chooseNew(page, 'Link a file…')
    await untilReading(page)
    await kept.kill()

    await kept.launch()
    page = await kept.newPage()
    await openApp(page, host)
    isCut = !await isPinned(page)
    if (!isCut) {
      await kept.close()
    }
  }

  expect(isCut, 'the browser was closed in the middle').toBe(true)
  const app = page as Page
  await openWork(app)
  const row = region(app, 'While you were away').getByRole('listitem')
  await expect(row).toContainText(`${NAME} was added`, { timeout: 120_000 })
  await expect(row).toHaveCount(1)
  await expectAdded(app)
  await row.getByRole('button', { name: `Dismiss: ${NAME} was added` }).click()
  await expect(row).toHaveCount(0)
  await app.reload()
  await isReady(app)
  // The page that would have put it into Files was closed.
  await openSection(app, '#/pinned')
  await expect(fileRow(app, NAME)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a file that needs permission again waits for a click', async ({ page, site }) => {
  // Files of a picker need the permission in a later session; those of the origin private file system never do. So the
  // test fakes the job.
  await page.addInitScript((name) => {
    const post = ServiceWorker.prototype.postMessage
    const realFetch = window.fetch
    let state = 'waiting'

    window.fetch = async (input, init) => {
      const [, command] = /\/api\/v0\/swipfs\/jobs\/(\w+)/.exec(String(input)) ?? []

      if (command === 'cancel') {
        state = 'gone'
        return Response.json({ ID: 'j', Found: true })
      } else if (command === 'continue') {
        state = 'running'
        return Response.json({ ID: 'j', Found: true })
      } else if (command === 'ls') {
        return new Response(
          state === 'gone' ? '' : JSON.stringify({
            ID: 'j',
            Kind: 'add',
            Args: { file: `/picked/1/${name}`, name, size: 5_000_000 },
            Begun: new Date(0).toISOString(),
            State: state,
            Progress: { Blocks: 0, Bytes: 0 },
            Resumed: 1,
            Waiting: 0,
            Message: 'the browser has to be allowed again to read the file'
          })
        )
      } else {
        return await realFetch(input, init)
      }
    }

    ServiceWorker.prototype.postMessage = function (message: { type: string }, ports: never) {
      const [port] = ports as MessagePort[] ?? []

      if (message.type === 'kept-file') {
        void navigator.storage.getDirectory().then(async (root) => {
          port.postMessage({ type: 'kept-file', file: await root.getFileHandle(name, { create: true }) })
        })
      } else {
        post.call(this, message, ports)
      }
    }

    // The user denies permission at first.
    let asked = 0
    Object.assign(FileSystemHandle.prototype, { requestPermission: async () => asked++ === 0 ? 'denied' : 'granted' })
  }, NAME)

  await openApp(page, site)
  const row = region(page, 'Waiting for you').getByRole('listitem')
  await expect(row).toContainText(`${NAME} needs your answer`)
  await expect(row).toContainText('The browser must ask you before the node can read the file again.')
  expect(await violations(page)).toEqual([])

  const goOn = row.getByRole('button', { name: `Continue: ${NAME} needs your answer` })
  await goOn.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The browser was not allowed to read the file.')).toBeAttached()
  await expect(goOn).toBeVisible()
  await page.keyboard.press('Enter')
  await openWork(page)
  const running = region(page, 'In progress').getByRole('listitem')
  await expect(running).toContainText(`Adding ${NAME}`)
  await running.getByRole('button', { name: `Cancel: Adding ${NAME}` }).click()
  await expect(running).toHaveCount(0)
})

/** Uses small blocks, to slow the add down. */
async function turnOn (page: Page): Promise<void> {
  expect((await rpc(page, 'config?arg=Experimental.FilestoreEnabled&arg=true&bool=true')).status).toBe(200)
  expect((await rpc(page, 'config?arg=Import.UnixFSChunker&arg=size-1024')).status).toBe(200)
}

/** Records all job states that the node reports. */
async function lookAtJobs (page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: InPage['seen'] = []
    Object.assign(window, { seen })
    setInterval(() => {
      void fetch('/api/v0/swipfs/jobs/ls', { method: 'POST' }).then(async (response) => {
        const lines = (await response.text()).split('\n').filter((line) => line !== '')
        const jobs = lines.map((line) => JSON.parse(line) as SeenJob)
        seen.push(...jobs.filter(({ Progress }) => Progress.Bytes > 0))
      }).catch(() => {}) // the worker is stopped meanwhile
    }, 20)
  })
}

async function untilReading (page: Page): Promise<void> {
  await expect.poll(async () => await page.evaluate(() => (window as unknown as InPage).seen.length), {
    intervals: [5]
  }).toBeGreaterThan(0)
}

/** Returns the CID that `add` computes for it. */
async function cidOf (page: Page): Promise<string> {
  return await page.evaluate(async (name) => {
    const body = new FormData()
    body.append('file', await (await (await navigator.storage.getDirectory()).getFileHandle(name)).getFile())
    return ((await (await fetch('/api/v0/add?only-hash=true&cid-version=1', { method: 'POST', body })).json()) as {
      Hash: string
    }).Hash
  }, NAME)
}

async function isPinned (page: Page): Promise<boolean> {
  return (await rpc(page, `pin/ls?arg=${await cidOf(page)}&type=recursive`)).status === 200
}

/** Checks that it is pinned once, by its CID, and that no copy is stored. */
async function expectAdded (page: Page): Promise<void> {
  const cid = await cidOf(page)
  expect(JSON.parse((await rpc(page, `pin/ls?arg=${cid}&names=true&type=recursive`)).text)).toEqual({
    Keys: { [cid]: { Name: NAME, Type: 'recursive' } }
  })
  expect((await rpc(page, `dag/stat?arg=${cid}&offline=true`)).status).toBe(200)
  const { Size } = JSON.parse((await rpc(page, `files/stat?arg=/ipfs/${cid}`)).text) as { Size: number }
  const { RepoSize } = JSON.parse((await rpc(page, 'repo/stat')).text) as { RepoSize: number }
  expect(RepoSize).toBeLessThan(Size)
}
