import { beforeAll, describe, expect, test } from 'vitest'
import { TestNode } from '../testing/test-node.ts'

let node: TestNode

beforeAll(async () => {
  node = await TestNode.start()
})

describe('arguments are checked first', () => {
  test.each([
    ['pubsub/sub', 'argument "topic" is required'],
    ['files/mv?arg=/a', 'argument "dest" is required'],
    ['files/write?arg=/a', "file argument 'data' is required"],
    ['ping?arg=x&count=y', 'could not convert value "y" to type "int" (for option "-count")']
  ])('%s', async (target, text) => {
    expect(await node.rpc(target)).toMatchObject({ status: 400, text: `${text}\n` })
  })
})

describe('a command of the command line only', () => {
  test.each(['update', 'files/chroot', 'diag/datastore/count?arg=a', 'repo/migrate'])(
    '%s is not part of the RPC',
    async (target) => {
      expect((await node.rpc(target)).status).toBe(404)
    }
  )
})

describe('a command that Kubo has removed', () => {
  test.each([
    ['object/get?arg=x', "removed, use 'ipfs dag' or 'ipfs files' instead"],
    ['object/patch/set-data', "removed, use 'ipfs dag' or 'ipfs files' instead"],
    ['dht/findprovs', "removed, use 'ipfs routing' instead"]
  ])('%s names its replacement', async (target, Message) => {
    expect(await node.rpc(target)).toMatchObject({ status: 500, lines: [{ Message, Code: 0, Type: 'error' }] })
  })
})
