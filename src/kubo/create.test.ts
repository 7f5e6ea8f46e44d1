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
