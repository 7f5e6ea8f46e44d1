import { MemoryDatastore } from 'datastore-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { CopiedDatastore } from '../../store/copies/copied-datastore.ts'
import { replayChanges } from '../../store/copies/replay-changes.ts'
import { restoreCopy } from '../../store/copies/restore-copy.ts'
import { memoryFiles } from '../../testing/store/memory-files.ts'
import { TestNode } from '../../testing/test-node.ts'
import { DUPLICATED_ROWS } from './duplicated-rows.ts'

const CID = 'bafkqablimvwgy3y'

/** Commands that show the user's settings, pins, keys and names; all are called offline. */
const ASKED = [
  'id',
  'config?arg=Datastore.StorageMax',
  'key/list',
  'pin/ls?type=recursive&names=true',
  'name/resolve?arg=mine&offline=true',
  'name/resolve?arg=rsa&offline=true',
  'name/resolve?offline=true',
  'files/ls?long=true'
]

const blockstore = new MemoryBlockstore()
const files = memoryFiles()
let before: MemoryDatastore
let node: TestNode

async function copied (rows: MemoryDatastore): Promise<TestNode> {
  return await TestNode.start({
    blockstore,
    datastore: new CopiedDatastore(Object.assign(rows, { close: async () => {} }), files, DUPLICATED_ROWS.prefixes)
  })
}

async function rpcAnswers (): Promise<string[]> {
  return await Promise.all(ASKED.map(async (target) => (await node.rpc(target)).text))
}

beforeEach(async () => {
  files.all.clear()
  const rows = new MemoryDatastore()
  node = await copied(rows)
  // The state before all later changes.
  before = new MemoryDatastore()
  for await (const { key, value } of rows.query({})) {
    await before.put(key, value)
  }

  for (
    const target of [
      'config?arg=Datastore.StorageMax&arg=7GB',
      'key/gen?arg=mine&type=ed25519',
      'key/gen?arg=rsa&type=rsa&size=2048',
      `pin/add?arg=${CID}&name=kept`,
      'files/mkdir?arg=/a',
      ...['self', 'mine', 'rsa'].map((key) =>
        `name/publish?arg=/ipfs/${CID}&key=${key}&allow-offline=true&resolve=false`
      )
    ]
  ) {
    expect((await node.rpc(target)).status, target).toBe(200)
  }
})

afterEach(async () => {
  await node.node.stop()
})

describe('acknowledged data exists', () => {
  it('if the datastore is empty', async () => {
    const said = await rpcAnswers()
    const empty = new MemoryDatastore()
    expect(await restoreCopy(empty, files, DUPLICATED_ROWS)).toBe(true)
    node = await copied(empty)
    expect(await rpcAnswers()).toEqual(said)
  })

  it('if the end of its log is lost', async () => {
    const said = await rpcAnswers()
    await replayChanges(before, files, DUPLICATED_ROWS)
    node = await copied(before)
    expect(await rpcAnswers()).toEqual(said)
  })
})
