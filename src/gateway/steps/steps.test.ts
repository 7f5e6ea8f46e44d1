import * as dagCbor from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'

const MISSING = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const KEY_BASE36 = 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'

let gateway: GatewayFixture
let file: CID

beforeEach(async () => {
  gateway = await gatewayFixture()
  file = (await gateway.dag.raw('0123456789')).cid
})
afterEach(async () => {
  await gateway.stop()
})

const getText = async (path: string, init?: RequestInit): Promise<string> => {
  const { status, headers } = await gateway.get(path, init)
  return [status, headers.get('location')].filter((part) => part != null).join(' ')
}

describe('redirects', () => {
  it.each([
    ['/ipfs//a/b', '307 /ipfs/a/b'],
    ['/ipfs/a//b/?c=%20', '307 /ipfs/a/b/?c=%20'],
    ['/ipfs', '307 /ipfs/'],
    ['/ipfs?a', '307 /ipfs/?a'],
    ['/ipns?a', '307 /ipns/?a'],
    [`/ipfs/ipfs/${MISSING}/x?b=2&a=1%202`, `301 /ipfs/${MISSING}/x?a=1+2&b=2`],
    ['/ipfs/ipfs/bad', '400'],
    ['/ipfs/?uri=ipfs://abc/d%2520e/../f%3Fg=h', '301 /ipfs/abc/f?g=h'],
    ['/ipfs/?uri=IPNS://Example.com', '301 /ipns/Example.com'],
    ['/ipfs/?uri=ipfs:abc', '301 /ipfs'],
    ['/ipfs/?uri=http://x', '400'],
    ['/ipfs/?uri=javascript:alert(1)', '400'],
    ['/ipfs/?uri=ipfs://a%250/', '400'],
    ['/ipfs/?uri=ipfs://a%0A', '400'],
    ['/ipfs/?uri=ipfs:////evil.example/', '301 /ipfs/evil.example'],
    [
      '/ipns/12D3KooWLZyH6ARSNdUjAhTr53GTe6Jj7dUjsEgve49wYuifrVNN/a%20b?c',
      '302 /ipns/k51qzi5uqu5dk5xfmg64cu8eygxzb9xakifqlyvham30jtbk8s96h75wy7z4rz/a%20b?c'
    ],
    [`/ipns/${KEY_BASE36}`, '500'],
    ['/ipns/example.com', '500']
  ])('%s: %s', async (path, expected) => {
    expect(await getText(path)).toBe(expected)
  })
})

it('the gateway is read-only', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await gateway.get(`/ipfs/${file}`, { method })
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      `Method ${method} not allowed: read only access\n`
    ])
  }

  const options = await gateway.get(`/ipfs/${file}`, { method: 'OPTIONS' })
  expect([options.status, options.headers.get('content-length'), options.headers.get('access-control-allow-origin')])
    .toEqual([200, '0', '*'])
})

it('a worker script for the root of a content is refused', async () => {
  const headers = { 'Service-Worker': 'script' }
  expect(await getText(`/ipfs/${file}`, { headers })).toBe('400')
  expect(await getText(`/ipns/${KEY_BASE36}`, { headers })).toBe('400')
  expect(await getText(`/ipfs/${file}/sw.js`, { headers })).toBe('404')
})

it('only-if-cached is answered from local blocks immediately', async () => {
  const online = await gatewayFixture({}, true)
  const headers = { 'Cache-Control': 'only-if-cached' }
  const here = (await online.dag.raw('here')).cid
  expect((await online.get(`/ipfs/${here}`, { headers })).status).toBe(200)
  expect(await (await online.get(`/ipfs/${here}`, { headers, method: 'HEAD' })).text()).toBe('')
  const missing = await online.get(`/ipfs/${MISSING}/a`, { headers })
  expect([missing.status, await missing.text()]).toEqual([412, `"/ipfs/${MISSING}/a" not in local datastore\n`])
  expect((await online.get(`/ipns/${KEY_BASE36}`, { headers })).status).toBe(412)
  await online.stop()
})

