import { beforeAll, expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'

const RAW = 'bafkreibnoelefnzgwbcacyt4vh52ymxvzbjq7mmqhtcnwarfq4lzegsiqe'

let node: TestNode

beforeAll(async () => {
  node = await TestNode.start()
  const body = new FormData()
  body.append('file', new Blob(['x']))
  await node.rpc('add?raw-leaves=true', { body })
  await node.rpc(`files/cp?arg=/ipfs/${RAW}&arg=/file`)
  await node.rpc('files/mkdir?arg=/directory')
})

/** Answers of Kubo 0.40.0. */
test.each([
  ['/none/x', 'cp: cannot put node in path /none/x: file does not exist'],
  ['/file/x', 'cp: cannot unlink existing file: not a directory: /file/'],
  ['/directory', 'cp: cannot unlink existing file: not a file: /directory']
])('files/cp with force to %s reports the obstacle', async (to, Message) => {
  expect(await node.rpc(`files/cp?arg=/ipfs/${RAW}&arg=${to}&force=true`)).toMatchObject({
    status: 500,
    lines: [{ Message }]
  })
})

test.each([
  ['/file/x', 'to-files: cannot put node in path "/file/x": /file/ is not a directory'],
  ['/file/', 'to-files: MFS destination "/file/" is not a directory'],
  [
    '/file/x/y',
    'to-files: MFS destination parent "/file/x/y" "/file/x" does not exist: cannot access file/x: Not a directory'
  ],
  ['/file', 'to-files: cannot put node in path "/file": directory already has entry by that name']
])('add with to-files of %s reports the obstacle', async (to, message) => {
  const body = new FormData()
  body.append('file', new Blob(['y']), 'y')
  expect((await node.rpc(`add?to-files=${to}`, { body })).trailer).toBe(message)
})

test.each([
  ['0644', '-rw-r--r-- (0644)'],
  ['64000755', 'ugtrwxr-xr-x (0755)'],
  ['4000001', 't--------x (01)']
])('files/stat formats the mode %s as Go does', async (mode, text) => {
  await node.rpc(`files/chmod?arg=${mode}&arg=/file`)
  expect((await node.rpc('files/stat?arg=/file&encoding=text&format=<mode> (<mode-octal>)')).text).toBe(`${text}\n`)
})

test('files/rm prints the paths that it could not remove, one after the other', async () => {
  expect((await node.rpc('files/rm?arg=/none&arg=/neither&encoding=text')).text).toBe(
    '/none: file does not exist/neither: file does not exist'
  )
})

/** Answers of Kubo 0.40.0, and of 0.43.1, which looks for such a path in MFS. */
test.each([
  ['0.40', 'invalid path "/ipfs/f": invalid cid: cid too short'],
  ['0.43', 'file does not exist']
])('a path below /ipfs without a CID is answered as by Kubo %s', async (version, message) => {
  await node.rpc(`config?arg=Version.KuboAnswers&arg=${version}`)
  expect((await node.rpc('files/stat?arg=/ipfs/f')).lines).toMatchObject([{ Message: message }])
  expect((await node.rpc('files/cp?arg=/ipfs/f&arg=/to')).lines).toMatchObject([
    { Message: `cp: cannot get node from path /ipfs/f: ${message}` }
  ])
})
