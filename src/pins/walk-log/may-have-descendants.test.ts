import * as dagCbor from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import { identity } from 'multiformats/hashes/identity'
import { expect, it } from 'vitest'
import { cborNode, rawLeaf } from '../../testing/dag/small-dag.ts'
import { mayHaveDescendants } from './may-have-descendants.ts'

it('decides by codec, and by the bytes if they are available', () => {
  const leaf = cborNode('leaf')
  const node = cborNode('node', [leaf.cid])
  const inline = ({ bytes }: { bytes: Uint8Array }): CID => CID.createV1(dagCbor.code, identity.digest(bytes))

  expect(mayHaveDescendants(rawLeaf('raw').cid)).toBe(false)
  expect(mayHaveDescendants(leaf.cid)).toBe(true)
  expect(mayHaveDescendants(leaf.cid, leaf.bytes)).toBe(false)
  expect(mayHaveDescendants(node.cid, node.bytes)).toBe(true)
  expect(mayHaveDescendants(inline(leaf))).toBe(false)
  expect(mayHaveDescendants(inline(node))).toBe(true)
  expect(mayHaveDescendants(leaf.cid, Uint8Array.of(0xff))).toBe(true)
})
