// Faults that were seen in the app, by their numbers. Others are tested with the part that had them: A1 and A12 (one
// step and one sentence for each drop), A5 (questions about CARs) and A9 (drops) in files/list,
// A2 and A3 (receivers of links) in share.spec.ts, A4 (no false alarm) and A6 (double click on Cancel) in page.spec.ts,
// A7 (fetches) in search.spec.ts, A8 (lost network) in status.spec.ts, A13 (pins) in pinned.spec.ts. The parts of A11
// are here, in find-each-other.spec.ts (invalid addresses of peers), page.spec.ts (a cancelled upload) and
// backup.spec.ts (dates).
import { randomBytes } from 'node:crypto'
import { fileRow, HELLO, openSection, pick, region, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { test as withDeployment } from '../fixtures/site/deployment.ts'

withDeployment(
  'A10: without a node, a file is refused at once, and no list claims to be empty',
  async ({ page, deployment, quiet }) => {
    quiet.allow(/service worker|storage/i)
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })
    })
    await page.goto(deployment.origin)
    await expect(page.getByRole('alert').first()).toBeVisible()
    for (const hash of ['#/pinned', '#/recent', '#/']) {
      await openSection(page, hash)
      await expect(page.locator('#list-title')).toBeVisible()
      await expect(page.locator('.list-title')).not.toContainText(/\d items?|so far/)
    }
    await pick(page, HELLO)
    await expect(page.getByRole('alert').filter({ hasText: 'The node is not running.' })).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(fileRow(page, HELLO.name)).toHaveCount(0)
  }
)

test('A11: explored content counts as complete when its blocks have arrived', async ({ page, site }) => {
  await visit(page, site.origin)
  const { root, blocks } = await page.evaluate(async () => {
    const body = new FormData()
    body.append('file', new Blob([crypto.getRandomValues(new Uint8Array(3000))]), 'parts.bin')
    const added = await (await fetch('/api/v0/add?cid-version=1&pin=false&chunker=size-1000', { method: 'POST', body }))
      .text()
    const root = (JSON.parse(added) as { Hash: string }).Hash
    const refs = (await (await fetch(`/api/v0/refs?arg=${root}`, { method: 'POST' })).text()).trim().split('\n')
    const { Ref } = JSON.parse(refs[1]) as { Ref: string }
    const bytes = await (await fetch(`/api/v0/block/get?arg=${Ref}`, { method: 'POST' })).arrayBuffer()
    await (await fetch(`/api/v0/block/rm?arg=${Ref}`, { method: 'POST' })).text()
    return { root, blocks: [...new Uint8Array(bytes)] }
  })
  await openSection(page, `#/explore/ipfs/${root}`)
  const explore = page.getByRole('region', { name: /^Explore/ })
  await expect(explore).toContainText('The rest downloads when you open it')
  await page.evaluate(async (bytes) => {
    const body = new FormData()
    body.append('file', new Blob([Uint8Array.from(bytes)]))
    await (await fetch('/api/v0/block/put?cid-codec=raw', { method: 'POST', body })).text()
  }, blocks)
  await expect(explore).toContainText('Available offline')
})

test('A11: the storage counts a file as soon as it is added', async ({ page, site }) => {
  await visit(page, site.origin)
  await page.locator('[data-pick=files]').setInputFiles({
    name: 'random.bin',
    mimeType: '',
    buffer: randomBytes(20_000_000)
  })
  await expect(fileRow(page, 'random.bin')).toContainText('On this device')
  await openSection(page, '#/node/storage')
  const storage = region(page, /^Storage/)
  for (const title of ['Stored blocks', 'In Files']) {
    await expect(storage.locator('dt', { hasText: title }).locator('xpath=following-sibling::dd[1]')).toContainText(
      /^20(\.\d)? MB/
    )
  }
})

test('A14: in Arabic, addresses keep their direction, and sizes stay in one line', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'languages', { get: () => ['ar'] })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(site.origin)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await pick(page, { name: 'صورة.txt', text: 'x'.repeat(123_456) })
  await expect(page.locator('.item-row')).toHaveCount(1)
  const lines = await page.locator('.item-row').evaluate((row) =>
    [...row.querySelectorAll('.item-size, .item-date')].map((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
    })
  )
  expect(Math.max(...lines)).toBe(1)

  await page.goto(`${site.origin}/#/explore`)
  const address = page.locator('#address')
  await expect(address).toHaveCSS('direction', 'ltr')
  await expect(address).toHaveAttribute('placeholder', /\/ipfs\/…/)
})
