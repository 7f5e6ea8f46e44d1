import type { CID } from 'multiformats/cid'
import { beforeEach, expect, it } from 'vitest'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { byMany } from '../../testing/dag/by-many.ts'
import { cborNode, putBlocks, rawLeaf } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'
import { updatePin } from './update-pin.ts'

const { signal } = new AbortController()

// a tree of which the middle branch changes, deep down
const leaves = ['1', '2', '3', '4'].map(rawLeaf)
const branches = [0, 1, 2].map((i) =>
  cborNode(`branch ${i}`, [cborNode(`twig ${i}`, leaves.map(({ cid }) => cid)).cid])
)
const twigs = [0, 1, 2].map((i) => cborNode(`twig ${i}`, leaves.map(({ cid }) => cid)))
const old = cborNode('root', branches.map(({ cid }) => cid))

const newLeaf = rawLeaf('new')
const newTwig = cborNode('twig 1', [leaves[0], newLeaf, leaves[2], leaves[3]].map(({ cid }) => cid))
const newBranch = cborNode('branch 1', [newTwig.cid])
const added = cborNode('added', [rawLeaf('a').cid])
const changed = cborNode('root', [branches[0].cid, newBranch.cid, branches[2].cid, added.cid])

const before = [old, ...branches, ...twigs, ...leaves]
const fresh = [changed, newBranch, newTwig, newLeaf, added, rawLeaf('a')]

let app: TestNode
let read: string[]

beforeEach(async () => {
  app = await TestNode.start()
  read = []
  await putBlocks(app.node.blockstore, before)
  await app.node.pins.put({ cid: old.cid, mode: 'recursive', name: 'name' })
})

function reader (remote: Block[] = []): BlockReader {
  const local = blockReader(
    app.node.blockstore,
    remote.length === 0
      ? undefined
      : { get: async (cid) => (remote.find((block) => block.cid.equals(cid)) as Block).bytes }
  )

  const counting: BlockReader = {
    ...local,
    get: async (cid, options) => {
      read.push(cid.toString())
      return await local.get(cid, options)
    },
    size: async (cid, options) => {
      read.push(cid.toString())
      return await local.size(cid, options)
    },
    sizeMany: (cids, options) => {
      read.push(...[...cids].map(String))
      return local.sizeMany(cids, options)
    }
  }

  return byMany(counting, async function* (cids, options) {
    for await (const block of local.getMany(cids, options)) {
      read.push(block.cid.toString())
      yield block
    }
  })
}

async function update (from: CID, to: CID, { unpin = true, blocks = reader() } = {}): Promise<void> {
  await updatePin(app.node, from, to, { blocks, signal, unpin })
}

it('moves the pin with its name, and reads only the differences', async () => {
  await putBlocks(app.node.blockstore, fresh)
  await update(old.cid, changed.cid)
  expect(await app.pins()).toEqual([`recursive ${changed.cid} name`])

  const same = [branches[0], branches[2], twigs[0], twigs[2], leaves[0], leaves[2]].map(({ cid }) => cid.toString())
  expect(read.filter((cid) => same.includes(cid))).toEqual([])
  expect(fresh.map(({ cid }) => cid.toString()).filter((cid) => !read.includes(cid))).toEqual([])
})

it('fetches missing blocks', async () => {
  await update(old.cid, changed.cid, { blocks: reader(fresh), unpin: false })
  expect(await app.pins()).toEqual([`recursive ${changed.cid} name`, `recursive ${old.cid} name`].sort())

  for (const { cid } of fresh) {
    expect(await app.node.blockstore.has(cid)).toBe(true)
  }
})

it('reports the missing block offline, and keeps the pin', async () => {
  await expect(update(old.cid, changed.cid)).rejects.toThrow(
    `get ${changed.cid}: block was not found locally (offline): ipld: could not find ${changed.cid}`
  )
  await putBlocks(app.node.blockstore, fresh.filter((block) => block !== newLeaf))
  await expect(update(old.cid, changed.cid)).rejects.toThrow(`could not find ${newLeaf.cid}`)
  await putBlocks(app.node.blockstore, [newLeaf])
  await app.node.blockstore.remove([rawLeaf('a').cid])
  await expect(update(old.cid, changed.cid)).rejects.toThrow(`could not find ${rawLeaf('a').cid}`)
  expect(await app.pins()).toEqual([`recursive ${old.cid} name`])
})

it('rejects pins that are not recursive, and targets that are pinned', async () => {
  await putBlocks(app.node.blockstore, fresh)
  await expect(update(changed.cid, old.cid)).rejects.toThrow("'from' cid was not recursively pinned already")
  await app.node.pins.put({ cid: changed.cid, mode: 'direct', name: 'direct' })
  await expect(update(changed.cid, old.cid)).rejects.toThrow("'from' cid was not recursively pinned already")
  await update(old.cid, old.cid)
  await update(old.cid, changed.cid, { unpin: false })
  await expect(update(old.cid, changed.cid)).rejects.toThrow("'to' cid was already recursively pinned")
  expect(await app.pins()).toEqual([`recursive ${changed.cid} name`, `recursive ${old.cid} name`].sort())
})

it('checks the pin again after the difference was fetched', async () => {
  await putBlocks(app.node.blockstore, fresh)
  const blocks = reader()
  const { get } = blocks

  blocks.get = async (cid, options) => {
    await app.node.pins.remove(old.cid)
    return await get(cid, options)
  }

  await expect(update(old.cid, changed.cid, { blocks })).rejects.toThrow(
    "'from' cid was not recursively pinned already"
  )
  expect(await app.pins()).toEqual([])
})

it('fetches the whole DAG if the garbage collector ran meanwhile and the old DAG was incomplete', async () => {
  // damaged before: a branch that both have is gone, and Kubo's way would not see it
  await app.node.blockstore.remove([twigs[0].cid])
  const blocks = reader([...fresh, ...before])
  const { get } = blocks
  let first = true

  blocks.get = async (cid, options) => {
    if (first) {
      first = false
      const release = await app.node.gcLock.write()
      release()
    }

    return await get(cid, options)
  }

  await update(old.cid, changed.cid, { blocks })
  expect(await app.node.blockstore.has(twigs[0].cid)).toBe(true)
  expect(await app.pins()).toEqual([`recursive ${changed.cid} name`])
})
