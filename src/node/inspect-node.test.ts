import { expect, it } from 'vitest'
import { TestNode } from '../testing/test-node.ts'
import { inspectNode } from './inspect-node.ts'

it('reports the counters and states of a node, and no secrets', async () => {
  const app = await TestNode.start({
    config: { 'API.Authorizations': { me: { AuthSecret: 'bearer:hush', AllowedPaths: ['/api/v0'] } } },
    services: [() => ({
      name: 'a',
      start: async () => {
        throw new Error('no relay')
      }
    })]
  })
  const { node } = app
  await node.services.start()
  await app.rpc('diag/cmds/set-time?arg=1h', { headers: { authorization: 'Bearer hush' } })
  await app.rpc('pin/remote/service/add?arg=svc&arg=https://pins.example&arg=hush', {
    headers: { authorization: 'Bearer hush' }
  })
  const report = await inspectNode(node)
  expect(report).toMatchObject({
    peerId: node.identity.peerId.toString(),
    online: false,
    blocks: 1,
    bytes: 4,
    pins: { recursive: 1, direct: 0 },
    services: expect.arrayContaining([expect.objectContaining({ name: 'a', state: 'failed', error: 'no relay' })]),
    ignoredSettings: []
  })
  expect(report.requests.at(-1)).toMatchObject({ command: 'pin/remote/service/add', active: false })
  expect(structuredClone(report)).toEqual(report) // it is posted to pages
  expect(JSON.stringify(report)).not.toContain('hush')
  await node.stop()
})
