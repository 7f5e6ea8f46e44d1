import { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { messageOf } from '../../testing/http/message-of.ts'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { dagJson } from '../json/dag-json.ts'
import { encodeBlock } from '../registry/registry.ts'
import { dagPb, typedPbNode } from './dag-pb.ts'

const encoder = new TextEncoder()

function fromJson (json: string): IpldNode {
  return dagJson.decode(encoder.encode(json))
}

function blockOf (json: string): Uint8Array {
  return encodeBlock(dagPb.code, fromJson(json))
}

function json (node: IpldNode): string {
  return new TextDecoder().decode(encodeBlock(dagJson.code, node))
}

describe('writing', () => {
  it.each([
    ['{"Links":[]}', ''],
    ['{"Data":{"/":{"bytes":"CAE"}},"Links":[]}', '0a020801'],
    [
      '{"Links":[{"Name":"b","Hash":{"/":"bafkqaaa"}},{"Tsize":300,"Hash":{"/":"bafkqaaa"}}],' +
      '"Data":{"/":{"bytes":""}}}',
      '12090a040155000018ac02' + '12090a0401550000120162' + '0a00'
    ]
  ])('%s', (text, hex) => {
    expect(Buffer.from(blockOf(text)).toString('hex')).toBe(hex)
  })

  it('sorts links by the bytes of their names, and equal names stably', () => {
    const links = ['b', '\u{1f600}', '\ue000', '', 'a'].map((name, i) =>
      `{"Hash":{"/":"bafkqaaa"},"Name":"${name}","Tsize":${i}}`
    )
    const unnamed = '{"Hash":{"/":"bafkqaaa"},"Tsize":9}'
    const node = dagPb.decode(blockOf(`{"Links":[${[unnamed, ...links].join(',')}]}`)) as Map<
      string,
      Array<Map<string, IpldNode>>
    >
    expect(node.get('Links')?.map((link) => link.get('Name'))).toEqual([undefined, '', 'a', 'b', '\ue000', '\u{1f600}'])
  })

  it.each([
    ['{}', 'missing required fields: Links'],
    ['{"Foo":1}', 'invalid key for map dagpb.PBNode: "Foo": no such field'],
    [
      '{"Data":1,"Links":[]}',
      'func called on wrong kind: "AsBytes" called on a int node (kind: int), but only makes sense on bytes'
    ],
    [
      '{"Data":null,"Links":[]}',
      'func called on wrong kind: "AssignNull" called on a dagpb.Bytes node (kind: bytes), but only makes sense on null'
    ],
    [
      '{"Links":null}',
      'func called on wrong kind: "AssignNull" called on a dagpb.PBLinks node (kind: list), ' +
      'but only makes sense on null'
    ],
    [
      '{"Links":{}}',
      'func called on wrong kind: "AssignNode" called on a dagpb.PBLinks node (kind: map), but only makes sense on list'
    ],
    [
      '{"Links":[1]}',
      'func called on wrong kind: "AssignNode" called on a dagpb.PBLink node (kind: int), but only makes sense on map'
    ],
    ['{"Links":[{"Name":"x"}]}', 'missing required fields: Hash'],
    [
      '{"Links":[{"Hash":1}]}',
      'func called on wrong kind: "AsLink" called on a int node (kind: int), but only makes sense on link'
    ],
    [
      '{"Links":[{"Hash":{"/":"bafkqaaa"},"Name":null}]}',
      'func called on wrong kind: "AssignNull" called on a dagpb.String node (kind: string), but only makes ' +
      'sense on null'
    ],
    [
      '{"Links":[{"Hash":{"/":"bafkqaaa"},"Tsize":1.5}]}',
      'func called on wrong kind: "AsInt" called on a float node (kind: float), but only makes sense on int'
    ],
    ['{"Links":[{"Hash":{"/":"bafkqaaa"},"Tsize":-1}]}', 'Link has negative Tsize value [-1]'],
    [
      '[]',
      'func called on wrong kind: "AssignNode" called on a dagpb.PBNode node (kind: list), but only makes sense on map'
    ]
  ])('rejects %s with the messages of go-codec-dagpb', (text, message) => {
    expect(messageOf(() => blockOf(text))).toBe(message)
  })
})

describe('reading', () => {
  it('returns the fields in block order', () => {
    expect([
      ...(dagPb.decode(blockOf('{"Data":{"/":{"bytes":"AA"}},"Links":[{"Hash":{"/":"bafkqaaa"}}]}')) as Map<
        string,
        IpldNode
      >).keys()
    ]).toEqual(['Links', 'Data'])
    expect([...(dagPb.decode(Uint8Array.of(0x0a, 0)) as Map<string, IpldNode>).keys()]).toEqual(['Data', 'Links'])
  })

  it('includes absent fields if it reads by the schema', () => {
    const block = blockOf('{"Links":[{"Hash":{"/":"bafkqaaa"}}]}')
    const node = typedPbNode(block)
    expect(json(node)).toBe('{"Data":null,"Links":[{"Hash":{"/":"bafkqaaa"},"Name":null,"Tsize":null}]}')
    expect(encodeBlock(dagPb.code, node)).toEqual(block)
  })

  it('preserves names that are not UTF-8, and large sizes', () => {
    const link = [...CID.parse('bafkqaaa').bytes]
    const block = Uint8Array.from([0x12, 13, 0x0a, 4, ...link, 0x12, 2, 0x61, 0xff, 0x18, 0xac, 0x02])
    expect(encodeBlock(dagPb.code, dagPb.decode(block))).toEqual(block)
    expect(json(dagPb.decode(block))).toContain('"Name":"a\\ufffd"')
    const large = '{"Links":[{"Hash":{"/":"bafkqaaa"},"Tsize":9223372036854775807}]}'
    expect(json(dagPb.decode(blockOf(large)))).toBe(large)
  })
})
