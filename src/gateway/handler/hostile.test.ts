import type { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CODEC, HASH } from '../../cid/codes/multiformat-codes.ts'
import { root } from '../../commands/root.ts'
import { encodeBlock } from '../../ipld/registry/registry.ts'
import { handleRpc } from '../../rpc/handler.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { encodeUnixfsNode } from '../../unixfs/format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'

const HTML = { headers: { Accept: 'text/html' } }
const FANOUT = 256

let gateway: GatewayFixture

beforeEach(async () => {
  gateway = await gatewayFixture({
    'Gateway.PublicGateways': { 'sub.example': { Paths: ['/ipfs', '/ipns'], UseSubdomains: true } }
  })
})
afterEach(async () => {
  await gateway.stop()
})

const hostOf = (root: CID): { host: string } => ({ host: `${root.toV1()}.ipfs.sub.example` })

/** Makes a shard in which every slot links to the same block. */
async function fullShard (below: CID): Promise<CID> {
  const links = Array.from(
    { length: FANOUT },
    (_, i) => ({
      nameBytes: new TextEncoder().encode(i.toString(16).toUpperCase().padStart(2, '0')),
      cid: below,
      tsize: 1
    })
  )
  const bitfield = new Uint8Array(FANOUT / 8).fill(0xff)
  return await gateway.dag.put(
    CODEC.dagPb,
    encodeUnixfsNode(links, {
      type: UNIXFS_TYPE.hamtShard,
      data: { parts: [bitfield], length: bitfield.length },
      hashType: HASH.murmur3x64,
      fanout: FANOUT
    })
  )
}

/** Makes a file of two to the power of `depth` copies of a leaf, in `depth` blocks. */
async function doubled (depth: number): Promise<CID> {
  let part = await gateway.dag.raw('x')
  for (let i = 0; i < depth; i++) {
    part = await gateway.dag.file([part, part])
  }
  return part.cid
}

describe('a path', () => {
  it.each([
    '/..%2fOTHER/evil.html',
    '/..%2f..%2fipfs%2fOTHER%2fevil.html',
    '/%2e%2e/OTHER/evil.html',
    '/a/..%2f..%2f..%2fOTHER/evil.html',
    '/%2e%2e%2f%2e%2e%2fipfs/OTHER/evil.html',
    '/.%2e/.%2e/ipns/OTHER',
    '/./..%2fOTHER/evil.html',
    '/..%5cOTHER/evil.html',
    '/%252e%252e/OTHER/evil.html'
  ])('does not leave its origin: %s', async (path) => {
    const other = await gateway.dag.directory({ 'evil.html': (await gateway.dag.raw('<script>evil()</script>')).cid })
    const site = await gateway.dag.directory({ 'index.html': (await gateway.dag.raw('home')).cid })
    const response = await gateway.get('/', { ...hostOf(site), target: path.replace('OTHER', other.toString()) })
    expect([404, 307]).toContain(response.status)
    expect(await response.text()).not.toContain('evil()')
    expect(response.headers.get('x-ipfs-path') ?? `/ipfs/${site.toV1()}`).toContain(`/ipfs/${site.toV1()}`)
  })

  it('does not leave a site by its _redirects', async () => {
    const other = await gateway.dag.directory({ 'evil.html': (await gateway.dag.raw('evil')).cid })

    for (
      const to of [
        `/../${other}/evil.html`,
        `/../../ipns/${other}`,
        `/%2e%2e/${other}/evil.html`,
        'https://evil.example/'
      ]
    ) {
      const site = await gateway.dag.directory({
        _redirects: (await gateway.dag.raw(`/in ${to} 200\n/gone ${to} 404`)).cid
      })
      expect([500, 404]).toContain((await gateway.get('/in', hostOf(site))).status)
      expect([500, 404]).toContain((await gateway.get('/gone', hostOf(site))).status)
      expect(await (await gateway.get('/in', hostOf(site))).text()).not.toBe('evil')
    }
  })
})

