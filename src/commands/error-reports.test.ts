import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestNode } from '../testing/test-node.ts'

let node: TestNode

beforeEach(async () => {
  node = await TestNode.start()
})
afterEach(async () => {
  await node.node.stop()
})

/** Reads an answer like a page, without trailers. */
async function inPage (target: string, headers?: Record<string, string>): Promise<{ status: number; text: string }> {
  const response = await node.open(target, { headers })
  return { status: response.status, text: await response.text() }
}

test('files/rm names the paths that it could not remove, and its body ends normally', async () => {
  await node.rpc('files/mkdir?arg=/d')
  expect(await inPage('files/rm?arg=/d&arg=/none')).toEqual({
    status: 200,
    text: '"/d: path is a directory, use -r to remove directories"\n"/none: file does not exist"\n'
  })
  await expect(inPage('files/rm?arg=/none', { 'X-Stream-Errors': 'in-band' })).rejects.toThrow()
})

test('repo/verify names corrupt blocks, and its body ends normally', async () => {
  const cid = CID.parse('bafkreihnoabliopjvscf6irvpwbcxlauirzq7pnwafwt5skdekl3t3e7om')
  await node.node.blockstore.put(cid, Buffer.from('something else'))
  const { text } = await inPage('repo/verify')
  expect(text).toContain(`block ${cid} was corrupt`)
  expect(text).not.toContain('"Type":"error"')
})

test('an error that no value reports breaks the body', async () => {
  await expect(inPage('block/rm?arg=bafkreihnoabliopjvscf6irvpwbcxlauirzq7pnwafwt5skdekl3t3e7om&arg=bad')).rejects
    .toThrow()
})
