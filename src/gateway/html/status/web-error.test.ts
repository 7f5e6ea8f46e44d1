import * as dagCbor from '@ipld/dag-cbor'
import { afterEach, describe, expect, it } from 'vitest'
import { gatewayFixture } from '../../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../../testing/http/gateway-fixture.ts'

const MISSING = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const HTML = { headers: { Accept: 'text/html' } }

let gateway: GatewayFixture

afterEach(async () => {
  await gateway.stop()
})

it('the error page links to Gateway.DiagnosticServiceURL after a timeout', async () => {
  gateway = await gatewayFixture({ 'Gateway.RetrievalTimeout': '30ms' }, true)
  const late = await gateway.get(`/ipfs/${MISSING}/a`, HTML)
  expect(late.status).toBe(504)
  expect(await late.text()).toContain(`<a href="https://check.ipfs.network?cid=${MISSING}" rel="noreferrer noopener">`)
  expect(await (await gateway.get(`/ipfs/${MISSING}/a`)).text()).not.toContain('https:')

  await gateway.node.config.set('Gateway.DiagnosticServiceURL', 'https://own.example/"check"?a=b')
  expect(await (await gateway.get(`/ipfs/${MISSING}`, HTML)).text()).toContain(
    `href="https://own.example/&quot;check&quot;?a=b&amp;cid=${MISSING}"`
  )

  for (const none of ['', 'javascript:alert(1)']) {
    await gateway.node.config.set('Gateway.DiagnosticServiceURL', none)
    expect(await (await gateway.get(`/ipfs/${MISSING}`, HTML)).text()).not.toContain('cid=')
  }
})

it('the diagnosis is of the content in which a block is missing', async () => {
  gateway = await gatewayFixture({ 'Gateway.RetrievalTimeout': '30ms' }, true)
  const { cid } = await gateway.dag.raw('gone')
  const root = await gateway.dag.directory({ a: cid })
  await gateway.dag.store.delete(cid)
  expect(await (await gateway.get(`/ipfs/${root}/a`, HTML)).text()).toContain(`?cid=${cid}"`)
})

it('the error page has no diagnosis link for other errors', async () => {
  gateway = await gatewayFixture()
  expect(await (await gateway.get(`/ipfs/${MISSING}`, HTML)).text()).not.toContain('check.ipfs.network')
})

it('an error answer does not carry the file name of the content', async () => {
  gateway = await gatewayFixture()
  const { cid } = await gateway.dag.raw('text')
  const document = await gateway.dag.put(0x71, dagCbor.encode({ a: 1 }))
  for (
    const [path, status, headers] of [
      [`/ipfs/${cid}?format=dag-cbor`, 406, {}],
      [`/ipfs/${cid}?format=dag-json&filename=a.json&download=true`, 406, {}],
      [`/ipfs/${document}?format=json&filename=a.json`, 400, {}],
      [`/ipfs/${document}?format=tar&download=true`, 406, {}],
      [`/ipfs/${cid}?download=true&filename=a.txt`, 416, { Range: 'bytes=9-' }]
    ] as const
  ) {
    for (const accept of ['*/*', 'text/html']) {
      const answer = await gateway.get(path, { headers: { ...headers, Accept: accept } })
      expect([path, answer.status, answer.headers.get('content-disposition')]).toEqual([path, status, null])
    }
  }
})

describe('the parent link of an error page', () => {
  const PAGE = { ...HTML, sandbox: true }

  async function up (path: string): Promise<string | undefined> {
    return /<a href="([^"]+)">Go up</.exec(await (await gateway.get(path, PAGE)).text())?.[1]
  }

  it('links to the nearest existing folder', async () => {
    gateway = await gatewayFixture()
    const { cid } = await gateway.dag.raw('a')
    const inner = await gateway.dag.directory({ a: cid })
    const root = await gateway.dag.directory({ inner, a: cid })
    expect(await up(`/ipfs/${root}/none`)).toBe(`/ipfs/${root}/`)
    expect(await up(`/ipfs/${root}/none/a/b/c`)).toBe(`/ipfs/${root}/`)
    expect(await up(`/ipfs/${root}/inner/none/a/`)).toBe(`/ipfs/${root}/inner/`)
    expect(await up(`/ipfs/${root}/inner/inner/inner`)).toBe(`/ipfs/${root}/inner/`)
  })

  it('skips a folder whose block is missing', async () => {
    gateway = await gatewayFixture()
    const { cid } = await gateway.dag.raw('a')
    const inner = await gateway.dag.directory({ a: cid })
    const root = await gateway.dag.directory({ inner })
    await gateway.dag.store.delete(inner)
    expect(await up(`/ipfs/${root}/inner/a/b`)).toBe(`/ipfs/${root}/`)
    expect(await up(`/ipfs/${root}/inner`)).toBe(`/ipfs/${root}/`)
    expect(await up(`/ipfs/${MISSING}/a/b`)).toBeUndefined()
    expect(await up(`/ipfs/${MISSING}`)).toBeUndefined()
  })
})