it('only-if-cached does not wait for blocks below the requested one', async () => {
  const online = await gatewayFixture({}, true)
  const headers = { 'Cache-Control': 'only-if-cached' }
  const first = await online.dag.raw('the part that is here, ')
  const { cid } = await online.dag.file([first, { cid: CID.parse(MISSING), size: 10 }])
  expect((await online.get(`/ipfs/${cid}`, { headers })).status).toBe(404)
  await expect((await online.get(`/ipfs/${cid}?format=car`, { headers })).arrayBuffer()).rejects.toThrow()
  expect((await online.get(`/ipfs/${cid}`, { headers: { ...headers, Range: 'bytes=23-' } })).status).toBe(404)
  expect(await (await online.get(`/ipfs/${cid}`, { headers: { ...headers, Range: 'bytes=0-2' } })).text()).toBe('the')
  await online.stop()
})

describe('the format of the answer', () => {
  it.each([
    ['?format=raw', '*/*', 'application/vnd.ipld.raw', null],
    ['', 'application/vnd.ipld.raw', 'application/vnd.ipld.raw', '?format=raw'],
    ['?format=raw', 'application/vnd.ipld.car', 'application/vnd.ipld.raw', null],
    [
      '',
      'text/html, application/vnd.ipld.car;order=unk',
      'application/vnd.ipld.car; version=1; order=unk; dups=n',
      '?car-order=unk&format=car'
    ],
    [
      '?car-order=dfs',
      'application/vnd.ipld.car;order=unk',
      'application/vnd.ipld.car; version=1; order=dfs; dups=n',
      '?car-order=dfs&format=car'
    ],
    ['?format=nosuch', '*/*', 'text/plain; charset=utf-8', null],
    ['?format=__proto__', '*/*', 'text/plain; charset=utf-8', null],
    ['', 'application/json', 'text/plain; charset=utf-8', '?format=json']
  ])('%j with Accept %s is %s', async (query, accept, type, location) => {
    const { status, headers } = await gateway.get(`/ipfs/${file}${query}`, { headers: { Accept: accept } })
    expect([status, headers.get('content-type'), headers.get('content-location')]).toEqual([
      200,
      type,
      location == null ? null : `/ipfs/${file}${location}`
    ])
  })

  it.each(['application/vnd.ipld.unknown', 'application/vnd.ipfs.unknown', 'application/vnd.ipld.raw; x'])(
    'is not valid for %s',
    async (accept) => {
      expect(await getText(`/ipfs/${file}`, { headers: { Accept: accept } })).toBe('400')
    }
  )

  it('must be verifiable if configured', async () => {
    await gateway.node.config.set('Gateway.DeserializedResponses', false)
    const root = await gateway.dag.directory({ file })

    for (
      const [path, status] of [
        [`/ipfs/${file}`, 406],
        [`/ipfs/${file}?format=raw`, 200],
        [`/ipfs/${file}?format=car`, 200],
        [`/ipfs/${file}?format=tar`, 406],
        [`/ipfs/${root}/file?format=raw`, 406],
        [`/ipfs/${root}/file?format=car`, 200],
        [`/ipns/${KEY_BASE36}`, 406],
        ['/ipns/example.com?format=ipns-record', 406],
        [`/ipns/${KEY_BASE36}?format=ipns-record`, 500]
      ] as const
    ) {
      expect([path, (await gateway.get(path)).status]).toEqual([path, status])
    }
  })
})

