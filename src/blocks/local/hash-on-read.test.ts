import { expect, test } from 'vitest'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { rawLeaf } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'

const block = rawLeaf('as it was')

test.each([[false, 200], [true, 500]])(
  'with Datastore.HashOnRead %s, a block with changed bytes is answered with status %d',
  async (hashOnRead, status) => {
    const blockstore = new MemoryBlockstore()
    await blockstore.put(block.cid, new TextEncoder().encode('as it is'))
    const node = await TestNode.start({ blockstore, config: { 'Datastore.HashOnRead': hashOnRead } })
    const answer = await node.rpc(`block/get?arg=${block.cid}`)
    expect(answer.status).toBe(status)
    expect((await node.rpc(`cat?arg=${block.cid}`)).text.includes('different hash')).toBe(hashOnRead)

    await blockstore.delete(block.cid)
    await blockstore.put(block.cid, block.bytes)
    expect((await node.rpc(`cat?arg=${block.cid}`)).text).toBe('as it was')
  }
)
