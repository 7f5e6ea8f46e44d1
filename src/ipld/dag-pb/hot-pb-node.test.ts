import { CID } from 'multiformats/cid'
import { expect, it } from 'vitest'
import { encodePbNode } from './encode-pb-node.ts'
import { hotPbNode } from './hot-pb-node.ts'

const cid = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')

function block (links: number): Uint8Array {
  return encodePbNode(
    Array.from({ length: links }, (_, i) => ({ nameBytes: new TextEncoder().encode(String(i)), cid, tsize: i }))
  )
}

it('decodes a large node once while its bytes are unchanged', () => {
  const bytes = block(100)
  const node = hotPbNode(bytes)
  expect(node.links).toHaveLength(100)
  expect(hotPbNode(bytes)).toBe(node)
  expect(hotPbNode(bytes.slice())).not.toBe(node)
})

it('caches no small nodes, no other codecs, and a limited number of links', () => {
  const small = block(31)
  expect(hotPbNode(small)).not.toBe(hotPbNode(small))
  expect(() => hotPbNode(Uint8Array.of(1, 2, 3))).toThrow()

  const large = Array.from({ length: 6 }, () => block(10_000))
  const nodes = large.map((bytes) => hotPbNode(bytes))
  expect(hotPbNode(large[1])).toBe(nodes[1])
  expect(hotPbNode(large[0])).not.toBe(nodes[0]) // evicts the least recently used node
  expect(hotPbNode(large[1])).toBe(nodes[1])
  expect(hotPbNode(large[2])).not.toBe(nodes[2])
})
