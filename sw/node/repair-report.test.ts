import { MemoryDatastore } from 'datastore-core'
import { describe, expect, it } from 'vitest'
import { createNode } from '../../src/node/create-node.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { MemoryBlockstore } from '../../src/store/blockstore/memory-blockstore.ts'
import { openBlockstore } from '../../src/store/open/open-blockstore.ts'
import { testBlock } from '../../src/testing/store-fixtures.ts'
import { LazyNode } from './lazy-node.ts'
import { RepairReport } from './repair-report.ts'

/** Opens a node over a datastore, with blocks in memory, so that each new node has lost them. */
async function open (datastore: MemoryDatastore): Promise<IpfsNode> {
  return await createNode({
    datastore,
    openBlockstore: async () => await openBlockstore('test', { type: 'memory' }, datastore),
    online: false
  })
}

describe('the repair report', () => {
  it('is empty for a new node, and for one that has its blocks', async () => {
    const datastore = new MemoryDatastore()
    const blocks = new MemoryBlockstore()
    const node = async (): Promise<IpfsNode> =>
      await createNode({ datastore, openBlockstore: async () => blocks, online: false })
    for (let life = 0; life < 2; life++) {
      expect(await new RepairReport(new LazyNode(node)).answer()).toEqual({
        type: 'repairs',
        repairs: [],
        lacking: [],
        lackingCount: 0,
        looking: false
      })
    }
  })

  it('lists detected losses and pins with missing blocks, until they are acknowledged', async () => {
    const datastore = new MemoryDatastore()
    const { cid, bytes } = testBlock(1, 100)
    const first = await open(datastore)
    await first.blockstore.put(cid, bytes)
    await first.pins.put({ cid, mode: 'recursive', name: 'mine' })

    const report = new RepairReport(new LazyNode(async () => await open(datastore)))
    const { repairs, looking } = await report.answer()
    expect(repairs).toEqual([{ at: expect.any(String) as string, what: 'blocks-lost', pins: 2 }])
    expect(looking).toBe(true)
    await expect.poll(async () => await report.answer()).toMatchObject({
      lacking: [{ cid: cid.toString(), name: 'mine' }],
      lackingCount: 1,
      looking: false
    })

    await report.forget()
    expect((await report.answer()).repairs).toEqual([])
  })

  it('is empty if the node does not open', async () => {
    expect(
      await new RepairReport(
        new LazyNode(async () => {
          throw new Error('no')
        })
      ).answer()
    ).toMatchObject({ repairs: [], looking: false })
  })
})
