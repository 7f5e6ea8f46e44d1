import { isReady, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { rpc } from '../fixtures/site/site.ts'

test('announces an automatic garbage collection, which the user prevents', async ({ page, site, quiet }) => {
  quiet.allow(/500/)
  await visit(page, site.origin)
  await isReady(page)
  const { Key } = JSON.parse((await rpc(page, 'block/put', { text: 'kept by nothing' })).text) as { Key: string }
  await rpc(page, 'config?arg=Datastore.StorageMax&arg=1B')
  await rpc(page, 'config?arg=Datastore.GCPeriod&arg=1s')
  await rpc(page, 'config?arg=Datastore.EnableGC&arg=true&bool=true')

  const notice = page.getByRole('alert').filter({ hasText: 'are about to be removed' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Pin everything' }).click()
  await expect(notice).toHaveCount(0)
  expect((await rpc(page, 'config?arg=Datastore.EnableGC')).text).toContain('false')

  // After the time at which GC would have removed it.
  await page.waitForTimeout(12_000)
  expect((await rpc(page, `block/stat?arg=${Key}`)).status).toBe(200)

  await rpc(page, 'config?arg=Datastore.EnableGC&arg=true&bool=true')
  await expect.poll(async () => (await rpc(page, `block/stat?arg=${Key}`)).status, { timeout: 40_000 }).toBe(500)
})
