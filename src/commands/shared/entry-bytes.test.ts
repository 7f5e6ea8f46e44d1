import { beforeAll, expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'

let node: TestNode

beforeAll(async () => {
  node = await TestNode.start()
})

/** Answers of Kubo 0.40.0. */
test.each([
  ['block/put', 'expected a file'],
  ['dag/put', 'expected a regular file'],
  ['files/write?arg=/in-a-folder&create=true', 'file argument was nil'],
  ['multibase/encode', 'failed to access file: file argument was nil'],
  ['name/inspect', 'file argument was nil']
])('%s accepts no file in a folder of an upload', async (target, Message) => {
  const body = new FormData()
  body.append('file', new Blob(['{}']), encodeURIComponent('folder/file'))
  const blocks = await node.blocks()
  expect(await node.rpc(target, { body })).toMatchObject({ status: 500, lines: [{ Message, Code: 0, Type: 'error' }] })
  expect(await node.blocks()).toEqual(blocks)
})

test('a file name may contain a path such as ..', async () => {
  const body = new FormData()
  body.append('file', new Blob(['x']), encodeURIComponent('../file'))
  expect((await node.rpc('block/put', { body })).lines).toEqual([{
    Key: 'bafkreibnoelefnzgwbcacyt4vh52ymxvzbjq7mmqhtcnwarfq4lzegsiqe',
    Size: 1
  }])
})
