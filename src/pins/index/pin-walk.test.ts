import type { CID } from 'multiformats/cid'
import { beforeEach, expect, it } from 'vitest'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { CidFilter } from '../../cid/sets/cid-filter.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { cborNode, putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { PinWalk } from './pin-walk.ts'
import { WalkedRoots } from './walked-roots.ts'

const { signal } = new AbortController()
const dags = ['a', 'b', 'c', 'd'].map(smallDag)
const roots = dags.map(({ root }) => root)

let store: MemoryBlockstore
let met: string[]

beforeEach(async () => {
  store = new MemoryBlockstore()
  met = []
  for (const { blocks } of dags) {
    await putBlocks(store, blocks)
  }
})

function newWalk (known?: WalkedRoots): PinWalk {
  return new PinWalk(blockReader(store, undefined), new CidFilter(), known)
}

const onVisit = (cid: CID, root: CID): void => {
  met.push(`${cid} ${root}`)
}
const visitsOf = ({ root, blocks }: { root: CID; blocks: Block[] }): string[] =>
  blocks.map(({ cid }) => `${cid} ${root}`)

it('visits each block once, with its root', async () => {
  const walk = newWalk()
  expect(await walk.walk(roots, { signal, onVisit })).toEqual({ done: 4, broken: [] })
  expect(met.sort()).toEqual(dags.flatMap(visitsOf).sort())
  expect(
    dags.every(({ root, blocks }) =>
      blocks.every(({ cid }) =>
        walk.rootOf(cid)?.equals(root) === true && walk.filter.mayHave(cid) !== cid.equals(root)
      )
    )
  ).toBe(true)
  await walk.walk(roots, { signal, onVisit })
  expect(met).toHaveLength(20)
})

it('reports a broken root as not walked, and still visits its available blocks', async () => {
  const [, missing, , leaf] = dags[1].blocks
  await store.remove([missing.cid])
  const walk = newWalk()
  const { done, broken } = await walk.walk(roots, { signal, onVisit })
  expect([done, broken.map(({ root, error }) => `${root} ${error.name}`)]).toEqual([4, [
    `${roots[1]} BlockNotFoundError`
  ]])
  expect(met).toContain(`${missing.cid} ${roots[1]}`)
  expect(walk.filter.mayHave(missing.cid)).toBe(true)
  expect([roots[0], roots[1], roots[3]].map((cid) => walk.rootOf(cid)?.toString())).toEqual([
    String(roots[0]),
    undefined,
    String(roots[3])
  ])

  await putBlocks(store, [missing])
  expect(await walk.walk([roots[1]], { signal, onVisit })).toEqual({ done: 1, broken: [] })
  expect(walk.rootOf(leaf.cid)).toEqual(roots[1])

  await store.remove([roots[2]])
  expect((await newWalk().walk(roots, { signal, onVisit })).broken.map(({ root }) => root)).toEqual([roots[2]])
})

it('reports unfinished roots as not walked when the signal aborts', async () => {
  const controller = new AbortController()
  const walk = newWalk()
  const { done, broken } = await walk.walk(roots, {
    signal: controller.signal,
    onVisit: (cid, root) => {
      onVisit(cid, root)
      if (met.length === 12) {
        controller.abort()
      }
    }
  })
  expect([done, broken]).toEqual([2, []])
  expect(dags.map(({ blocks }) => blocks.filter(({ cid }) => walk.rootOf(cid) != null).length)).toEqual([5, 5, 0, 0])
  expect(await walk.walk(roots.slice(done), { signal, onVisit })).toEqual({ done: 2, broken: [] })
  expect(dags.map(({ blocks }) => blocks.filter(({ cid }) => walk.rootOf(cid) != null).length)).toEqual([5, 5, 5, 5])
})

it('remembers only nodes with links beyond its limit, and still walks each of them once', async () => {
  const leaves = Array.from({ length: 30 }, (_, i) => i % 2 === 0 ? rawLeaf(`leaf ${i}`) : cborNode(`leaf ${i}`))
  const nodes = Array.from(
    { length: 6 },
    (_, i) => cborNode(`node ${i}`, leaves.slice(i * 5, i * 5 + 5).map(({ cid }) => cid))
  )
  const all = [
    cborNode('one', nodes.map(({ cid }) => cid)),
    cborNode('two', nodes.map(({ cid }) => cid).reverse()),
    cborNode('alone')
  ]
  await putBlocks(store, [...leaves, ...nodes, ...all])
  const known = new WalkedRoots(5)
  const walk = newWalk(known)

  expect(await walk.walk(all.map(({ cid }) => cid), { signal, onVisit })).toEqual({ done: 3, broken: [] })
  expect(met).toHaveLength(30 + 6 + 3)
  expect(known.size).toBeLessThanOrEqual(5 + 6 + 2)
  expect([...leaves, ...nodes].every(({ cid }) => walk.filter.mayHave(cid))).toBe(true)
  expect(nodes.map(({ cid }) => walk.rootOf(cid)?.toString())).toEqual(Array(6).fill(String(all[0].cid)))
  expect(walk.rootOf(all[2].cid)).toBeUndefined()
})

it('includes a root below another one in its filter, in any order', async () => {
  const over = cborNode('over a and b', [roots[0], roots[1]])
  await putBlocks(store, [over])
  const inFilter = (walk: PinWalk): boolean[] =>
    [roots[0], roots[1], roots[2], over.cid].map((cid) => walk.filter.mayHave(cid))

  for (const order of [[...roots, over.cid], [over.cid, ...roots], [roots[0], over.cid, roots[1], roots[2]]]) {
    const together = newWalk()
    await together.walk(order, { signal, onVisit })
    expect(inFilter(together)).toEqual([true, true, false, false])

    const apart = newWalk()
    for (const root of order) {
      await apart.walk([root], { signal, onVisit })
    }
    expect(inFilter(apart)).toEqual([true, true, false, false])
  }
})
