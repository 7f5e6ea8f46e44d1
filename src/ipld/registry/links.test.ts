import * as dagCbor from '@ipld/dag-cbor'
import * as dagJson from '@ipld/dag-json'
import * as dagPb from '@ipld/dag-pb'
import fc from 'fast-check'
import { CID } from 'multiformats/cid'
import { identity } from 'multiformats/hashes/identity'
import { expect, it } from 'vitest'
import { hashSync } from '../../cid/hash/hash.ts'
import { cborNode, rawLeaf } from '../../testing/dag/small-dag.ts'
import { linksOf, mayHaveDescendants, mayHaveLinks } from './links.ts'

const v0 = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
const v1 = CID.parse('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')
const inline = CID.parse('bafkqabtjnzwgs3tf')
const of = (code: number): CID => CID.createV1(code, hashSync(new Uint8Array(1)))

it('returns the links of dag-pb in block order', () => {
  const bytes = dagPb.encode({
    Data: new Uint8Array(3),
    Links: [{ Hash: v1, Name: 'a', Tsize: 2 }, { Hash: v0, Name: 'b' }, { Hash: inline, Name: 'b' }, {
      Hash: v1,
      Name: 'b'
    }]
  })
  expect(linksOf(of(0x70), bytes).map(String)).toEqual([v1, v0, inline, v1].map(String))
})

it('returns links that do not retain the block', () => {
  const block = dagPb.encode({ Links: [{ Hash: v1, Name: '', Tsize: 2 }] })
  const [link] = linksOf(of(0x70), block)
  expect(link.bytes.buffer).not.toBe(block.buffer)
  expect(link.bytes.buffer.byteLength).toBe(36)
})

it('returns the links of dag-cbor in byte order, including those at numeric keys', () => {
  // {"b": v1, "10": [v0, {"a": inline}]}: the codec sorts the two keys by length
  const bytes = dagCbor.encode({ 10: [v0, { a: inline }], b: v1 })
  expect(linksOf(of(0x71), bytes).map(String)).toEqual([v1, v0, inline].map(String))
})

it('finds the same links in dag-cbor and dag-json as a decoder', () => {
  // floats from 1e19 to 1e21 are written with all digits, which refmt cannot read back: they overflow 64 bits
  const floats = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) =>
    Math.abs(n) < 1e19 || Math.abs(n) >= 1e21
  )
  const leaf = fc.oneof(
    fc.constantFrom(v0, v1, inline),
    fc.string(),
    fc.integer(),
    floats,
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  )
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value')),
      fc.dictionary(fc.stringMatching(/^[a-z"\\{}:é]{1,5}$/), tie('value'))
    )
  }))

  fc.assert(fc.property(value, (node) => {
    const expected = collectLinks(node).map(String).sort()
    expect(linksOf(of(0x71), dagCbor.encode(node)).map(String).sort()).toEqual(expected)
    expect(linksOf(of(0x0129), dagJson.encode(node)).map(String).sort()).toEqual(expected)
  }))
})

function collectLinks (node: unknown): CID[] {
  const cid = CID.asCID(node)

  if (cid != null) {
    return [cid]
  }

  return node !== null && typeof node === 'object' && !(node instanceof Uint8Array)
    ? Object.values(node).flatMap(collectLinks)
    : []
}

it.each([0x55, 0x51, 0x0200])('finds no links under codec 0x%x', (code) => {
  expect(linksOf(of(code), new Uint8Array(5))).toEqual([])
  expect(mayHaveLinks(of(code))).toBe(false)
})

it.each([[0x90, '144 (0x90)'], [0x72, '114 (0x72)']])(
  'reports the unknown codec 0x%x like Kubo',
  (code, named) => {
    expect(() => linksOf(of(code), new Uint8Array(5))).toThrow(
      `could not choose a decoder: no decoder registered for multicodec code ${named}`
    )
  }
)

it.each<[number, string, string]>([
  [0x70, '0a0508', 'unexpected EOF'],
  [0x70, '0800', 'protobuf: (PBNode) invalid wireType, expected 2, got 0'],
  [0x70, '1a00', 'protobuf: (PBNode) invalid fieldNumber, expected 1 or 2, got 3'],
  [0x70, '0a000a00', 'protobuf: (PBNode) duplicate Data section'],
  [0x70, '1200', 'invalid Hash field found in link, expected CID'],
  [0x70, '12020a00', 'invalid Hash field found in link, expected CID ('],
  [0x70, '1204120108', 'unexpected EOF'],
  [0x71, '', 'unexpected EOF'],
  [0x71, '82', 'EOF'],
  [0x71, '6261', 'unexpected EOF'],
  [0x71, '0101', 'unexpected content after end of cbor object'],
  [0x71, 'd82a4101', 'invalid multibase on IPLD link'],
  [0x71, 'c140', 'unhandled cbor tag 1'],
  [0x71, '9b00ffffffffffffff', 'message structure demanded too many resources to process'],
  [0x71, '5bffffffffffffffff', 'cbor: positive integer is out of length'],
  [0x71, '5affffffff', 'cbor: decoding rejected oversized byte field: 4294967295 is too large'],
  [0x0129, '7b', 'EOF'],
  [0x0129, '7b227d', 'EOF']
])('rejects bytes that are not of the codec 0x%x: %s', (code, hex, message) => {
  expect(() => linksOf(of(code), Uint8Array.from(Buffer.from(hex, 'hex')))).toThrow(message)
})

it('finds the links of CBOR nested deeper than the call stack, in order', () => {
  const [a, b] = [v1, inline].map((cid) => dagCbor.encode(cid))
  const deep = Buffer.concat([Uint8Array.of(0x82), a, new Uint8Array(200_000).fill(0x81), b])
  expect(linksOf(of(0x71), deep).map(String)).toEqual([v1, inline].map(String))
  expect(() => linksOf(of(0x71), new Uint8Array(100_000).fill(0x81))).toThrow('EOF')
})

it('decides by codec whether there are descendants, and by the bytes if they are available', () => {
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
