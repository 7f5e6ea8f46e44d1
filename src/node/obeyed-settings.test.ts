import { expect, test } from 'vitest'
import { handleGateway } from '../gateway/handler/handler.ts'
import { localGateway } from '../gateway/local/local-gateway.ts'
import { rawLeaf } from '../testing/dag/small-dag.ts'
import { TestNode } from '../testing/test-node.ts'

test('Version.AgentSuffix is appended to the agent version', async () => {
  const node = await TestNode.start({ config: { 'Version.AgentSuffix': ' my\u0007 app ' } })
  expect((await node.rpc('id')).lines).toMatchObject([{ AgentVersion: 'kubo/0.40.0/swipfs/my app' }])
})

test('Gateway.MaxRequestDuration ends a waiting request', async () => {
  const { node } = await TestNode.start({
    online: true,
    config: { 'Gateway.MaxRequestDuration': '50ms', 'Gateway.RetrievalTimeout': '0s' }
  })
  expect((await handleGateway(new Request(`http://node/ipfs/${rawLeaf('missing').cid}`), localGateway(node))).status)
    .toBe(504)
})

test('Internal.UnixFSShardingSizeThreshold is the old name of the threshold in Import', async () => {
  const add = async (config: Record<string, string>): Promise<unknown> => {
    const node = await TestNode.start({ config: { 'Import.UnixFSHAMTDirectorySizeEstimation': 'links', ...config } })
    const body = new FormData()
    Array.from({ length: 9 }, (_, i) => {
      body.append('file', new Blob(['x']), `dir%2F${i}`)
    })
    return (await node.rpc('add', { body })).lines.at(-1)
  }

  const small = await add({ 'Import.UnixFSHAMTDirectorySizeThreshold': '64B' })
  expect(await add({ 'Internal.UnixFSShardingSizeThreshold': '64B' })).toEqual(small)
  expect(await add({ 'Internal.UnixFSShardingSizeThreshold': '' })).toEqual(await add({}))
  expect(
    await add({ 'Internal.UnixFSShardingSizeThreshold': '64B', 'Import.UnixFSHAMTDirectorySizeThreshold': '1MiB' })
  ).toEqual(await add({}))
  expect(await add({})).not.toEqual(small)
})

test('an invalid network is rejected', async () => {
  const node = await TestNode.start()
  expect((await node.rpc('config?arg=Swarm.AddrFilters&arg=["nonsense"]&json=true')).status).toBe(500)
  expect((await node.rpc('config?arg=Internal.UnixFSShardingSizeThreshold&arg=many')).status).toBe(500)
})
