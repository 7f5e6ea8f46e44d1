import { afterEach, expect, it, vi } from 'vitest'
import { create } from './create.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('can be created on a server, without any node', async () => {
  const ipfs = create()
  expect(ipfs.getEndpointConfig()).toMatchObject({ host: 'swipfs.invalid', 'api-path': '/api/v0' })
})

it('uses the origin of the page by default', () => {
  vi.stubGlobal('location', { origin: 'http://app.test:81', protocol: 'http:', hostname: 'app.test', port: '81' })
  expect(create({ agent: {} as never }).getEndpointConfig()).toMatchObject({ host: 'app.test', port: '81' })
  expect(create({ agent: {} as never, url: 'http://other.test:82/api/v0' }).getEndpointConfig()).toMatchObject({
    host: 'other.test',
    port: '82'
  })
})

it('encodes nodes of dag.put by the codecs of the client', async () => {
  const cid = 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua'
  vi.stubGlobal('location', { origin: 'http://app.test', protocol: 'http:', hostname: 'app.test', port: '' })
  vi.stubGlobal(
    'fetch',
    async (url: string) => Response.json({ Cid: { '/': new URL(url).searchParams.has('store-codec') ? cid : '' } })
  )

  expect(String(await create({ agent: {} as never }).dag.put({ a: 1 }))).toBe(cid)
})
