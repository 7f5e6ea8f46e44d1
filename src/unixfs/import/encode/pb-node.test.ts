import * as dagPb from '@ipld/dag-pb'
import * as fc from 'fast-check'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { encodePbNode, pbLinkLength } from './pb-node.ts'
import { UNIXFS_TYPE } from './unixfs-data.ts'

const encoder = new TextEncoder()
const cids = fc.uint8Array({ minLength: 0, maxLength: 40 }).map((digest) => CID.createV1(0x55, create(0x00, digest)))
const links = fc.array(fc.record({ name: fc.string({ unit: 'grapheme', maxLength: 200 }), cid: cids, tsize: fc.maxSafeNat() }), { maxLength: 6 })

describe('encodePbNode', () => {
  it('agrees with the dag-pb package', () => {
    fc.assert(fc.property(links, (links) => {
      const Data = Uint8Array.of(8, UNIXFS_TYPE.directory)
      const sorted = dagPb.prepare({ Data, Links: links.map(({ name, cid, tsize }) => ({ Name: name, Hash: cid, Tsize: tsize })) })
      const ours = sorted.Links.map(({ Name = '', Hash, Tsize = 0 }) => ({ name: encoder.encode(Name), cid: Hash, tsize: Tsize }))
      const block = encodePbNode(ours, { type: UNIXFS_TYPE.directory })

      expect(block).toEqual(dagPb.encode(sorted))
      expect(block.byteLength).toBe(block.buffer.byteLength)
      expect(block.length).toBe(4 + ours.reduce((sum, link) => sum + pbLinkLength(link), 0))
    }))
  })
})