describe('a header', () => {
  const NAMES = [
    'a"; filename=evil.exe; x="',
    'a\r\nSet-Cookie: x=1',
    'a\0b',
    '../../etc/passwd',
    'ü\u202egnp.exe',
    '\ud83d\ude00'
  ]

  it.each(NAMES)('contains the file name %j as one value', async (name) => {
    const { cid } = await gateway.dag.raw('x')

    for (
      const query of [
        `filename=${encodeURIComponent(name)}`,
        `filename=${encodeURIComponent(name)}&download=true`,
        `format=raw&filename=${encodeURIComponent(name)}`,
        `format=car&filename=${encodeURIComponent(name)}`,
        `format=tar&filename=${encodeURIComponent(name)}`
      ]
    ) {
      const { headers } = await gateway.get(`/ipfs/${cid}?${query}`)
      const value = headers.get('content-disposition') ?? ''
      expect(value).toMatch(
        /^(?:inline|attachment); filename="[^"\\\r\n\0]*"; filename\*=UTF-8''[A-Za-z0-9%.\-_~!$&+:=@'()*;,]*$/
      )
      expect(decodeURIComponent(value.slice(value.indexOf("''") + 2))).toContain(name.replace(/^.*\//, ''))
      expect(headers.has('set-cookie')).toBe(false)
    }
  })

  it('contains path names as one value', async () => {
    const { cid } = await gateway.dag.raw('x')
    const root = await gateway.dag.directory(Object.fromEntries(NAMES.map((name) => [name.replaceAll('/', '_'), cid])))

    for (const name of NAMES.map((name) => encodeURIComponent(name.replaceAll('/', '_')))) {
      const { status, headers } = await gateway.get(`/ipfs/${root}/${name}`, {
        headers: { Accept: 'application/vnd.ipld.raw' }
      })
      expect(status).toBe(200)
      expect([...headers].flatMap(([, value]) => [...value]).filter((char) => /[\r\n\0]/.test(char))).toEqual([])
      expect(headers.get('content-location')).toBe(
        `/ipfs/${root}/${name.replaceAll("'", '%27')}?format=raw`.replaceAll('%3B', ';').replaceAll('%3D', '=')
          .replaceAll('%3A', ':')
      )
    }
  })

  it('contains a redirect target as one value, and does not change the host', async () => {
    const site = await gateway.dag.directory({ _redirects: (await gateway.dag.raw('/to/* /:splat 302')).cid })
    const location = async (path: string): Promise<string | null> =>
      (await gateway.get('/', { ...hostOf(site), target: path })).headers.get('location')
    expect(await location('/to/a%0d%0aSet-Cookie:%20x')).toBe('/a%0D%0ASet-Cookie:%20x')
    expect(await location('/to/%5Cevil.example')).toBe('/%5Cevil.example')
    expect(await location('/to/%2F%2Fevil.example')).toBe('/evil.example')
  })
})

describe('ranges', () => {
  it.each([
    `bytes=${'0-0,'.repeat(100_000)}`,
    `bytes=${'0-,'.repeat(50_000)}`,
    `bytes=${'-1,'.repeat(50_000)}`,
    'bytes=0-9999999999999999999',
    'bytes=9999999999999999999-',
    'bytes=-9999999999999999999',
    'bytes=0-99999999999999999999999999',
    'bytes=--1',
    'bytes=1-0',
    'bytes=0x0-1',
    `bytes=${','.repeat(100_000)}`,
    'bytes=18446744073709551615-18446744073709551616'
  ])('are answered with the file, a part of it or a refusal', async (range) => {
    const { cid } = await gateway.dag.raw('0123456789')
    const response = await gateway.get(`/ipfs/${cid}`, { headers: { Range: range } })
    expect([200, 206, 400, 416]).toContain(response.status)
    expect((await response.text()).length).toBeLessThanOrEqual(100)
  })

  it('of a file with the maximum possible size are handled', async () => {
    const huge = await doubled(52)
    const response = await gateway.get(`/ipfs/${huge}?filename=a.bin`, { headers: { Range: `bytes=${2 ** 52 - 5}-` } })
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
      206,
      `bytes ${2 ** 52 - 5}-${2 ** 52 - 1}/${2 ** 52}`,
      'xxxxx'
    ])
  })
})