describe('documents', () => {
  const put = async (value: unknown): Promise<CID> => await gateway.dag.put(0x71, dagCbor.encode(value))

  it('are answered unchanged, inline or as attachment by their type', async () => {
    const cid = await put({ a: 1 })
    const plain = await gateway.get(`/ipfs/${cid}`)
    expect(plain.headers.get('content-type')).toBe('application/vnd.ipld.dag-cbor')
    expect(plain.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+\.cbor"/)
    expect(plain.headers.get('etag')).toBe(`"${cid}.dag-cbor"`)
    expect((await gateway.get(`/ipfs/${cid}?format=cbor`)).headers.get('etag')).toBe(`"${cid}.cbor"`)
  })

  it('are converted only if configured', async () => {
    const cid = await put({ b: file, a: 1.5 })
    const refused = await gateway.get(`/ipfs/${cid}?format=dag-json`)
    expect([refused.status, await refused.text()]).toEqual([
      406,
      'format "application/vnd.ipld.dag-json" requested but block has codec "dag-cbor": codec conversion is ' +
      'not supported, fetch raw block with ?format=raw and convert client-side\n'
    ])
    await gateway.node.config.set('Gateway.AllowCodecConversion', true)
    expect(await (await gateway.get(`/ipfs/${cid}?format=dag-json`)).text()).toBe(`{"a":1.5,"b":{"/":"${file}"}}`)
    expect(await getText(`/ipfs/${cid}?format=json`)).toBe('400')
  })

  it('are shown to browsers as a page, at a path with a slash', async () => {
    const cid = await put({ '<key>': '<b>bold</b>', link: file, bytes: new Uint8Array(3) })
    const headers = { Accept: 'text/html' }
    expect(await getText(`/ipfs/${cid}?x`, { headers })).toBe(`301 /ipfs/${cid}/?x`)
    const response = await gateway.get(`/ipfs/${cid}/`, { headers })
    const page = await response.text()
    expect(response.headers.get('etag')).toMatch(/^"DagIndex-\w+_CID-/)
    expect(response.headers.has('cache-control')).toBe(false)
    expect(response.headers.has('content-disposition')).toBe(false)
    expect(page).toContain(`href="/ipfs/${file}"`)
    expect(page).toContain('&lt;b&gt;bold&lt;/b&gt;')
    expect(page).not.toContain('<key>')
    expect(
      await getText(`/ipfs/${cid}/`, {
        headers: { ...headers, 'If-None-Match': response.headers.get('etag') as string }
      })
    ).toBe('304')
  })

  it('are not answered in part', async () => {
    const cid = await put({ a: { b: 1 } })
    const response = await gateway.get(`/ipfs/${cid}/a/b`)
    expect([response.status, await response.text()]).toEqual([
      501,
      `"/a/b" of "/ipfs/${cid}/a/b" could not be returned: reading IPLD Kinds other than Links (CBOR Tag 42) ` +
      `is not implemented: try reading "/ipfs/${cid}" instead\n`
    ])
    expect(response.headers.get('x-ipfs-roots')).toBe([cid, cid, cid].join())
  })
})

it('X-Ipfs-Roots has the block of every part of the path', async () => {
  const inner = await gateway.dag.directory({ file })
  const root = await gateway.dag.directory({ 'é': inner })
  const { headers } = await gateway.get(`/ipfs/${root}/%C3%A9/file`)
  expect(headers.get('x-ipfs-roots')).toBe(`${root},${inner},${file}`)
  expect(headers.get('x-ipfs-path')).toBe(`/ipfs/${root}/\u00c3\u00a9/file`)
})

it('Ipfs-Uri is sent with errors too, and replaces X-Ipfs-Path with the answers of Kubo 0.43', async () => {
  const root = await gateway.dag.directory({ file })
  const headersOf = async (): Promise<Array<string | null>> => {
    const { headers } = await gateway.get(`/ipfs/${root}/no%20file`)
    const exposed = headers.get('access-control-expose-headers')?.split(', ').filter((name) =>
      /-(?:Uri|Path)$/.test(name)
    )
    return [headers.get('ipfs-uri'), headers.get('x-ipfs-path'), String(exposed)]
  }
  const uri = `ipfs://${root}/no%20file`
  expect(await headersOf()).toEqual([uri, `/ipfs/${root}/no file`, 'X-Ipfs-Path'])

  await gateway.node.config.set('Version.KuboAnswers', '0.43')
  expect(await headersOf()).toEqual([uri, null, 'Ipfs-Uri'])
  await gateway.node.config.set('Gateway.DeprecatedXIpfsPath', true)
  expect(await headersOf()).toEqual([uri, `/ipfs/${root}/no file`, 'Ipfs-Uri,X-Ipfs-Path'])
  await gateway.node.config.set('Gateway.DeprecatedXIpfsPath', null)
  await gateway.node.config.set('Version.KuboAnswers', null)
})
