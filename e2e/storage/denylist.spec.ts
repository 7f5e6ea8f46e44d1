import type { Page } from 'playwright'
import { DENYLIST_VECTORS, VECTOR_LIST } from '../../src/testing/dag/denylist-vectors.ts'
import { test } from '../fixtures/page/quiet.ts'
import { addSite, APP, appRuns, fetched, siteOrigin } from '../fixtures/site/own-site.ts'
import { expect, killWorkers, rpc } from '../fixtures/site/site.ts'

async function addList (page: Page, name: string, text: string): Promise<void> {
  const { status, text: answer } = await rpc(page, `swipfs/denylist/add?arg=${name}`, {
    name: 'list.deny',
    text
  })
  expect(status, answer).toBe(200)
}

async function statusOf (page: Page, path: string): Promise<number> {
  return await page.evaluate(async (path) => (await fetch(path)).status, path)
}

test('a denylist decides the published examples, also in the next worker', async ({ app, context, quiet }) => {
  quiet.allow(/410|404|status of 500.*api\/v0\/cat/)
  await addList(app, 'examples', VECTOR_LIST)

  const verdicts = await app.evaluate(async (paths) => {
    const blocked: boolean[] = []
    for (const path of paths) {
      const url = `/api/v0/swipfs/denylist/check?arg=${encodeURIComponent(path)}`
      blocked.push((await (await fetch(url, { method: 'POST' })).json() as { Blocked: boolean }).Blocked)
    }
    return blocked
  }, DENYLIST_VECTORS.map(({ path }) => path))
  expect(verdicts).toEqual(DENYLIST_VECTORS.map(({ isBlocked }) => isBlocked))

  const cid = await addSite(app, APP)
  expect(await statusOf(app, `/ipfs/${cid}/late.txt`)).toBe(200)
  await addList(app, 'own', `/ipfs/${cid}/la*\n`)
  expect(await statusOf(app, `/ipfs/${cid}/late.txt`)).toBe(410)
  await killWorkers(context, app)
  expect(await statusOf(app, `/ipfs/${cid}/late.txt`)).toBe(410)
  expect(await statusOf(app, `/ipfs/${cid}/app.js`)).toBe(200)
  expect((await rpc(app, `cat?arg=/ipfs/${cid}/late.txt`)).text).toContain('is blocked and cannot be provided')
})

test('a rule counts in seconds for what an own origin has cached', async ({ app, context, site, quiet }) => {
  quiet.allow(/410/)
  const cid = await addSite(app, APP)
  const page = await context.newPage()
  await page.goto(siteOrigin(site, cid))
  await appRuns(page)
  expect(await fetched(page, '/late.txt')).toMatch(/^200/)
  await addList(app, 'own', `/ipfs/${cid}/late.txt\n`)
  await expect.poll(async () => await fetched(page, '/late.txt'), { timeout: 20_000 }).toMatch(/^410/)
  expect(await fetched(page, '/app.js')).toMatch(/^200/)

  await addList(app, 'own', `/ipfs/${cid}/*\n`)
  await killWorkers(context, page)
  await page.goto(siteOrigin(site, cid))
  await expect(page.getByRole('main')).toContainText('denylist own')
})