describe('a few blocks with many links to each other', () => {
  /** Reads the body until it exceeds a limit. */
  async function read (path: string, most: number): Promise<{ status: number; bytes: number; broken: boolean }> {
    const { status, body } = await gateway.get(path)
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    let bytes = 0

    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        bytes += next.value.length

        if (bytes > most) {
          await reader.cancel()
          break
        }
      }
    } catch {
      return { status, bytes, broken: true }
    }

    return { status, bytes, broken: false }
  }

  it.each(['all', 'entity'])('are a CAR of as many blocks, dag-scope %s', async (scope) => {
    const file = await doubled(50)
    const { status, bytes, broken } = await read(`/ipfs/${file}?format=car&dag-scope=${scope}`, 1_000_000)
    expect([status, broken]).toEqual([200, false])
    expect(bytes).toBeLessThan(20_000)
  })

  it('are a CAR of as many blocks for a range, except at its ends', async () => {
    const file = await doubled(50)
    const { bytes } = await read(
      `/ipfs/${file}?format=car&dag-scope=entity&entity-bytes=1:${2 ** 49 + 12345}`,
      1_000_000
    )
    expect(bytes).toBeLessThan(20_000)
  })

  it('are sent with duplicates only as long as the client reads', async () => {
    const file = await doubled(50)

    for (const scope of ['all', 'entity']) {
      expect((await read(`/ipfs/${file}?format=car&dag-scope=${scope}&car-dups=y`, 100_000)).bytes).toBeGreaterThan(
        100_000
      )
    }

    expect((await read(`/ipfs/${file}?filename=a.bin`, 3000)).bytes).toBeGreaterThan(3000)
  })

  it('are not accepted as shards of a directory', async () => {
    let shard = await fullShard((await gateway.dag.raw('x')).cid)
    for (let i = 0; i < 7; i++) {
      shard = await fullShard(shard)
    }

    const listing = await read(`/ipfs/${shard}/`, 10_000_000)
    expect(listing.status === 500 || listing.broken).toBe(true)
    const entity = await read(`/ipfs/${shard}?format=car&dag-scope=entity`, 1_000_000)
    expect(entity.bytes).toBeLessThan(200_000)
    expect((await gateway.get(`/ipfs/${shard}/name`)).status).toBeGreaterThanOrEqual(400)
    const tar = await read(`/ipfs/${shard}?format=tar`, 1_000_000)
    expect(tar.status === 500 || tar.broken).toBe(true)
  })

  it('are a tar as long as the client reads', async () => {
    let dir = await gateway.dag.directory({ a: (await gateway.dag.raw('x')).cid })
    for (let i = 0; i < 60; i++) {
      dir = await gateway.dag.directory({ a: dir, b: dir })
    }
    expect((await read(`/ipfs/${dir}?format=tar`, 300_000)).bytes).toBeGreaterThan(300_000)
    expect((await read(`/ipfs/${dir}/${'a/'.repeat(60)}a`, 100)).bytes).toBe(1)
  })
})

