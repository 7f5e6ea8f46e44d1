import type { CID } from 'multiformats/cid'
import { expect, it } from 'vitest'
import { cborNode, rawLeaf } from '../../testing/dag/small-dag.ts'
import { WalkedRoots } from './walked-roots.ts'

const node = (i: number): CID => cborNode(`node ${i}`).cid
const leaf = (i: number): CID => rawLeaf(`leaf ${i}`).cid

it('remembers a limited number of leaves, and all nodes with links', () => {
  const walked = new WalkedRoots(10)
  walked.add(node(0))
  walked.begin(node(0))

  for (let i = 0; i < 20; i++) {
    expect(walked.add(leaf(i))).toBe(true)
    expect(walked.leaf()).toBe(i < 9)
  }

  // If its codec can have links, only a read shows that it has none.
  expect(walked.add(node(1))).toBe(true)
  expect(walked.leaf()).toBe(false)
  expect(walked.add(node(2))).toBe(true)
  expect(walked.size).toBe(11)
  expect([leaf(0), leaf(8), leaf(9), node(1), node(2)].map((cid) => walked.has(cid))).toEqual([
    true,
    true,
    false,
    false,
    true
  ])
  expect(walked.add(node(2))).toBe(false)
})

it('drops entries after a mark', () => {
  const walked = new WalkedRoots()

  const walk = (root: number, below: number[]): void => {
    walked.add(node(root))
    walked.begin(node(root))
    below.forEach((i) => walked.add(leaf(i)))
  }

  walk(0, [0, 1])
  const mark = walked.mark()
  walk(1, [2, 3])
  expect(walked.rootOf(leaf(3))).toEqual(node(1))
  walked.truncate(mark)
  expect(walked.rootOf(leaf(1))).toEqual(node(0))
  expect(walked.rootOf(leaf(3))).toBeUndefined()
  walk(2, [3])
  expect(walked.rootOf(leaf(3))).toEqual(node(2))
})
