import { test } from '../fixtures/site/installed-worker.ts'
import { expect, openApp, rpc } from '../fixtures/site/site.ts'

test('runs the example of the README in the console', async ({ app }) => {
  const added = await app.evaluate(async () => {
    const form = new FormData()
    form.append('file', new Blob(['hi']), 'hi.txt')
    return await (await fetch('/api/v0/add?pin=true', { method: 'POST', body: form })).json() as unknown
  })

  expect(added).toEqual({ Name: 'hi.txt', Hash: 'QmdckCoPuhEtiNzREtqpYn8dBgY8ifcG82Q4eyEdGCLEiu', Size: '10' })
  expect((await rpc(app, 'cat?arg=QmdckCoPuhEtiNzREtqpYn8dBgY8ifcG82Q4eyEdGCLEiu')).text).toBe('hi')
})

test('two tabs share one node', async ({ app, context, site }) => {
  const { text } = await rpc(app, 'block/put', { text: 'from the first tab' })
  const { Key } = JSON.parse(text) as { Key: string }

  const second = await context.newPage()
  await openApp(second, site)
  expect((await rpc(second, `block/get?arg=${Key}`)).text).toBe('from the first tab')

  const ids = await Promise.all(
    [app, second].map(async (page) => JSON.parse((await rpc(page, 'config?arg=Identity.PeerID')).text) as unknown)
  )
  expect(ids[0]).toEqual(ids[1])
})
