import { CID } from 'multiformats/cid'
import { expect, it, vi } from 'vitest'
import { EMPTY_DIRECTORY } from '../../node/repo/init-repo.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { cborNode, putBlocks, rawLeaf, smallDag, storeKey } from '../../testing/dag/small-dag.ts'
import { killableBlockstore } from '../../testing/store/killable.ts'
import { TestNode } from '../../testing/test-node.ts'
import type { GcResult } from './gc-options.ts'
import { collectGarbage } from './gc.ts'

const { signal } = new AbortController()
const EMPTY_DIRECTORY_KEY = storeKey({ cid: EMPTY_DIRECTORY })

async function runCollection (
  app: TestNode,
  options: { signal?: AbortSignal; report?: (result: GcResult) => void } = {}
): Promise<{ removed: string[]; errors: string[] }> {
  const removed: string[] = []
  const errors: string[] = []

  await collectGarbage(app.node, {
    signal: options.signal ?? signal,
    report: async (result) => {
      await options.report?.(result)
      if ('removed' in result) {
        removed.push(result.removed.toString())
      } else {
        errors.push(`${result.error.name}: ${result.error.message}`)
      }
    }
  })

  return { removed: removed.sort(), errors }
}

function abortable (): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    abort: () => {
      controller.abort(new Error('enough'))
    }
  }
}

function keys (...blocks: Block[]): string[] {
  return [EMPTY_DIRECTORY_KEY, ...blocks.map(storeKey)].sort()
}

it('keeps the blocks of pins and removes the rest', async () => {
  const app = await TestNode.start()
  const recursive = smallDag('recursive')
  const direct = smallDag('direct')
  const free = smallDag('free')
  await putBlocks(app.node.blockstore, [...recursive.blocks, ...direct.blocks, ...free.blocks])
  await app.node.pins.put({ cid: recursive.root, mode: 'recursive', name: '' })
  await app.node.pins.put({ cid: direct.root, mode: 'direct', name: '' })

  const { removed, errors } = await runCollection(app)
  expect(errors).toEqual([])
  expect(removed).toEqual([...direct.blocks.slice(1), ...free.blocks].map(storeKey).sort())
  expect(await app.blocks()).toEqual(keys(...recursive.blocks, direct.blocks[0]))
  expect(await runCollection(app)).toEqual({ removed: [], errors: [] })
})

it('keeps descendants of a recursive pin below a directly pinned block', async () => {
  const app = await TestNode.start()
  const { root, blocks } = smallDag('a')
  await putBlocks(app.node.blockstore, blocks)
  await app.node.pins.put({ cid: blocks[1].cid, mode: 'direct', name: '' })
  await app.node.pins.put({ cid: root, mode: 'recursive', name: '' })
  expect(await runCollection(app)).toEqual({ removed: [], errors: [] })
})

it('keeps a block that is pinned as raw and with its codec, with all descendants', async () => {
  const app = await TestNode.start()
  const { root, blocks } = smallDag('a')
  await putBlocks(app.node.blockstore, blocks)
  await app.node.pins.put({ cid: CID.createV1(0x55, root.multihash), mode: 'recursive', name: '' })
  expect((await runCollection(app)).removed).toHaveLength(4)

  await putBlocks(app.node.blockstore, blocks)
  await app.node.pins.put({ cid: root, mode: 'recursive', name: '' })
  expect((await runCollection(app)).removed).toHaveLength(0)
})

it('keeps the existing blocks that the node uses', async () => {
  const app = await TestNode.start()
  const { root, blocks } = smallDag('mfs')
  const [rootBlock, inner, second, leaf] = blocks
  const other = rawLeaf('other')
  await putBlocks(app.node.blockstore, [rootBlock, second, leaf, other])
  const drop = app.node.gcRoots.add('present', async () => [root])
  app.node.gcRoots.add('present', () => [other.cid])

  expect(await runCollection(app)).toEqual({ removed: [storeKey(leaf)], errors: [] })
  expect(await app.blocks()).toEqual(keys(rootBlock, second, other))

  drop()
  expect((await runCollection(app)).removed).toEqual([rootBlock, second].map(storeKey).sort())
  expect(await app.node.blockstore.has(inner.cid)).toBe(false)
})

it('removes nothing if a root provider fails', async () => {
  const app = await TestNode.start()
  await putBlocks(app.node.blockstore, [rawLeaf('x')])
  app.node.gcRoots.add('present', () => {
    throw new Error('no root today')
  })
  await expect(runCollection(app)).rejects.toThrow('no root today')
  expect(await app.blocks()).toEqual(keys(rawLeaf('x')))
})

it('removes nothing if a block of a pin is missing, and reports all missing ones', async () => {
  const app = await TestNode.start()
  const missing = [cborNode('missing 1'), cborNode('missing 2')]
  const a = cborNode('a', [missing[0].cid, rawLeaf('not looked for').cid, missing[1].cid])
  const b = cborNode('b', [missing[1].cid])
  await putBlocks(app.node.blockstore, [a, b, rawLeaf('free')])

  for (const { cid } of [a, b]) {
    await app.node.pins.put({ cid, mode: 'recursive', name: '' })
  }

  const { removed, errors } = await runCollection(app)
  expect(removed).toEqual([])
  expect(errors.slice(0, 2).sort()).toEqual(
    missing.map(({ cid }) =>
      `CannotFetchLinksError: could not retrieve links for ${cid}: block was not found locally (offline): ` +
      `ipld: could not find ${cid}`
    ).sort()
  )
  expect(errors.slice(2)).toEqual([
    'CannotFetchAllLinksError: garbage collection aborted: could not retrieve some links'
  ])
  expect(await app.node.blockstore.has(rawLeaf('free').cid)).toBe(true)
})