describe('a deep DAG', () => {
  it('of directories is walked, listed and packed as tar', async () => {
    let dir = await gateway.dag.directory({})
    for (let i = 0; i < 3000; i++) {
      dir = await gateway.dag.directory({ d: dir })
    }
    expect((await gateway.get(`/ipfs/${dir}/${'d/'.repeat(3000)}`)).status).toBe(200)
    expect((await gateway.get(`/ipfs/${dir}/${'d/'.repeat(3001)}`)).status).toBe(404)
    expect((await (await gateway.get(`/ipfs/${dir}?format=car`)).bytes()).length).toBeGreaterThan(100_000)
  })

  it('of file nodes is read', async () => {
    let part = await gateway.dag.raw('x')
    for (let i = 0; i < 2000; i++) {
      part = await gateway.dag.file([part])
    }
    const response = await gateway.get(`/ipfs/${part.cid}?filename=a.bin`)
    expect([response.status, await response.text()]).toEqual([200, 'x'])
    for (const query of ['format=car', 'format=car&dag-scope=entity']) {
      expect((await (await gateway.get(`/ipfs/${part.cid}?${query}`)).bytes()).length).toBeGreaterThan(100_000)
    }
  })

  it('in one document is answered, converted, previewed and walked', async () => {
    const DEPTH = 300_000
    const leaf = (await gateway.dag.raw('x')).cid
    const link = encodeBlock(0x71, leaf)
    const bytes = new Uint8Array(DEPTH + link.length).fill(0x81, 0, DEPTH)
    bytes.set(link, DEPTH)
    const cid = await gateway.dag.put(0x71, bytes)
    expect((await (await gateway.get(`/ipfs/${cid}`)).bytes()).length).toBe(bytes.length)
    expect((await gateway.get(`/ipfs/${cid}/`, HTML)).status).toBe(200)
    expect((await (await gateway.get(`/ipfs/${cid}?format=car`)).bytes()).length).toBeGreaterThan(bytes.length)
    expect((await gateway.get(`/ipfs/${cid}/0/0/0/x`)).status).toBe(404)
    const { node } = gateway
    const rpc = async (target: string): Promise<string> =>
      await (await handleRpc(new Request(`http://node/api/v0/${target}`, { method: 'POST' }), {
        root,
        node: async () => node
      })).text()
    expect(await rpc(`dag/get?arg=${cid}`)).toBe(`${'['.repeat(DEPTH)}{"/":"${leaf}"}${']'.repeat(DEPTH)}`)
    expect(await rpc(`dag/get?arg=${cid}/0/0/0&output-codec=dag-cbor`)).toHaveLength(
      new TextDecoder().decode(bytes.subarray(3)).length
    )
    expect(JSON.parse(await rpc(`refs?arg=${cid}`))).toEqual({ Ref: leaf.toString(), Err: '' })
    expect(JSON.parse(await rpc(`dag/stat?arg=${cid}&progress=false`))).toMatchObject({ UniqueBlocks: 2 })
    expect(await rpc(`pin/add?arg=${cid}`)).toContain(cid.toString())
  }, 60_000)
})

describe('a _redirects file', () => {
  async function ask (redirects: string, path: string): Promise<Response> {
    const site = await gateway.dag.directory({ _redirects: (await gateway.dag.raw(redirects)).cid })
    return await gateway.get(path, { ...hostOf(site), ...HTML })
  }

  it('cannot amplify repeated placeholders without limit', async () => {
    const response = await ask(`/* /${':splat'.repeat(10_000)} 200`, `/${'a'.repeat(100_000)}`)
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('target is longer than 65536 characters')
    const names = Array.from({ length: 20 }, (_, i) => `:n${i}x`)
    const nested = await ask(
      `/${names.join('/')} /${names[0]}`,
      `/${names.map((_, i) => `:n${i + 1}x`.repeat(10)).join('/')}`
    )
    expect(nested.headers.get('location')).toBe(`/${':n1x'.repeat(10)}`)
  })

  it('with many rules is processed for a path of many names', async () => {
    const rules = Array.from({ length: 3000 }, (_, i) => `/a/:b/:c/${i}/* /x`).join('\n')
    expect((await ask(rules, `/${'a/'.repeat(100_000)}`)).status).toBe(404)
  })

  it.each([
    ['/* /loop', '/x', 301],
    ['/* /:splat 200', '/x', 404],
    ['/a /b 200\n/b /a 200', '/a', 404],
    ['/(.+)+$ /x', '/(.+)+$', 301],
    ['/:(a+)+ /:(a+)+', '/x', 301],
    ['/: /x', '/y', 301],
    [`/:${'a'.repeat(1000)} /:${'a'.repeat(1000)}`, '/x', 301],
    ['/* javascript:alert(1)', '/x', 500],
    ['/* data:text/html,x', '/x', 500],
    ['/*\u0000 /x', '/x', 500]
  ])('%j answers %s with %i', async (rules, path, status) => {
    expect((await ask(rules, path)).status).toBe(status)
  })
})
