import type { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cat } from '../api/cat.ts'
import { DagBuilder } from '../testing/dag/dag-builder.ts'
import { readTar } from '../testing/dag/read-tar.ts'
import { TestNode } from '../testing/test-node.ts'

const CONTENT = 'aaaabbbbcc'

let dag: DagBuilder
let node: TestNode

beforeEach(async () => {
  dag = new DagBuilder()
  node = await TestNode.start({ blockstore: dag.store })
})

afterEach(async () => {
  await node.node.stop()
})

async function file (sizes: { blockSizes?: number[]; fileSize?: number }): Promise<CID> {
  return (await dag.file([await dag.raw('aaaa'), await dag.leaf(Buffer.from('bbbb')), await dag.raw('cc')], sizes)).cid
}

test.each<[string, { blockSizes?: number[]; fileSize?: number }]>([
  ['no sizes', { blockSizes: [] }],
  ['no size of the file', { fileSize: undefined }],
  ['a file of 0', { fileSize: 0 }],
  ['all 0', { fileSize: 0, blockSizes: [0, 0, 0] }],
  ['no sum', { fileSize: 400 }],
  ['a part that is told to be empty', { blockSizes: [4, 0, 6] }]
])('a file with wrong sizes is read completely by every command: %s', async (_, sizes) => {
  const cid = await file(sizes)
  const root = await dag.directory({ f: cid })
  const answer = await node.rpc(`cat?arg=${cid}`)
  expect([answer.text, answer.headers.get('x-content-length'), answer.trailer]).toEqual([CONTENT, '10', undefined])
  expect((await node.rpc(`cat?arg=${root}/f&offset=3&length=4`)).text).toBe('abbb')
  expect((await node.rpc(`cat?arg=${cid}&arg=${cid}&offset=8&length=4`)).text).toBe('ccaa')
  expect((await node.rpc(`ls?arg=${root}`)).lines).toMatchObject([{ Objects: [{ Links: [{ Name: 'f', Size: 10 }] }] }])

  await node.rpc(`files/cp?arg=/ipfs/${cid}&arg=/f`)
  expect((await node.rpc('files/read?arg=/f')).text).toBe(CONTENT)
  expect((await node.rpc('files/read?arg=/f&offset=8')).text).toBe('cc')

  const chunks: Uint8Array[] = []
  for await (const chunk of cat(node.node, cid)) {
    chunks.push(chunk)
  }
  expect(Buffer.concat(chunks).toString()).toBe(CONTENT)

  for (const target of [`get?arg=${root}`, `get?arg=${cid}`]) {
    const response = await node.open(target)
    expect(readTar(await response.bytes(), false)).toContainEqual(expect.objectContaining({ type: 'file', size: 10 }))
  }
})

test('a file whose leaves have other sizes than recorded is an error or complete, never truncated', async () => {
  const cid = await file({ blockSizes: [1, 1, 1], fileSize: 3 })
  const answer = await node.rpc(`cat?arg=${cid}`)
  expect(answer.status === 500 || answer.trailer != null || answer.text === CONTENT).toBe(true)
})
