import { expect, registerWorker, rpc, test } from '../fixtures/site/site.ts'
import { unregisterWorkers } from '../fixtures/site/unregister-workers.ts'

test('an app selects the blockstore of the package blockstore-idb', async ({ page, site }) => {
  await registerWorker(page, site.origin, '/sw.js?datastore=idb')
  const { Hash } = JSON.parse((await rpc(page, 'add', { text: 'kept by idb' })).text) as { Hash: string }

  expect((await rpc(page, `cat?arg=${Hash}`)).text).toBe('kept by idb')
  expect((await rpc(page, 'config?arg=Datastore.Spec.type')).text).toContain('"idb"')
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(names).toContain('swipfs')

  // The store type of an existing repo cannot be changed.
  expect((await rpc(page, 'config?arg=Datastore.Spec.type&arg=packed-idb')).status).toBe(500)
})

test('reports a repo with another blockstore', async ({ page, site }) => {
  await registerWorker(page, site.origin, '/sw.js?datastore=idb')
  await rpc(page, 'version')

  await unregisterWorkers(page)
  await registerWorker(page, site.origin, '/sw.js?datastore=packed-idb')
  const { status, text } = await rpc(page, 'version')
  expect(status).toBe(503)
  expect(text).toContain("kept by 'idb'")
})
