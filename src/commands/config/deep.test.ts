import { expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'

test('a value that is nested too deep for the engine is an error, and the node goes on', async () => {
  const app = await TestNode.start()
  const deep = '['.repeat(9999) + ']'.repeat(9999)
  expect((await app.rpc(`config?arg=Datastore.Spec.Deep&arg=${deep}&json=true`)).lines).toHaveLength(1)
  expect((await app.rpc('config?arg=Datastore.Spec')).status).toBe(200)
  expect((await app.rpc(`config?arg=Datastore.Spec.Deep&arg=${'['.repeat(10_001)}&json=true`)).text).toContain(
    "invalid character '[' exceeded max depth"
  )
})
