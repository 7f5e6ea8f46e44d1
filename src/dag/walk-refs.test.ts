import * as dagCbor from '@ipld/dag-cbor'
import fc from 'fast-check'
import all from 'it-all'
import type { CID } from 'multiformats/cid'
import { beforeEach, expect, it } from 'vitest'
import { DagBuilder } from '../testing/dag/dag-builder.ts'
import { walkRefs } from './walk-refs.ts'

let dag: DagBuilder

beforeEach(() => {
  dag = new DagBuilder()
})

async function node (label: string, links: CID[]): Promise<CID> {
  return await dag.put(0x71, dagCbor.encode([label, ...links]))
}

/** The rule as one reads it in Kubo's source, without any reading ahead. */
async function plainly (
  from: CID,
  depth: number,
  maxDepth: number,
  seen: Map<string, number> | undefined,
  out: string[]
): Promise<string[]> {
  for (const to of (dagCbor.decode(await dag.store.bytes(from)) as CID[]).slice(1)) {
    const before = seen?.get(to.toString())

    if (depth > maxDepth || (before != null && (maxDepth === Infinity || before <= depth))) {
      continue
    }

    seen?.set(to.toString(), depth)

    if (before == null) {
      out.push(`${from} ${to}`)
    }

    if (depth < maxDepth) {
      await plainly(to, depth + 1, maxDepth, seen, out)
    }
  }

  return out
}

it('lists the same links as a naive implementation', async () => {
  const graph = fc.array(fc.array(fc.nat(30), { maxLength: 3 }), { minLength: 1, maxLength: 7 })

  await fc.assert(
    fc.asyncProperty(graph, fc.constantFrom(0, 1, 2, 3, Infinity), fc.boolean(), async (graph, maxDepth, unique) => {
      const nodes: CID[] = [await node('leaf', [])]

      for (const [i, links] of graph.entries()) {
        nodes.push(await node(String(i), links.map((link) => nodes[link % nodes.length])))
      }

      const root = nodes.at(-1) as CID
      const edges = await all(walkRefs(root, { ...dag, maxDepth, ...(unique && { seen: new Map() }) }))
      expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual(
        await plainly(root, 1, maxDepth, unique ? new Map() : undefined, [])
      )
    })
  )
})

it('returns link names, and does not load leaves without links', async () => {
  const [a, b] = [(await dag.raw('a')).cid, (await dag.raw('b')).cid]
  const root = await dag.directory({ a, b, sub: await dag.directory({ b }) })
  const edges = await all(walkRefs(root, { ...dag, maxDepth: Infinity }))
  expect(edges.map(({ name }) => name)).toEqual(['a', 'b', 'sub', 'b'])
  expect(dag.read).not.toContain(a.toString())
})

it('yields a link only after its target is available', async () => {
  const gone = (await dag.raw('gone')).cid
  const root = await node('root', [(await dag.raw('a')).cid, gone])
  await dag.store.delete(gone)
  const refs = walkRefs(root, { ...dag, maxDepth: 1 })
  expect((await refs.next()).done).toBe(false)
  await expect(refs.next()).rejects.toThrow(`block was not found locally (offline): ipld: could not find ${gone}`)
})

it('does not read below the maximum depth', async () => {
  const gone = (await dag.raw('gone')).cid
  const root = await node('root', [gone])
  await dag.store.delete(gone)
  expect(await all(walkRefs(root, { ...dag, maxDepth: 0 }))).toEqual([])
})