it('reports missing blocks while it walks, and a missing root at the end', async () => {
  const app = await TestNode.start()
  const gone = cborNode('gone')
  const chain = [cborNode('end')]
  for (let i = 0; i < 20; i++) {
    chain.unshift(cborNode(`${i}`, [gone.cid, chain[0].cid]))
  }
  await putBlocks(app.node.blockstore, chain)
  await app.node.pins.put({ cid: chain[0].cid, mode: 'recursive', name: '' })

  const { signal, abort } = abortable()
  const read = vi.spyOn(app.node.blockstore, 'bytes')
  await expect(runCollection(app, { signal, report: abort })).rejects.toThrow('enough')
  expect(read.mock.calls.some(([cid]) => cid.equals(chain.at(-1)!.cid))).toBe(false)

  const other = await TestNode.start()
  await other.node.pins.put({ cid: gone.cid, mode: 'recursive', name: '' })
  expect((await runCollection(other)).errors).toMatchObject([/CannotFetchLinksError/, /CannotFetchAllLinksError/].map(
    (name) => expect.stringMatching(name) as string
  ))
})

it('removes each block once, in batches', async () => {
  const app = await TestNode.start()
  const blocks = Array.from({ length: 4100 }, (_, i) => rawLeaf(`garbage ${i}`))
  await putBlocks(app.node.blockstore, blocks)
  const remove = vi.spyOn(app.node.blockstore, 'remove')
  expect((await runCollection(app)).removed).toEqual(blocks.map(storeKey).sort())
  expect(remove.mock.calls.map(([cids]) => [...cids as CID[]].length)).toEqual([2048, 2048, 4])
})

it('reports blocks that cannot be removed, and continues', async () => {
  const raw = new MemoryBlockstore()
  const stubborn = rawLeaf('stubborn')
  const removing = raw.remove.bind(raw)

  raw.remove = async (cids) => {
    const list = [...cids as CID[]]
    if (list.some((cid) => cid.equals(CID.parse(storeKey(stubborn))))) {
      throw new Error('it holds on')
    }
    await removing(list)
  }

  const app = await TestNode.start({ blockstore: raw })
  await putBlocks(raw, [rawLeaf('1'), stubborn, rawLeaf('2')])
  const { removed, errors } = await runCollection(app)
  expect(removed).toEqual([rawLeaf('1'), rawLeaf('2')].map(storeKey).sort())
  expect(errors).toEqual([
    `CannotDeleteBlockError: could not remove ${storeKey(stubborn)}: it holds on`,
    'CannotDeleteSomeBlocksError: garbage collection incomplete: could not delete some blocks'
  ])
  expect(await app.blocks()).toEqual(keys(stubborn))
})

it('waits for writers, and writers wait for it', async () => {
  const app = await TestNode.start()
  const block = rawLeaf('in flight')
  const release = await app.node.gcLock.read()
  const session = app.node.blockstore.session()
  await session.put(block.cid, block.bytes)

  const order: string[] = []
  const collecting = runCollection(app).then(() => {
    order.push('collected')
  })
  const adding = app.node.gcLock.read().then((release) => {
    order.push('next adder')
    release()
  })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(order).toEqual([])

  await session.commit()
  await app.node.pins.put({ cid: block.cid, mode: 'recursive', name: '' })
  release()
  await Promise.all([collecting, adding])
  expect(order).toEqual(['collected', 'next adder'])
  expect(await app.blocks()).toEqual(keys(block))
})

it('stops when it is aborted, releases the lock, and can be run again', async () => {
  const app = await TestNode.start()
  const blocks = Array.from({ length: 5000 }, (_, i) => rawLeaf(`garbage ${i}`))
  const kept = smallDag('kept')
  await putBlocks(app.node.blockstore, [...blocks, ...kept.blocks])
  await app.node.pins.put({ cid: kept.root, mode: 'recursive', name: '' })

  const controller = new AbortController()
  let seen = 0
  const report = (): void => {
    if (++seen === 10) {
      controller.abort(new DOMException('enough', 'AbortError'))
    }
  }
  await expect(runCollection(app, { signal: controller.signal, report })).rejects.toThrow('enough')

  expect(seen).toBeGreaterThanOrEqual(10)
  expect((await app.blocks()).length).toBeGreaterThan(kept.blocks.length + 1)
  expect((await runCollection(app)).errors).toEqual([])
  expect(await app.blocks()).toEqual(keys(...kept.blocks))
})

it('stops waiting for the lock when it is aborted', async () => {
  const app = await TestNode.start()
  const release = await app.node.gcLock.read()
  const controller = new AbortController()
  const collecting = runCollection(app, { signal: controller.signal })
  controller.abort(new DOMException('enough', 'AbortError'))
  await expect(collecting).rejects.toThrow('enough')
  release()
  await runCollection(app)
})

it('reports a block as removed when the removal is durable, not before', async () => {
  const steps: string[] = []
  const app = await TestNode.start({
    blockstore: killableBlockstore(new MemoryBlockstore(), (what) => {
      steps.push(what)
    })
  })
  await putBlocks(app.node.blockstore, [rawLeaf('1'), rawLeaf('2')])
  steps.splice(0)
  await runCollection(app, {
    report: () => {
      steps.push('report')
    }
  })
  expect(steps).toEqual(['remove', 'remove', 'report', 'report'])
})
