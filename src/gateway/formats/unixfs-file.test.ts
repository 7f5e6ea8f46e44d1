import { CarBlockIterator } from '@ipld/car'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toUint64 } from '../../bytes/protobuf/uint64.ts'
import { readTar } from '../../testing/dag/read-tar.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'

const CONTENT = 'aaaabbbbcc'

let gateway: GatewayFixture

beforeEach(async () => {
  gateway = await gatewayFixture()
})
afterEach(async () => {
  await gateway.stop()
})

describe('?download=true', () => {
  it('makes the answer an attachment, with the known name', async () => {
    const { cid } = await gateway.dag.raw('text')
    const link = await gateway.dag.pb([], { type: 4, data: Buffer.from('a.txt') })
    const site = await gateway.dag.directory({ 'index.html': cid })
    const root = await gateway.dag.directory({ 'a b.txt': cid, link, dir: await gateway.dag.directory({}), site })
    const disposition = async (path: string): Promise<string | null> =>
      (await gateway.get(path)).headers.get('content-disposition')

    expect(await disposition(`/ipfs/${cid}?download=true`)).toBe('attachment')
    expect(await disposition(`/ipfs/${root}/a%20b.txt?download=true`)).toBe(
      'attachment; filename="a%20b.txt"; filename*=UTF-8\'\'a%20b.txt'
    )
    expect(await disposition(`/ipfs/${root}/a%20b.txt?download=true&filename=c.md`)).toBe(
      'attachment; filename="c.md"; filename*=UTF-8\'\'c.md'
    )
    expect(await disposition(`/ipfs/${root}/link?download=true`)).toMatch(/^attachment; filename="link"/)
    expect(await disposition(`/ipfs/${root}/site/?download=true`)).toMatch(/^attachment; filename="index.html"/)
    expect(await disposition(`/ipfs/${root}/dir/?download=true`)).toMatch(/^attachment; filename="dir.html"/)
    expect((await gateway.get(`/ipfs/${cid}?download=true`, { method: 'HEAD' })).headers.get('content-disposition'))
      .toBe('attachment')
    expect(
      (await gateway.get(`/ipfs/${cid}?download=true`, { headers: { Range: 'bytes=0-1' } })).headers.get(
        'content-disposition'
      )
    ).toBe('attachment')
  })

  it('has no effect otherwise', async () => {
    const { cid } = await gateway.dag.raw('text')
    for (const query of ['', '?download=false', '?download=1', '?download=']) {
      expect((await gateway.get(`/ipfs/${cid}${query}`)).headers.has('content-disposition')).toBe(false)
    }
    expect((await gateway.get(`/ipfs/${cid}?download=false&filename=a`)).headers.get('content-disposition')).toMatch(
      /^inline; filename="a"/
    )
  })
})

describe('a file with wrong sizes', () => {
  it.each<[string, { blockSizes?: number[]; fileSize?: number }]>([
    ['none', { blockSizes: [] }],
    ['too few', { blockSizes: [4, 4] }],
    ['no size of the file', { fileSize: undefined }],
    ['a file of 0', { fileSize: 0 }],
    ['all 0', { fileSize: 0, blockSizes: [0, 0, 0] }],
    ['no sum', { fileSize: 5 }],
    ['sizes of others', { blockSizes: [1, 1, 8] }],
    ['sizes and a sum of others', { blockSizes: [1, 1, 1], fileSize: 3 }],
    ['larger ones', { blockSizes: [40, 40, 40], fileSize: 120 }]
  ])('is answered: %s', async (name, sizes) => {
    const parts = [
      await gateway.dag.raw('aaaa'),
      await gateway.dag.leaf(Buffer.from('bbbb')),
      await gateway.dag.raw('cc')
    ]
    const { cid } = await gateway.dag.file(parts, sizes)
    const root = await gateway.dag.directory({ 'a.txt': cid })

    for (const path of [`/ipfs/${cid}`, `/ipfs/${root}/a.txt`]) {
      const response = await gateway.get(path)
      expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
        200,
        '10',
        CONTENT
      ])
    }

    const isSeen = !/others|larger/.test(name)
    if (isSeen) {
      expect((await gateway.get(`/ipfs/${cid}`, { method: 'HEAD' })).headers.get('content-length')).toBe('10')
    }
    const range = await gateway.get(`/ipfs/${root}/a.txt`, { headers: { Range: isSeen ? 'bytes=3-8' : 'bytes=0-2' } })
    expect([range.status, await range.text()]).toEqual([206, isSeen ? 'abbbbc' : 'aaa'])
    if (isSeen) {
      expect(range.headers.get('content-range')).toBe('bytes 3-8/10')
    }
    if (!isSeen) {
      return
    }
    const tar = await gateway.get(`/ipfs/${root}?format=tar`)
    expect(readTar(await tar.bytes(), false)).toMatchObject([{}, { size: 10 }])
  })

  it('may be one block that states another size', async () => {
    for (const fileSize of [0, 3, 50]) {
      const cid = await gateway.dag.pb([], { type: 2, data: Buffer.from('hello'), fileSize })
      const response = await gateway.get(`/ipfs/${cid}`)
      expect([response.headers.get('content-length'), await response.text()]).toEqual(['5', 'hello'])
    }
  })

  it('is an error if a block is missing', async () => {
    const gone = await gateway.dag.raw('bbbb')
    const { cid } = await gateway.dag.file([await gateway.dag.raw('aaaa'), gone], { fileSize: 0 })
    await gateway.dag.store.delete(gone.cid)
    expect((await gateway.get(`/ipfs/${cid}`)).status).toBe(404)
  })
})

