import type { Page } from 'playwright'
import { fileRow, openSection, openWork, region } from '../fixtures/page/page.ts'
import { violations } from '../fixtures/page/violations.ts'
import { test } from '../fixtures/site/installed-worker.ts'
import { expect, killWorkers, rpc } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024

/** Attempts with more data, if a job was done before the worker was stopped. */
const TRIES = 5

/** State that the test stores in the page. */
interface InPage {
  call: Promise<string>
  told: boolean
  lines: number
}

async function json<T> (page: Page, target: string, file?: Parameters<typeof rpc>[2]): Promise<T> {
  const { status, text } = await rpc(page, target, file)
  expect(status, text).toBe(200)
  return JSON.parse(text.trim().split('\n').at(-1) as string) as T
}

/**
 * Starts to pin, and stores in the page how it ends, whether it reported progress, and whether the node reported a job.
 */
async function startPinning (page: Page, root: string): Promise<void> {
  await page.evaluate((root) => {
    const state = window as unknown as InPage
    Object.assign(state, { told: false, lines: 0 })
    new BroadcastChannel('swipfs-changes').onmessage = ({ data }: MessageEvent<{ topics: string[] }>) => {
      state.told ||= data.topics.includes('jobs')
    }
    state.call = (async () => {
      const reader = (await fetch(`/api/v0/pin/add?arg=${root}&name=a%20long%20one&progress=true`, { method: 'POST' }))
        .body!.getReader()
      for (let r = await reader.read(); !r.done; r = await reader.read()) {
        state.lines++
      }
      return 'whole'
    })().catch((err: Error) => `broken: ${err.message}`)
    void state.call.then(() => {
      Object.assign(state, { told: true, lines: 1 })
    })
  }, root)
}

test('resumes a pin after its worker was killed, and the page reports it', async ({ app, context }) => {
  let root = ''
  let ended = ''

  for (let size = 32 * MIB, tries = 0; !ended.startsWith('broken') && tries < TRIES; size *= 2, tries++) {
    root = (await json<{ Hash: string }>(app, 'add?chunker=size-1024&pin=false', { randomBytes: size })).Hash
    await startPinning(app, root)
    await expect.poll(
      async () =>
        await app.evaluate(() => (window as unknown as InPage).told && (window as unknown as InPage).lines > 0),
      { intervals: [5] }
    ).toBe(true)
    await killWorkers(context, app)
    ended = await app.evaluate(async () => await (window as unknown as InPage).call)
  }

  expect(ended, 'the worker was killed while it pinned').toMatch(/^broken/)
  // The first answer after the restart, before any job resumes.
  expect((await rpc(app, `pin/ls?arg=${root}&type=recursive`)).text).toContain('is not pinned')

  await expect.poll(async () => (await rpc(app, `pin/ls?arg=${root}&type=recursive`)).status, { timeout: 120_000 })
    .toBe(200)
  expect(await json(app, `pin/ls?arg=${root}&names=true&type=recursive`)).toEqual({
    Keys: { [root]: { Name: 'a long one', Type: 'recursive' } }
  })
  expect((await rpc(app, `dag/stat?arg=${root}&offline=true`)).status).toBe(200)

  await openWork(app)
  const row = region(app, 'While you were away').getByRole('listitem')
  await expect(row).toContainText('Pinned a long one')
  expect(await violations(app)).toEqual([])
  await row.getByRole('button', { name: 'Dismiss: Pinned a long one' }).click()
  await expect(row).toHaveCount(0)
  await app.reload()
  await openSection(app, '#/pinned')
  await expect(fileRow(app, 'a long one')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('uploads dropped files again after the worker was killed, without an error message', async ({ app, context }) => {
  await app.evaluate((size) => {
    const parts = Array.from({ length: size / 65536 }, () => crypto.getRandomValues(new Uint8Array(65536)))
    const transfer = new DataTransfer()
    transfer.items.add(new File(parts, 'big.bin'))
    const input = document.querySelector<HTMLInputElement>('input[type=file]:not([webkitdirectory])')!
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, 256 * MIB)
  // Without opening the list: on a busy machine the upload would be done before.
  await expect(region(app, 'Activity')).toBeVisible()
  await killWorkers(context, app)
  await expect(fileRow(app, 'big.bin')).toBeVisible({ timeout: 120_000 })
  await expect(region(app, 'Activity')).toHaveCount(0)
})
