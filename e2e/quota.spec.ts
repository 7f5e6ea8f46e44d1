import { expect, rpc, test } from './fixtures/site.ts'

const MIB = 1024 * 1024

test('the disk is full in the middle of an add: a clear error, nothing lost, nothing left', async ({ app, context, site }) => {
  const kept = JSON.parse((await rpc(app, 'add', { randomBytes: 2 * MIB })).text) as { Hash: string }
  const before = JSON.parse((await rpc(app, 'repo/stat')).text) as { NumObjects: number, RepoSize: number }

  const session = await context.newCDPSession(app)
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin: site.origin })
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: usage + 10 * MIB })

  const refused = await rpc(app, 'add', { randomBytes: 64 * MIB })
  const message = refused.text.trim().split('\n').at(-1) as string
  const { Type, Message } = JSON.parse(message) as { Type: string, Message: string }
  expect(Type).toBe('error')
  expect(Message).toMatch(/quota|space|storage/i)
  if (refused.status === 200) expect(refused.broken).toBe(true)

  expect(JSON.parse((await rpc(app, 'repo/stat')).text)).toMatchObject({ NumObjects: before.NumObjects, RepoSize: before.RepoSize })
  expect((await rpc(app, `dag/stat?arg=${kept.Hash}&offline=true`)).status).toBe(200)

  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin })
  expect((await rpc(app, 'add', { randomBytes: 16 * MIB })).status).toBe(200)
})
