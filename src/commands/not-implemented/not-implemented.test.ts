import { beforeAll, describe, expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'

let node: TestNode

beforeAll(async () => { node = await TestNode.start() })

describe('a command that is not part of this version', () => {
  test.each([
    ['swarm/peers', 'swarm/peers'],
    ['pubsub/ls', 'pubsub/ls'],
  ])('%s says so', async (target, name) => {
    expect(await node.rpc(target)).toMatchObject({ status: 500, lines: [{ Message: `${name} is not part of this version`, Code: 2, Type: 'error' }] })
  })

  test.each([
    ['pubsub/sub', 'argument "topic" is required'],
    ['files/mv?arg=/a', 'argument "dest" is required'],
    ['files/write?arg=/a', 'file argument \'data\' is required'],
    ['ping?arg=x&count=y', 'could not convert value "y" to type "int" (for option "-count")'],
  ])('%s is checked all the same', async (target, text) => {
    expect(await node.rpc(target)).toMatchObject({ status: 400, text: `${text}\n` })
  })

  test.each(['update', 'files/chroot', 'diag/datastore/count?arg=a', 'repo/migrate'])('%s is of the command line alone', async (target) => {
    expect((await node.rpc(target)).status).toBe(404)
  })
})

describe('a command that Kubo has removed', () => {
  test.each([
    ['object/get?arg=x', 'removed, use \'ipfs dag\' or \'ipfs files\' instead'],
    ['object/patch/set-data', 'removed, use \'ipfs dag\' or \'ipfs files\' instead'],
    ['dht/findprovs', 'removed, use \'ipfs routing\' instead']
  ])('%s says what to use', async (target, Message) => {
    expect(await node.rpc(target)).toMatchObject({ status: 500, lines: [{ Message, Code: 0, Type: 'error' }] })
  })
})
