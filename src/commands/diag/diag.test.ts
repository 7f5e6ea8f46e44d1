import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'

const decoder = new TextDecoder()

async function files (node: TestNode, query: string): Promise<Record<string, string>> {
  const response = await node.open(`diag/profile?${query}`)
  return Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer()))).map((
      [name, bytes]
    ) => [name, decoder.decode(bytes)])
  )
}

test('a profile has the data that scripts can collect, and no secrets', async () => {
  const node = await TestNode.start({
    config: { 'API.Authorizations': { me: { AuthSecret: 'bearer:hush', AllowedPaths: ['/api/v0'] } } }
  })
  node.node.logs.setLevel('core', 'info')
  node.node.logs.logger('core').info('told before')
  const response = await node.open('diag/profile?profile-time=60ms', { headers: { authorization: 'Bearer hush' } })
  expect(response.headers.get('content-type')).toBe('application/zip')
  const archive = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const texts = Object.fromEntries(Object.entries(archive).map(([name, bytes]) => [name, decoder.decode(bytes)]))
  expect(Object.keys(texts).sort()).toEqual(['cpu.json', 'heap.json', 'node.json', 'trace.ndjson', 'version.json'])
  expect(JSON.parse(texts['version.json'])).toMatchObject({ Version: '0.40.0' })
  expect(JSON.parse(texts['node.json'])).toMatchObject({ online: false, blocks: 1 })
  expect(JSON.parse(texts['heap.json'])).toMatchObject({ usedBytes: expect.any(Number) })
  expect(JSON.parse(texts['cpu.json']).samples).toBeGreaterThan(0)
  expect(texts['trace.ndjson']).toContain('told before')
  expect(Object.values(texts).join('')).not.toContain('hush')
})

test('without time to measure, measurements are left out', async () => {
  const node = await TestNode.start()
  expect(Object.keys(await files(node, 'profile-time=0')).sort()).toEqual(['heap.json', 'node.json', 'version.json'])
  expect(Object.keys(await files(node, 'profile-time=0&collectors=version&collectors=bin'))).toEqual(['version.json'])
})

test('a profile ends with its request', async () => {
  const node = await TestNode.start()
  expect((await node.rpc('diag/profile?timeout=30ms')).trailer).toBe('context deadline exceeded')
})

test("the system facts have the shape of Kubo's", async () => {
  const { lines } = await (await TestNode.start({ online: true })).rpc('diag/sys')
  expect(lines).toMatchObject([{
    diskinfo: { free_space: 0 },
    environment: { IPFS_PATH: '/swipfs' },
    ipfs_version: '0.40.0',
    net: { online: true },
    runtime: { arch: 'wasm', os: 'browser' }
  }])
})
