import fc from 'fast-check'
import { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { ByteSink } from '../../bytes/byte-sink.ts'
import { arbitraryNode } from '../../testing/dag/arbitrary-ipld.ts'
import { messageOf } from '../../testing/http/message-of.ts'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { encodeBlock } from '../registry/registry.ts'
import { dagJson } from './dag-json.ts'
import { json } from './json.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const EMPTY = CID.parse('bafkqaaa')
const EMPTY_DIR = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'

function decodeText (text: string, codec = dagJson): IpldNode {
  return codec.decode(encoder.encode(text))
}

function encodeText (node: IpldNode, codec = dagJson): string {
  return decoder.decode(encodeBlock(codec.code, node))
}

describe('reading', () => {
  it.each<[string, IpldNode]>([
    ['null', null],
    [' true\n', true],
    ['-1', -1n],
    ['-9223372036854775808', -(2n ** 63n)],
    ['1.0', 1],
    ['1.', 1],
    ['-0', 0n],
    ['-0.0', -0],
    ['1e21', 1e21],
    ['18446744073709551615.0', 2 ** 64],
    ['-18446744073709551615e1', -(2 ** 64) * 10],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['"\\u00fc\\ud83d\\ude00\\n\\/"', 'ü😀\n/'],
    ['"\\ud800x"', '\ufffdx'],
    ['{"b":1,"10":2,"9":3}', new Map([['b', 1n], ['10', 2n], ['9', 3n]])],
    ['{"/":"bafkqaaa"}', EMPTY],
    [`{"/":"${EMPTY_DIR}"}`, CID.parse(EMPTY_DIR)],
    ['{"/":{"bytes":"AQID"}}', Uint8Array.of(1, 2, 3)],
    ['{"/":{"bytes":"AQ=="}}', Uint8Array.of(1)],
    ['{"/":{"bytes":"AR"}}', Uint8Array.of(1)],
    ['{"/":"bafkqaaa","x":1}', new Map<string, IpldNode>([['/', 'bafkqaaa'], ['x', 1n]])],
    ['{"/":{"bytes":"AQ","x":1}}', new Map([['/', new Map<string, IpldNode>([['bytes', 'AQ'], ['x', 1n]])]])],
    ['{"/":{"/":"bafkqaaa"}}', new Map([['/', EMPTY]])],
    ['{"/":1}', new Map([['/', 1n]])],
    // as lenient as refmt
    ['nope', null],
    ['[1,]', [1n]],
    ['{"a":1,}', new Map([['a', 1n]])],
    ['1\0\0', 1n]
  ])('%j', (text, node) => {
    expect(decodeText(text)).toEqual(node)
  })

  it.each([
    ['', 'unexpected EOF'],
    ['"abc', 'unexpected EOF'],
    // Kubo reports plain EOF inside a list or map
    ['{', 'EOF'],
    ['{"a":', 'EOF'],
    ['[1', 'EOF'],
    ['{nope', 'EOF'],
    ['undefined', 'invalid char while expecting start of value: 0x75'],
    ['[,1]', 'invalid char while expecting start of value: comma'],
    ['{"a":1}x', 'unexpected content after end of json object'],
    ['01', 'unexpected content after end of json object'],
    ['{"a" 1}', 'expected colon after map key; got 0x31'],
    ['{1:2}', 'unexpected int token while expecting map key'],
    ['{"a":1 "b":2}', 'expected comma or map close after map value; got quote'],
    ['[1 2]', 'expected comma or array close after array value; got 0x32'],
    ['{"a":1,"\\u0061":2}', 'cannot repeat map key "a"'],
    [`-${'9'.repeat(20)}`, `strconv.ParseInt: parsing "-${'9'.repeat(20)}": value out of range`],
    ['9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    // Go's ParseInt reports digits that overflow 64 bits before it sees the point
    ['100000000000000000000.0', 'strconv.ParseInt: parsing "100000000000000000000.0": value out of range'],
    ['-18446744073709551616e0', 'strconv.ParseInt: parsing "-18446744073709551616e0": value out of range'],
    [`${'1'.repeat(60)}.`, `strconv.ParseInt: parsing "${'1'.repeat(60)}.": value out of range`],
    ['1e400', 'strconv.ParseFloat: parsing "1e400": value out of range'],
    ['-', 'strconv.ParseFloat: parsing "-": invalid syntax'],
    ['1e', 'strconv.ParseFloat: parsing "1e": invalid syntax'],
    ['"\\x"', 'invalid byte in string escape sequence: 0x78'],
    ['"\\u12G4"', 'invalid byte in \\u hexadecimal character escape: 0x47'],
    ['"\u0001"', 'invalid unprintable byte in string literal: 0x1'],
    ['{"/":""}', 'invalid cid: cid too short'],
    ['{"/":"notacid"}', 'invalid cid: selected encoding not supported'],
    ['{"/":{"bytes":"###"}}', 'illegal base64 data at input byte 0'],
    ['{"/":{"bytes":"AQID=="}}', 'illegal base64 data at input byte 4'],
    ['{"/":{"bytes":"A"}}', 'illegal base64 data at input byte 0']
  ])('rejects %j with the messages of go-ipld-prime', (text, message) => {
    expect(messageOf(() => decodeText(text))).toBe(message)
  })

  it('reads and writes values nested deeper than the call stack', () => {
    const lists = `${'['.repeat(500_000)}1${']'.repeat(500_000)}`
    expect(new TextDecoder().decode(encodeBlock(0x0129, decodeText(lists)))).toBe(lists)
    const maps = `${'{"a":'.repeat(200_000)}{}${'}'.repeat(200_000)}`
    expect(new TextDecoder().decode(encodeBlock(0x0129, decodeText(maps)))).toBe(maps)
    expect(() => decodeText('['.repeat(1_000_000))).toThrow('EOF')
    expect(() => decodeText('{"a":'.repeat(200_000))).toThrow('EOF')
    expect(() => decodeText(`${'['.repeat(100_000)}x`)).toThrow('invalid char while expecting start of value')
  })

  it('does not indent output that would exhaust the memory', () => {
    expect(new TextDecoder().decode(encodeBlock(0x0200, decodeText('[[{"a":[]}]]', json)))).toBe(
      '[\n\t[\n\t\t{\n\t\t\t"a": []\n\t\t}\n\t]\n]\n'
    )
    expect(() => encodeBlock(0x0200, decodeText(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`, json))).toThrow(
      'nested too deep to be indented'
    )
  })

  it('reads neither links nor bytes in plain json', () => {
    expect(decodeText('{"/":"bafkqaaa"}', json)).toEqual(new Map([['/', 'bafkqaaa']]))
  })

  it('replaces each invalid UTF-8 byte by one U+FFFD', () => {
    expect(dagJson.decode(Uint8Array.of(0x22, 0xe2, 0x82, 0x41, 0xff, 0x22))).toBe('\ufffd\ufffdA\ufffd')
  })
})

describe('writing', () => {
  it.each<[IpldNode, string]>([
    [1, '1'],
    [-0, '-0'],
    [1e21, '1e+21'],
    [1e20, '100000000000000000000'],
    [1e-7, '1e-7'],
    [0.000001, '0.000001'],
    [-1.5e-9, '-1.5e-9'],
    ['"\\/<>&\n\r\t\b\f\u0000\u007f\u2028', '"\\"\\\\/<>&\\n\\r\\t\\u0008\\u000c\\u0000\u007f\\u2028"'],
    ['\udcff', '"\\ufffd"'],
    [Uint8Array.of(1, 2, 3, 255), '{"/":{"bytes":"AQID/w"}}'],
    [EMPTY, '{"/":"bafkqaaa"}'],
    [new Map<string, IpldNode>([['b', []], ['aa', new Map()], ['a', undefined as never]]), '{"a":null,"aa":{},"b":[]}']
  ])('%j', (node, text) => {
    expect(encodeText(node)).toBe(text)
  })

  it('indents plain json by tabs, and keeps the key order', () => {
    expect(
      encodeText(new Map<string, IpldNode>([['b', []], ['a', new Map()], ['d', [1n, new Map([['x', []]])]]]), json)
    )
      .toBe('{\n\t"b": [],\n\t"a": {},\n\t"d": [\n\t\t1,\n\t\t{\n\t\t\t"x": []\n\t\t}\n\t]\n}\n')
    expect(encodeText([], json)).toBe('[]\n')
    expect(encodeText('x', json)).toBe('"x"')
  })

  it('keeps the output before an error', () => {
    const sink = new ByteSink()
    expect(() => json.encode?.(new Map<string, IpldNode>([['a', [1n, 2n]], ['b', EMPTY]]), sink)).toThrow(
      'cannot marshal IPLD links to this codec'
    )
    expect(decoder.decode(sink.finish())).toBe('{\n\t"a": [\n\t\t1,\n\t\t2\n\t],\n\t"b": ')
  })

  it.each<[text: string, IpldNode]>([['[\n\t1', [1n, EMPTY]], ['[\n\t[\n\t\t[', [[[EMPTY]]]], ['[\n\t[]', [
    [],
    EMPTY,
    2n
  ]]])('ends with %j before an unsupported item', (text, node) => {
    const sink = new ByteSink()
    expect(() => json.encode?.(node, sink)).toThrow('cannot marshal IPLD links to this codec')
    expect(decoder.decode(sink.finish())).toBe(text)
  })

  it.each<[text: string, IpldNode]>([['', NaN], ['[\n\t', [NaN]], ['[\n\t1,\n\t', [1n, NaN, 2n]], [
    '{\n\t"a": [\n\t\t',
    new Map([['a', [Infinity]]])
  ]])('ends with %j before an infinite float', (text, node) => {
    const sink = new ByteSink()
    expect(() => json.encode?.(node, sink)).toThrow('unsupported value')
    expect(decoder.decode(sink.finish())).toBe(text)
  })

  it.each<[IpldNode, string]>([
    [NaN, 'unsupported value: NaN'],
    [-Infinity, 'unsupported value: -Inf'],
    [2n ** 64n - 1n, 'unsigned integer out of range of int64 type']
  ])('rejects %s', (node, message) => {
    expect(() => encodeText(node)).toThrow(message)
  })

  it('restores any value', () => {
    const limits = {
      int: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      float: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value))
    }

    fc.assert(fc.property(arbitraryNode(limits), (node) => {
      const bytes = encodeBlock(dagJson.code, node)
      expect(dagJson.decode(bytes)).toEqual(node)
    }))
  })

  it('reads any bytes to a value or an Error', () => {
    const text = fc.oneof(
      fc.json(),
      fc.array(fc.constantFrom(...'{}[]:,"\\/ue0.-1ntf', '"/"', '"bytes"')).map((parts) => parts.join(''))
    )

    fc.assert(
      fc.property(text, (text) => {
        try {
          decodeText(text)
        } catch (err) {
          expect((err as Error).name).toMatch(/^(Error|EofError|NodeError|InvalidCidError)$/)
        }
      }),
      { numRuns: 2000 }
    )
  })
})
