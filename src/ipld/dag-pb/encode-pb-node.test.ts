import * as dagPb from '@ipld/dag-pb'
import * as fc from 'fast-check'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { decodePbNode } from './decode-pb-node.ts'
import { encodePbNode, pbLinkLength } from './encode-pb-node.ts'

const encoder = new TextEncoder()
const cids = fc.uint8Array({ minLength: 0, maxLength: 40 }).map((digest) => CID.createV1(0x55, create(0x00, digest)))
const links = fc.array(
  fc.record({ name: fc.string({ unit: 'grapheme', maxLength: 200 }), cid: cids, tsize: fc.maxSafeNat() }),
  { maxLength: 6 }
)
const data = fc.uint8Array({ maxLength: 300 })

describe('encodePbNode', () => {
  it('agrees with the dag-pb package', () => {
    fc.assert(fc.property(links, data, (links, Data) => {
      const sorted = dagPb.prepare({
        Data,
        Links: links.map(({ name, cid, tsize }) => ({ Name: name, Hash: cid, Tsize: tsize }))
      })
      const ours = sorted.Links.map(({ Name = '', Hash, Tsize = 0 }) => ({
        nameBytes: encoder.encode(Name),
        cid: Hash,
        tsize: Tsize
      }))
      const block = encodePbNode(ours, {
        length: Data.length,
        write: (out, at) => {
          out.set(Data, at)
        }
      })

      expect(block).toEqual(dagPb.encode(sorted))
      expect(block.byteLength).toBe(block.buffer.byteLength)
      expect(encodePbNode(ours).length).toBe(ours.reduce((sum, link) => sum + pbLinkLength(link), 0))
    }))
  })

  it('omits undefined, and preserves sizes beyond safe integers', () => {
    const cid = CID.createV1(0x55, create(0x00, Uint8Array.of(1)))
    const [link] = decodePbNode(encodePbNode([{ cid }])).links
    expect([link.nameBytes, link.tsize]).toEqual([undefined, undefined])
    expect(encodePbNode([{ cid, tsize: 2n ** 63n }])).toEqual(
      Uint8Array.from([
        0x12,
        0x12,
        0x0a,
        0x05,
        ...cid.bytes,
        0x18,
        0x80,
        0x80,
        0x80,
        0x80,
        0x80,
        0x80,
        0x80,
        0x80,
        0x80,
        0x01
      ])
    )
  })
})
