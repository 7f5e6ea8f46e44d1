import { afterEach, beforeEach, expect, it } from 'vitest'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { handleGateway } from '../handler/handler.ts'
import { localGateway } from '../local/local-gateway.ts'

let gateway: GatewayFixture

beforeEach(async () => {
  gateway = await gatewayFixture()
})
afterEach(async () => {
  await gateway.stop()
})

it.each([
  ['/docs/readme.md', '/docs/* /index.html 200', 'text/html'],
  ['/a/photo.png', '/a/* /data.json 200', 'application/json'],
  ['/a/page.html', '/a/* /noname 200', 'text/plain; charset=utf-8'],
  ['/x/style.css', '/x/:name /folder/index.html 200', 'text/html']
])('%s rewritten by %j has the type of the served file: %s', async (path, rule, type) => {
  const { dag, node } = gateway
  const page = (await dag.raw('<!doctype html><p>page')).cid

  const root = await dag.directory({
    _redirects: (await dag.raw(rule)).cid,
    'index.html': page,
    'data.json': (await dag.raw('{}')).cid,
    noname: (await dag.raw('plain')).cid,
    folder: await dag.directory({ 'index.html': page })
  })

  const response = await handleGateway(new Request(`http://site${path}`), localGateway(node), { root: `/ipfs/${root}` })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
})
