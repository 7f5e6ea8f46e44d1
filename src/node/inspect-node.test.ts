import { expect, it } from 'vitest'
import { TestNode } from '../testing/test-node.ts'
import { inspectNode } from './inspect-node.ts'

it('tells the counters and states of a node, and no secret', async () => {
  const { node } = await TestNode.start({
    config: { 'API.Authorizations': { me: { AuthSecret: 'bearer:hush', AllowedPaths: ['/api/v0'] } } },
    services: [() => ({ name: 'a', start: async () => { throw new Error('no relay') } })]
  })
  await node.services.start()
  const report = await inspectNode(node)
  expect(report).toMatchObject({ peerId: node.identity.peerId.toString(), online: false, blocks: 1, bytes: 4, pins: { recursive: 1, direct: 0 }, services: [{ name: 'a', state: 'failed', error: 'no relay' }], ignoredSettings: [] })
  expect(structuredClone(report)).toEqual(report) // it is posted to pages
  expect(JSON.stringify(report)).not.toContain('hush')
  await node.stop()
})
