import { beforeEach, describe, expect, it } from 'vitest'
import { fileForm } from '../../testing/dag/car-form.ts'
import { TestNode } from '../../testing/test-node.ts'

let app: TestNode
let before: string[]

beforeEach(async () => {
  app = await TestNode.start()
  before = await app.blocks()
})

async function put (
  files: Array<string | Uint8Array>,
  query = ''
): Promise<{ cids: string[]; error: string | undefined }> {
  const { status, lines, trailer } = await app.rpc(`dag/put?${query}`, { body: fileForm(files) })
  const error = status === 200 ? trailer : (lines[0] as { Message: string }).Message
  return { cids: status === 200 ? (lines as Array<{ Cid: { '/': string } }>).map(({ Cid }) => Cid['/']) : [], error }
}

async function getNode (target: string): Promise<string> {
  const { status, text, lines, trailer } = await app.rpc(`dag/get?arg=${target}`)
  return status === 200 ? text + (trailer == null ? '' : ` then ${trailer}`) : (lines[0] as { Message: string }).Message
}

describe('dag/put', () => {
  it('stores each file and pins them on request', async () => {
    const { cids } = await put(
      ['{"a":1}', '{"b":{"/":"bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy"}}'],
      'pin=true'
    )
    expect(cids[0]).toBe('bafyreihltcnuuyqp2jm24aqydpnlj7b6w3ogwrplomrjtg5rifv44mmjey')
    // The links of a pinned document may be missing.
    expect(await app.pins()).toEqual(cids.map((cid) => `recursive ${cid}`).sort())
    expect(await app.blocks()).toHaveLength(before.length + 2)
  })

  it('stores nothing if a document is invalid', async () => {
    expect(await put(['{"a":1}', '}'])).toEqual({
      cids: [expect.any(String)],
      error: 'invalid char while expecting start of value: map close'
    })
    expect(await app.blocks()).toEqual(before)
  })

  it('keeps reported blocks if a later document is truncated, for which Kubo reports nothing', async () => {
    const { cids, error } = await put(['1', '{', '2'])
    expect([cids.length, error]).toEqual([1, undefined])
    expect(await getNode(cids[0])).toBe('1')
  })

  it.each([
    ['hash=md5', 'potentially insecure hash functions not allowed'],
    ['hash=dag-cbor', 'invalid cid: unknown multihash code 113 (0x71): no such hash registered'],
    ['store-codec=libp2p-key', 'no encoder registered for multicodec code 114 (0x72)'],
    ['input-codec=libp2p-key', 'no decoder registered for multicodec code 114 (0x72)'],
    ['store-codec=0x300078', 'no encoder registered for multicodec code 3145848 (0x300078)'],
    ['input-codec=0x300078', 'zlib: invalid header']
  ])('rejects %s', async (query, message) => {
    expect((await put(['{"a":1}'], query)).error).toBe(message)
    expect(await app.blocks()).toEqual(before)
  })

  it('uses the hash function of the configuration', async () => {
    await app.node.config.set('Import.HashFunction', 'blake3')
    expect((await put(['{"h":1}'])).cids).toEqual(['bafyr4iemw62q6zg6cz6wzgczknaff4idykizvqe6leriq5gam6cipbvjne'])
    expect((await put(['{"h":1}'], 'hash=identity')).cids).toEqual(['bafyqabfbmfuac'])
  })

  it.each(['md5', 'blake2s-128', 'blake2b-64', 'murmur3-x64-64', 'shake-128'])(
    'rejects the weak hash %s before it answers a CID, and keeps nothing',
    async (hash) => {
      const form = new FormData()
      form.append('file', new Blob(['{"a":1}']))
      form.append('file', new Blob(['{"a":2}']))
      const { status, lines, trailer } = await app.rpc(`dag/put?hash=${hash}`, { body: form })
      expect([status, lines, trailer]).toEqual([500, [{
        Message: 'potentially insecure hash functions not allowed',
        Code: 0,
        Type: 'error'
      }], undefined])
      expect(await app.blocks()).toEqual(before)
    }
  )

  it('stores an identity value only in its CID', async () => {
    const { cids } = await put(['{"a":1}'], 'hash=identity')
    expect(await app.blocks()).toEqual(before)
    expect(await getNode(cids[0])).toBe('{"a":1}')
  })

  it('answers in text with the requested base', async () => {
    expect((await app.rpc('dag/put?encoding=text&cid-base=base16', { body: fileForm(['1']) })).text).toBe(
      'f017112204bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a\n'
    )
  })
})

describe('dag/get', () => {
  it('reads values on the path', async () => {
    const { cids: [leaf] } = await put(['{"v":[1,{"s":"x"}]}'])
    const { cids: [root] } = await put([`{"l":{"/":"${leaf}"}}`])
    expect(await getNode(`${root}/l/v/1/s`)).toBe('"x"')
    expect(await getNode(`${root}/l/v`)).toBe('[1,{"s":"x"}]')
    expect(await getNode(`${root}/l/v/2`)).toBe('key not found: "2"')
  })

  it('shows dag-pb fields that a block omits', async () => {
    const { cids: [node] } = await put(['{"Links":[{"Hash":{"/":"bafkqaaa"},"Name":"b"}]}'], 'store-codec=dag-pb')
    expect(await getNode(node)).toBe('{"Data":null,"Links":[{"Hash":{"/":"bafkqaaa"},"Name":"b","Tsize":null}]}')
    expect(await getNode(`/ipld/${node}/Links/0/Name`)).toBe('"b"')
    expect(await getNode(`/ipld/${node}/Data`)).toBe('null')
  })

  it('sends the bytes before a value that the codec cannot represent', async () => {
    const { cids: [node] } = await put(['{"a":1,"b":{"/":"bafkqaaa"}}'])
    expect(await getNode(`${node}&output-codec=json`)).toBe(
      '{\n\t"a": 1,\n\t"b":  then cannot marshal IPLD links to this codec'
    )
    expect(await getNode(`${node}&output-codec=raw`)).toBe(
      ' then func called on wrong kind: "AsBytes" called on a map node (kind: map), but only makes sense on bytes'
    )
    expect(await getNode(`${node}&output-codec=libp2p-key`)).toBe(
      'invalid encoding: libp2p-key - no encoder registered for multicodec code 114 (0x72)'
    )
    expect(await getNode(`${node}&output-codec=0x300078`)).toBe(
      'invalid encoding: Code(3145848) - no encoder registered for multicodec code 3145848 (0x300078)'
    )
  })

  it('reports where a path leads to a truncated block', async () => {
    const { lines } = await app.rpc('block/put?cid-codec=dag-json', { body: fileForm(['{']) })
    const cut = (lines[0] as { Key: string }).Key
    const { cids: [root] } = await put([`{"x":{"/":"${cut}"}}`])
    expect(await getNode(`${root}/x/y`)).toBe(`error traversing node at "x": could not load link "${cut}": EOF`)
    expect(await getNode(`${root}/x`)).toBe('')
  })
})

describe('dag/resolve', () => {
  it('answers in text with the base of the path', async () => {
    const { cids: [node] } = await put(['{"x":[1]}'])
    const text = async (query: string): Promise<string> =>
      (await app.rpc(`dag/resolve?encoding=text&arg=${query}`)).text
    expect(await text(node)).toBe(node)
    expect(await text(`${node}/x/0`)).toBe(`${node}/x/0`)
    const base16 = await text(`${node}&cid-base=base16`)
    expect(base16).toMatch(/^f01711220[0-9a-f]{64}$/)
    expect(await text(`${base16}/x`)).toBe(`${base16}/x`)
  })
})
