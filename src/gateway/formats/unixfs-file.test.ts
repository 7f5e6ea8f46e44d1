import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gatewayFixture } from '../../testing/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/gateway-fixture.ts'
import { readTar } from '../../testing/read-tar.ts'

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
