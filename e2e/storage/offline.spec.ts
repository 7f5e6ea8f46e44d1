import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright'
import { launchOptions } from '../../scripts/browser/launch-options.mjs'
import { expect, openApp, rpc, test } from '../fixtures/site/site.ts'

test('shows pinned content offline after a browser restart', async ({ site }) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'swipfs-e2e-'))
  const launch = async (): ReturnType<typeof chromium.launchPersistentContext> =>
    await chromium.launchPersistentContext(profile, launchOptions())

  try {
    const first = await launch()
    const page = await first.newPage()
    await openApp(page, site)
    const { Hash } = JSON.parse(
      (await rpc(page, 'add?cid-version=1', { text: 'kept for later', name: 'note.txt' })).text
    ) as { Hash: string }
    const big = JSON.parse((await rpc(page, 'add?cid-version=1', { randomBytes: 5 * 1024 * 1024 })).text) as {
      Hash: string
    }
    await first.close()

    await site.stop()
    const second = await launch()
    await second.setOffline(true)
    const offline = await second.newPage()

    await offline.goto(`${site.origin}/`)
    await expect(offline).toHaveTitle(/swipfs/i)
    await offline.goto(`${site.origin}/ipfs/${Hash}`)
    await expect(offline.locator('body')).toHaveText('kept for later')

    await offline.goto(`${site.origin}/`)
    const length = await offline.evaluate(
      async (cid) => (await (await fetch(`/ipfs/${cid}`)).arrayBuffer()).byteLength,
      big.Hash
    )
    expect(length).toBe(5 * 1024 * 1024)
    await second.close()
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
})

test('seeks in a video under /ipfs by range requests', async ({ app }) => {
  const { Hash } = JSON.parse(
    (await rpc(app, 'add?cid-version=1', { randomBytes: 3 * 1024 * 1024, name: 'film.mp4' })).text
  ) as { Hash: string }

  const answer = await app.evaluate(async (cid) => {
    const response = await fetch(`/ipfs/${cid}?filename=film.mp4`, { headers: { Range: 'bytes=1000000-1000099' } })
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      type: response.headers.get('content-type'),
      bytes: (await response.arrayBuffer()).byteLength
    }
  }, Hash)

  expect(answer).toEqual({
    status: 206,
    range: `bytes 1000000-1000099/${3 * 1024 * 1024}`,
    type: 'video/mp4',
    bytes: 100
  })
})
