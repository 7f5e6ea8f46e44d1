import { expect, openApp, rpc, test } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024

test('reports a disk that fills up during an add, and loses nothing', async ({ page: app, context, site }) => {
  const session = await context.newCDPSession(app)
  // Before the first write: Chromium caches the available space of a database for half a minute.
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 24 * MIB })
  await openApp(app, site)

  const kept = JSON.parse((await rpc(app, 'add', { randomBytes: 2 * MIB })).text) as { Hash: string }
  const before = JSON.parse((await rpc(app, 'repo/stat')).text) as { NumObjects: number; RepoSize: number }

  const refused = await rpc(app, 'add', { randomBytes: 64 * MIB })
  const { Type, Message } = JSON.parse(refused.text.trim().split('\n').at(-1) as string) as {
    Type: string
    Message: string
  }
  expect(Type).toBe('error')
  expect(Message).toMatch(/quota|space|storage/i)
  expect(refused.status === 500 || refused.broken).toBe(true)

  expect(JSON.parse((await rpc(app, 'repo/stat')).text)).toMatchObject({
    NumObjects: before.NumObjects,
    RepoSize: before.RepoSize
  })
  expect((await rpc(app, `dag/stat?arg=${kept.Hash}&offline=true`)).status).toBe(200)

  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin })
  await expect.poll(async () => (await rpc(app, 'add', { randomBytes: 16 * MIB })).status, {
    timeout: 45_000,
    intervals: [2000]
  }).toBe(200)
})
