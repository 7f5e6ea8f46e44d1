import fc from 'fast-check'
import { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { arbitraryNode } from '../../testing/dag/arbitrary-ipld.ts'
import { messageOf } from '../../testing/http/message-of.ts'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { encodeBlock } from '../registry/registry.ts'
import { cbor } from './cbor.ts'
import { dagCbor } from './dag-cbor.ts'

const EMPTY = CID.parse('bafkqaaa')

function decodeHex (hex: string, codec = dagCbor): IpldNode {
  return codec.decode(Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex')))
}

function encodeHex (node: IpldNode, codec = dagCbor): string {
  return Buffer.from(encodeBlock(codec.code, node)).toString('hex')
}

describe('reading', () => {
  it.each<[string, IpldNode]>([
    ['f6', null],
    ['f7', null],
    ['f5', true],
    ['00', 0n],
    ['1b ffffffffffffffff', 2n ** 64n - 1n],
    ['3b 7fffffffffffffff', -(2n ** 63n)],
    ['18 05', 5n], // not the shortest form
    ['f9 3c00', 1],
    ['f9 0001', 2 ** -24],
    ['f9 fc00', -Infinity],
    ['fa 3f800000', 1],
    ['fb 3ff8000000000000', 1.5],
    ['43 010203', Uint8Array.of(1, 2, 3)],
    ['5f 4101 420203 ff', Uint8Array.of(1, 2, 3)],
    ['63 c3bc21', 'ü!'],
    ['7f 6161 6162 ff', 'ab'],
    ['82 01 80', [1n, []]],
    ['9f 01 ff', [1n]],
    ['a2 6162 01 6161 02', new Map([['b', 1n], ['a', 2n]])],
    ['bf 6161 01 ff', new Map([['a', 1n]])],
    ['d82a 45 0001550000', EMPTY],
    ['c1 01', 1n] // tags only count before bytes
  ])('%s', (hex, node) => {
    expect(decodeHex(hex)).toEqual(node)
  })

  it.each([
    ['', 'unexpected EOF'],
    ['ff', 'Invalid majorByte: 0xff'],
    ['e0', 'Invalid majorByte: 0xe0'],
    ['1c', 'decodeUint: Invalid descriptor: 28'],
    ['3b ffffffffffffffff', 'cbor: negative integer out of rage of int64 type'],
    ['81', 'EOF'], // Kubo reports plain EOF between items and keys …
    ['a1', 'EOF'],
    ['a1 6161', 'unexpected EOF'], // … and "unexpected EOF" where a value is required
    ['42 01', 'unexpected EOF'],
    ['00 00', 'unexpected content after end of cbor object'],
    ['a1 01 01', 'unexpected uint token while expecting map key'],
    ['a2 6161 01 6161 02', 'cannot repeat map key "a"'],
    ['bf 6161 ff', 'Invalid majorByte: 0xff'],
    ['d82a 44 01550000', 'invalid multibase on IPLD link'],
    ['d82a 41 00', 'invalid cid: invalid cid: varints malformed, could not reach the end'],
    ['d82b 41 00', 'unhandled cbor tag 43'],
    ['c1 c1 00', 'unsupported multiple tags on a single data item'],
    ['9b 7fffffffffffffff', 'message structure demanded too many resources to process'],
    ['9b ffffffffffffffff', 'cbor: positive integer is out of length'],
    ['5b 0000000002000001', 'cbor: decoding rejected oversized byte field: 33554433 is too large'],
    ['5f 6161 ff', 'cbor: expect bytes or string major type in indefinite string/bytes; got: 96, byte: 97']
  ])('rejects %s with the messages of go-ipld-prime', (hex, message) => {
    expect(messageOf(() => decodeHex(hex))).toBe(message)
  })

  it('reads and writes values nested deeper than the call stack', () => {
    const lists = new Uint8Array(300_001).fill(0x81)
    lists[300_000] = 0x01
    expect(Buffer.compare(encodeBlock(0x71, dagCbor.decode(lists)), lists)).toBe(0)
    const maps = Uint8Array.from({ length: 300_001 }, (_, i) => i === 300_000 ? 0x01 : [0xa1, 0x61, 0x61][i % 3])
    expect(Buffer.compare(encodeBlock(0x71, dagCbor.decode(maps)), maps)).toBe(0)
    for (const open of [0x81, 0x9f]) {
      expect(() => dagCbor.decode(new Uint8Array(200_000).fill(open))).toThrow('EOF')
    }
  })

  it('limits the memory and the depth of a block', () => {
    expect(() => dagCbor.decode(new Uint8Array(4_000_000).fill(0x81))).toThrow(
      'message structure demanded too many resources to process'
    )
  })

  it('reports the claimed length of an overlong string', () => {
    expect(() => decodeHex('7b 2261223a7b222f22')).toThrow(
      'cbor: decoding rejected oversized string field: 2477298904599768866 is too large'
    )
  })

  it('rejects links in plain cbor', () => {
    expect(() => decodeHex('d82a 45 0001550000', cbor)).toThrow('unhandled cbor tag 42')
    expect(() => encodeHex(EMPTY, cbor)).toThrow('cannot Marshal ipld links to CBOR')
  })
})

describe('writing', () => {
  it('writes the shortest integers, and the longest floats', () => {
    expect(encodeHex([23n, 24n, 256n, 65536n, 2n ** 32n, -25n, 1])).toBe(
      '871718181901001a000100001b00000001000000003818fb3ff0000000000000'
    )
  })

  it('sorts keys by length and bytes in dag-cbor, and not in cbor', () => {
    const map = new Map([['b', 1n], ['aa', 2n], ['\ue000', 3n], ['😀', 4n], ['a', 5n]])
    expect([...dagCbor.decode(encodeBlock(dagCbor.code, map)) as Map<string, bigint>].map(([key]) => key)).toEqual([
      'a',
      'b',
      'aa',
      '\ue000',
      '😀'
    ])
    expect([...cbor.decode(encodeBlock(cbor.code, map)) as Map<string, bigint>].map(([key]) => key)).toEqual([
      ...map.keys()
    ])
  })

  it('preserves strings that are not UTF-8, and the order of numeric keys', () => {
    const hex = 'a3' + '6131' + '61ff' + '6130' + '63c328ff' + '6141' + '01'
    expect(encodeHex(decodeHex(hex), cbor)).toBe(hex)
  })

  it('restores any value', () => {
    const int = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n })

    fc.assert(fc.property(arbitraryNode({ int, float: fc.double({ noNaN: true }) }), (node) => {
      const bytes = encodeBlock(dagCbor.code, node)
      const again = dagCbor.decode(bytes)
      expect(again).toEqual(node)
      expect(encodeBlock(dagCbor.code, again)).toEqual(bytes)
    }))
  })

  it('reads any bytes to a value or an Error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          const node = dagCbor.decode(bytes)
          expect(dagCbor.decode(encodeBlock(dagCbor.code, node))).toEqual(node)
        } catch (err) {
          expect(err).toBeInstanceOf(Error)
          expect((err as Error).name).not.toMatch(/TypeError|RangeError/)
        }
      }),
      { numRuns: 2000 }
    )
  })
})
