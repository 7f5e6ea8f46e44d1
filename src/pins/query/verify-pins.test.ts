import all from 'it-all'
import { expect, it } from 'vitest'
import { EMPTY_DIRECTORY } from '../../node/repo/init-repo.ts'
import { cborNode, putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'
import { verifyPins } from './verify-pins.ts'

const { signal } = new AbortController()

async function verify (app: TestNode): Promise<Record<string, string[]>> {
  const found = await all(verifyPins(app.node, { signal }))
  return Object.fromEntries(
    found.map(({ cid, badNodes }) => [cid.toString(), badNodes.map(({ cid, error }) => `${cid} ${error.name}`)])
  )
}

it('reports the missing and unreadable blocks of every pin, including leaves, each once', async () => {
  const app = await TestNode.start()
  const a = smallDag('a')
  const [, inner, , leaf] = a.blocks
  const over = cborNode('over', [a.root, inner.cid, rawLeaf('here').cid])
  const other = smallDag('other')
  const damaged = { ...cborNode('damaged'), bytes: Uint8Array.of(0x81) }
  const overDamaged = cborNode('over damaged', [damaged.cid, other.root])

  await putBlocks(app.node.blockstore, [...a.blocks, over, rawLeaf('here'), ...other.blocks, damaged, overDamaged])
  for (const cid of [a.root, over.cid, other.root, overDamaged.cid]) {
    await app.node.pins.put({ cid, mode: 'recursive', name: '' })
  }
  await app.node.pins.put({ cid: rawLeaf('gone').cid, mode: 'direct', name: '' })

  const whole = {
    [String(EMPTY_DIRECTORY)]: [],
    [String(other.root)]: [],
    [String(overDamaged.cid)]: [`${damaged.cid} EofError`]
  }
  expect(await verify(app)).toEqual({ ...whole, [String(a.root)]: [], [String(over.cid)]: [] })

  await app.node.blockstore.remove([leaf.cid])
  const lacksLeaf = [`${leaf.cid} BlockNotFoundError`]
  expect(await verify(app)).toEqual({ ...whole, [String(a.root)]: lacksLeaf, [String(over.cid)]: lacksLeaf })

  await app.node.blockstore.remove([inner.cid])
  const lacksInner = [`${inner.cid} BlockNotFoundError`]
  expect(await verify(app)).toEqual({ ...whole, [String(a.root)]: lacksInner, [String(over.cid)]: lacksInner })

  await app.node.blockstore.remove([a.root])
  expect(await verify(app)).toMatchObject({
    [String(a.root)]: [`${a.root} BlockNotFoundError`],
    [String(over.cid)]: [`${a.root} BlockNotFoundError`, ...lacksInner]
  })
})
