import { MemoryDatastore } from 'datastore-core'
import { expect, test } from 'vitest'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { TestNode } from '../../testing/test-node.ts'

const EMPTY_V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const EMPTY_V1 = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'

async function hash (node: TestNode, path: string): Promise<string> {
  return ((await node.rpc(`files/stat?arg=${path}`)).lines[0] as { Hash: string }).Hash
}

test('a changed setting applies to the root at the next start, and to new entries at once', async () => {
  const repo = { blockstore: new MemoryBlockstore(), datastore: new MemoryDatastore() }
  const node = await TestNode.start(repo)
  expect(await hash(node, '/')).toBe(EMPTY_V0)
  await node.rpc('files/mkdir?arg=/old')
  await node.node.config.set('Import.CidVersion', 1)
  await node.rpc('files/mkdir?arg=/new')
  expect([await hash(node, '/old'), await hash(node, '/new')]).toEqual([EMPTY_V0, EMPTY_V1])
  expect(await hash(node, '/')).toMatch(/^Qm/)
  await node.node.stop()

  const next = await TestNode.start(repo)
  expect(await hash(next, '/')).toMatch(/^bafy/)
  expect([await hash(next, '/old'), await hash(next, '/new')]).toEqual([EMPTY_V0, EMPTY_V1])
})

test('without settings the root keeps the format that files/chcid gave it', async () => {
  const repo = { blockstore: new MemoryBlockstore(), datastore: new MemoryDatastore() }
  const node = await TestNode.start(repo)
  expect((await node.rpc('files/chcid?arg=/&cid-version=1')).status).toBe(200)
  await node.node.stop()
  expect(await hash(await TestNode.start(repo), '/')).toBe(EMPTY_V1)
})

test('a chosen version replaces both settings', async () => {
  const node = await TestNode.start({ config: { 'Import.HashFunction': 'sha2-512' } })
  await node.rpc('files/mkdir?arg=/chosen&cid-version=0')
  expect(await hash(node, '/chosen')).toBe(EMPTY_V0)
  expect(await hash(node, '/')).toMatch(/^bafybg/)
})