describe('a file of more than 2^53 bytes', () => {
  /** 2^59 bytes of `abcdefgh`, and four of `tail`. */
  const SIZE = 2n ** 59n + 4n

  async function huge (): Promise<string> {
    const { dag } = gateway
    let [part, size] = [(await dag.raw('abcdefgh')).cid, 8n]
    const node = async (parts: Array<[cid: typeof part, size: bigint]>, fileSize: bigint): Promise<typeof part> =>
      await dag.pb(parts.map(([cid]) => ({ name: '', cid })), {
        type: 2,
        fileSize: toUint64(fileSize),
        blockSizes: parts.map(([, size]) => toUint64(size))
      })

    for (let level = 0; level < 7; level++) {
      part = await node(new Array<[typeof part, bigint]>(256).fill([part, size]), size * 256n)
      size *= 256n
    }

    return String(await node([[part, size], [(await dag.raw('tail')).cid, 4n]], size + 4n))
  }

  it.each<[string, string, string, number]>([
    ['bytes=0-9', `bytes 0-9/${SIZE}`, 'abcdefghab', 10],
    ['bytes=-6', `bytes ${SIZE - 6n}-${SIZE - 1n}/${SIZE}`, 'ghtail', 6],
    ['bytes=9007199254740995-9007199254740999', `bytes 9007199254740995-9007199254740999/${SIZE}`, 'defgh', 5],
    [`bytes=${SIZE - 5n}-9223372036854775807`, `bytes ${SIZE - 5n}-${SIZE - 1n}/${SIZE}`, 'htail', 5]
  ])('is answered in ranges: %s', async (range, contentRange, text, length) => {
    const path = `/ipfs/${await huge()}`
    const response = await gateway.get(path, { headers: { Range: range } })
    expect([response.status, response.headers.get('content-range'), response.headers.get('content-length')]).toEqual([
      206,
      contentRange,
      String(length)
    ])
    expect(await response.text()).toBe(text)
    const head = await gateway.get(path, { method: 'HEAD', headers: { Range: range } })
    expect([head.status, head.headers.get('content-range')]).toEqual([206, contentRange])
  })

  it('has its exact size, a type, and its bytes from the first on', async () => {
    const cid = await huge()
    const head = await gateway.get(`/ipfs/${cid}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.headers.get('content-type')]).toEqual([
      200,
      String(SIZE),
      'text/plain; charset=utf-8'
    ])
    const response = await gateway.get(`/ipfs/${cid}`)
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(SIZE)])
    const reader = response.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value).slice(0, 8)).toBe('abcdefgh')
    await reader.cancel()
    const open = await gateway.get(`/ipfs/${cid}`, { headers: { Range: 'bytes=3-' } })
    expect([open.headers.get('content-length'), open.headers.get('content-range')]).toEqual([
      String(SIZE - 3n),
      `bytes 3-${SIZE - 1n}/${SIZE}`
    ])
    await open.body?.cancel()
    const outside = await gateway.get(`/ipfs/${cid}`, { headers: { Range: `bytes=${SIZE}-` } })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${SIZE}`])
  })

  it.each([
    ['0:9', 9, 'abcdefgh'],
    ['-1:*', 2, 'tail'],
    [`${SIZE - 5n}:${SIZE - 5n}`, 9, 'abcdefgh']
  ])('is a CAR of the blocks of entity-bytes=%s alone', async (range, count, leaf) => {
    const cid = await huge()
    const response = await gateway.get(`/ipfs/${cid}?format=car&dag-scope=entity&entity-bytes=${range}`)
    expect(response.status).toBe(200)
    const read: Uint8Array[] = []
    for await (const { bytes } of await CarBlockIterator.fromBytes(new Uint8Array(await response.arrayBuffer()))) {
      read.push(bytes)
    }
    expect(read).toHaveLength(count)
    expect(new TextDecoder().decode(read.at(-1))).toBe(leaf)
  })

  it('whose sizes are wrong is answered with its true size', async () => {
    const { cid } = await gateway.dag.raw('abcd')
    const wrong = await gateway.dag.pb([{ name: '', cid }], { type: 2, fileSize: 2n ** 60n, blockSizes: [2n ** 60n] })
    const response = await gateway.get(`/ipfs/${wrong}`)
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['4', 'abcd'])
  })
})
