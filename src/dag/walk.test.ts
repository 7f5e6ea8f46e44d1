import * as dagCbor from '@ipld/dag-cbor'
import all from 'it-all'
import { CID } from 'multiformats/cid'
import { beforeEach, expect, it } from 'vitest'
import { CidSet } from '../cid/sets/cid-set.ts'
import { DagBuilder } from '../testing/dag/dag-builder.ts'
import { walkDag } from './walk.ts'
import type { WalkOptions } from './walk.ts'

let dag: DagBuilder
const names = new Map<string, string>()

beforeEach(() => {
  dag = new DagBuilder()
})

async function node (name: string, links: CID[]): Promise<CID> {
  const cid = await dag.put(0x71, dagCbor.encode([name, ...links]))
  names.set(cid.toString(), name)
  return cid
}

async function leaf (name: string): Promise<CID> {
  const { cid } = await dag.raw(name)
  names.set(cid.toString(), name)
  return cid
}

async function walk (roots: CID[], options: Partial<WalkOptions> = {}): Promise<string> {
  const visited = await all(walkDag(roots, { ...dag, ...options }))
  return visited.map(({ cid, depth }) => `${names.get(cid.toString())}${depth}`).join(' ')
}

it('visits parents before children, children in link order, and each block once', async () => {
  const x = await leaf('x')
  const shared = await node('s', [x])
  const root = await node('r', [
    await node('a', [shared, x]),
    shared,
    await leaf('y'),
    await node('b', [x, shared]),
    shared
  ])
  expect(await walk([root])).toBe('r0 a1 s2 x3 y1 b1')
  expect(await walk([x, root, shared])).toBe('x0 r0 a1 s2 y1 b1')
})

it('treats a CIDv0 and the CIDv1 of its block as equal, and other codecs as different', async () => {
  const v1 = await dag.directory({})
  names.set(v1.toString(), 'd').set(v1.toV0().toString(), 'd')
  const raw = CID.createV1(0x55, v1.multihash)
  names.set(raw.toString(), 'raw')
  expect(await walk([v1, v1.toV0(), raw])).toBe('d0 raw0')
})

it('stops at the maximum depth, and continues if it finds a block again closer to the root', async () => {
  const deep = await node('d', [await node('e', [await leaf('f')])])
  const root = await node('r', [await node('a', [deep]), deep])
  expect(await walk([root], { maxDepth: 0 })).toBe('r0')
  expect(await walk([root], { maxDepth: 1 })).toBe('r0 a1 d1')
  expect(await walk([root], { maxDepth: 2 })).toBe('r0 a1 d2 e2')
  expect(await walk([root], { maxDepth: 3 })).toBe('r0 a1 d2 e3 f3')
})

it('does not load leaves without need', async () => {
  const root = await node('r', [await leaf('x'), await node('a', [await leaf('y')]), await leaf('z')])
  const checked = await all(walkDag([root], { ...dag, leaves: 'check' }))
  expect(checked.map(({ cid, bytes, size }) => [names.get(cid.toString()), bytes?.length === size, size])).toEqual([
    ['r', true, expect.any(Number)],
    ['x', false, 1],
    ['a', true, expect.any(Number)],
    ['y', false, 1],
    ['z', false, 1]
  ])
  expect(dag.read.map((cid) => names.get(cid))).toEqual(['r', 'a'])
})

it('reports a missing leaf unless leaves are trusted', async () => {
  const x = await leaf('x')
  const root = await node('r', [await leaf('w'), x])
  await dag.store.delete(x)
  await expect(walk([root])).rejects.toMatchObject({ name: 'BlockNotFoundError' })
  await expect(walk([root], { leaves: 'check' })).rejects.toMatchObject({ name: 'BlockNotFoundError' })
  expect(await walk([root], { leaves: 'trust' })).toBe('r0 w1 x1')
})

it('yields the blocks before a missing one first', async () => {
  const gone = await node('g', [])
  const root = await node('r', [await leaf('x'), gone, await leaf('y')])
  await dag.store.delete(gone)
  const seen: string[] = []

  await expect((async () => {
    for await (const { cid } of walkDag([root], dag)) {
      seen.push(names.get(cid.toString()) as string)
    }
  })()).rejects.toMatchObject({ name: 'BlockNotFoundError' })
  expect(seen).toEqual(['r', 'x'])
})

it('walks a long chain and a wide node', async () => {
  let tip = await node('end', [])

  for (let i = 0; i < 5000; i++) {
    tip = await node('link', [tip])
  }

  const wide = await node(
    'wide',
    await Promise.all(Array.from({ length: 1000 }, async (_, i) => await leaf(`leaf ${i}`)))
  )
  expect(await all(walkDag([tip, wide], dag))).toHaveLength(5001 + 1001)
})

it('ends when the signal aborts', async () => {
  const controller = new AbortController()
  const walk = walkDag([await node('r', [await leaf('x')])], { ...dag, signal: controller.signal })
  await walk.next()
  controller.abort(new Error('enough'))
  await expect(walk.next()).rejects.toThrow('enough')
})

it('skips blocks that were visited before, and adds those that it visits', async () => {
  const shared = await node('s', [await leaf('x')])
  const root = await node('r', [await node('a', [shared]), await leaf('y')])
  const visited = new CidSet()
  expect(await walk([shared], { visited })).toBe('s0 x1')
  expect(await walk([root], { visited })).toBe('r0 a1 y1')
  expect(await walk([root, shared], { visited })).toBe('')
  expect(visited.size).toBe(5)
})

it('reports each missing or unreadable block once, and continues after it', async () => {
  const gone = await node('g', [])
  const goneLeaf = await leaf('h')
  const bad = await dag.put(0x71, Uint8Array.of(0xff))
  const unknown = await dag.put(0x300001, Uint8Array.of(1))
  const links = [
    await leaf('x'),
    gone,
    await node('a', [gone, await leaf('y')]),
    bad,
    goneLeaf,
    unknown,
    gone,
    await leaf('z')
  ]
  const root = await node('r', links)
  await dag.store.remove([gone, goneLeaf])

  const failed: string[] = []
  const onError = (cid: CID, { name }: Error): void => {
    failed.push(`${names.get(cid.toString()) ?? cid.code} ${name}`)
  }
  expect(await walk([root], { onError })).toBe('r0 x1 a1 y2 z1')
  expect(failed).toEqual(['g BlockNotFoundError', '113 Error', 'h BlockNotFoundError', '3145729 UnknownCodecError'])

  failed.splice(0)
  expect(await walk([root], { onError, leaves: 'check' })).toBe('r0 x1 a1 y2 z1')
  expect(failed).toHaveLength(4)

  failed.splice(0)
  expect(await walk([root], { onError, leaves: 'trust' })).toBe('r0 x1 a1 y2 h1 z1')
  expect(failed).toHaveLength(3)
})

it('ends with the abort reason rather than the error of a block', async () => {
  const root = await node('r', [await leaf('x')])
  const controller = new AbortController()
  const failed: unknown[] = []
  const visited: string[] = []

  await expect((async () => {
    for await (
      const { cid } of walkDag([root], {
        ...dag,
        signal: controller.signal,
        onError: (cid) => failed.push(cid)
      })
    ) {
      visited.push(cid.toString())
      controller.abort(new DOMException('enough', 'AbortError'))
    }
  })()).rejects.toThrow('enough')

  expect(visited).toEqual([root.toString()])
  expect(failed).toEqual([])
})
