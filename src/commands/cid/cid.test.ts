import { beforeAll, describe, expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'

let node: TestNode

beforeAll(async () => {
  node = await TestNode.start()
})

const V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const RAW = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const BLAKE2 = 'bafykbzacecnvx5ts3vukdggsutflilogyr5hu2ygbqccsk4uhtgjvyiivubxe'

async function format (cid: string, query: string): Promise<unknown> {
  const { lines: [line] } = await node.rpc(`cid/format?arg=${encodeURIComponent(cid)}&${query}`)
  const { Formatted, ErrorMsg, Message } = line as { Formatted?: string; ErrorMsg?: string; Message?: string }
  if (Message != null) {
    return new Error(Message)
  }
  return ErrorMsg !== '' ? { ErrorMsg } : Formatted
}

describe('cid/format', () => {
  test.each<[string, string, unknown]>([
    [RAW, 'f=%25P', 'cidv1-raw-sha2-256-32'],
    [BLAKE2, 'f=%25h/%25H/%25L', 'blake2b-256/45600/32'],
    ['f01ff9f7f1e0401020304', 'f=%25c-%25C-%25h', 'Code(2084863)-2084863-blake3'],
    ['f0155800c0101', 'f=%25h', 'hash?1536'],
    [RAW, 'f=a%25%25b%25%25', 'a%b%'],
    [RAW, 'f=%25B&b=base256emoji', '\ufffd'],
    [RAW, 'f=%25S&b=k', '2cwue9rqdypmt3thjky14z1tk9fi9f0o5w7b3ofitdewlcf87lismqs'],
    [V0, 'f=%25S', V0],
    [V0, 'v=1', 'zdj7WbTaiJT1fgatdet9Ei9iDB5hdCxkbVyhyh8YTUnXMiwYi'],
    [V0, 'b=base32', 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'],
    [V0, 'v=0&b=base58btc', V0],
    [RAW, 'mc=0x70&v=0', 'QmRN6wdp1S2A5EtjW9A3M1vKSBuQQGcgvuhoMUoEz4iiT5'],
    [RAW, 'mc=raw', RAW],
    [RAW, 'mc=identity', RAW],
    [RAW.toUpperCase(), '', RAW.toUpperCase()],
    [V0, 'f=%25s&mc=dag-pb', V0],
    [RAW, 'v=0', { ErrorMsg: "can't convert non-dag-pb nodes to cidv0" }],
    // Kubo panics for this one, and answers that an error occurred.
    [BLAKE2, 'v=0', { ErrorMsg: 'invalid cid: invalid hash for cidv0 45600-32' }],
    ['bad', '', { ErrorMsg: 'invalid cid: invalid cid: expected 1 as the cid version number, got: 0' }],
    ['', '', { ErrorMsg: 'invalid cid: cid too short' }],
    [RAW, 'f=plain', new Error('invalid format string: "plain"')],
    [RAW, 'f=%25', new Error('premature end of format string')],
    [RAW, 'f=%25x', new Error('unrecognized specifier in format string: %x')],
    [RAW, 'v=2', new Error('invalid cid version: "2"')],
    [RAW, 'mc=nosuch', new Error('unknown multicodec: "nosuch"')],
    [RAW, 'b=nosuch', new Error('unsupported multibase encoding: nosuch')],
    [RAW, 'v=0&mc=raw', new Error('cannot convert to CIDv0 with any codec other than dag-pb')],
    [RAW, 'v=0&b=base32', new Error('cannot convert to CIDv0 with any multibase other than the implicit base58btc')]
  ])('%s with %s', async (cid, query, expected) => {
    expect(await format(cid, query)).toEqual(expected)
  })

  test('continues after an invalid CID, and accepts CIDs of the body', async () => {
    const form = new FormData()
    form.append('file', `  ${V0}  \n\n${RAW}`)
    const { lines } = await node.rpc('cid/format?arg=bad&f=%25v', { body: form })
    expect(lines).toMatchObject([{ CidStr: 'bad', Formatted: '' }, { CidStr: V0, Formatted: 'cidv0' }, {
      CidStr: '',
      ErrorMsg: 'invalid cid: cid too short'
    }, { CidStr: RAW, Formatted: 'cidv1' }])
  })

  test('detects a malformed format at the first valid CID', async () => {
    const { status, lines, trailer } = await node.rpc(`cid/format?arg=bad&arg=${RAW}&f=%25x`)
    expect({ status, lines, trailer }).toMatchObject({
      status: 200,
      lines: [{ CidStr: 'bad' }],
      trailer: 'unrecognized specifier in format string: %x'
    })
  })
})

test('cid/base32 accepts all forms and returns one', async () => {
  const { lines } = await node.rpc(`cid/base32?arg=${V0}&arg=${RAW.toUpperCase()}&arg=bad`)
  expect(lines).toMatchObject([{ Formatted: 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354' }, {
    Formatted: RAW
  }, { Formatted: '' }])
})

describe('lists', () => {
  test('are printed with the requested details', async () => {
    expect((await node.rpc('cid/bases?encoding=text')).text.split('\n').slice(0, 3)).toEqual([
      'identity',
      'base2',
      'base32'
    ])
    expect((await node.rpc('cid/bases?encoding=text&prefix=true')).text.split('\n').slice(0, 3)).toEqual([
      '   identity',
      '0  base2',
      'b  base32'
    ])
    expect((await node.rpc('cid/bases?encoding=text&numeric=true')).text.split('\n').slice(0, 2)).toEqual([
      '      0  identity',
      '     48  base2'
    ])
    expect((await node.rpc('cid/codecs?encoding=text&s=true&n=true')).text).toBe(
      '   81  cbor\n   85  raw\n  112  dag-pb\n  113  dag-cbor\n  114  libp2p-key\n  120  git-raw\n  133  ' +
        'dag-jose\n  297  dag-json\n  512  json\n'
    )
    expect((await node.rpc('cid/hashes?encoding=text')).text.split('\n').slice(0, 3)).toEqual([
      'identity',
      'sha1',
      'sha2-256'
    ])
  })

  test('of bases sort lower-case letters before upper-case ones', async () => {
    const names = (await node.rpc('cid/bases?encoding=text')).text.split('\n')
    expect(names.indexOf('base64')).toBe(names.indexOf('base64pad') - 1)
  })
})
