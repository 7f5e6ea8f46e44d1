import { expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'

test.each(['pubsub/sub', 'pubsub/peers', 'pubsub/pub'])(
  '%s reports an invalid topic before any other error',
  async (target) => {
    const node = await TestNode.start()
    const body = new FormData()
    body.append('file', new Blob(['x']))
    expect((await node.rpc(`${target}?arg=x`, { body })).lines).toMatchObject([{
      Message: 'URL arg must be multibase encoded: selected encoding not supported'
    }])
    // An excess argument is parsed as an empty one.
    expect((await node.rpc(`${target}?arg=uZ29sZGVu&arg=uZ29sZGVu`, { body })).lines).toMatchObject([{
      Message: 'URL arg must be multibase encoded: cannot decode multibase for zero length string'
    }])
  }
)
