import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { handleGateway } from '../../gateway/handler/handler.ts'
import { localGateway } from '../../gateway/local/local-gateway.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { saveLink } from './save-link.ts'

let gateway: GatewayFixture

beforeEach(async () => {
  gateway = await gatewayFixture()
})
afterEach(async () => {
  await gateway.stop()
})

it.each(
  [
    ['bafkqaaa', 'a & b.txt', {}, '/ipfs/bafkqaaa?download=true&filename=a%20%26%20b.txt&x-ipfs-companion-no-redirect'],
    [
      'bafkqaaa/a b/ü?.txt',
      'c.txt',
      {},
      '/ipfs/bafkqaaa/a%20b/%C3%BC%3F.txt?download=true&filename=c.txt&x-ipfs-companion-no-redirect'
    ],
    ['/ipns/docs.example/x', 'x', {}, '/ipns/docs.example/x?download=true&filename=x&x-ipfs-companion-no-redirect'],
    [
      CID.parse('bafkqaaa'),
      'd.tar',
      { format: 'tar' },
      '/ipfs/bafkqaaa?format=tar&download=true&filename=d.tar&x-ipfs-companion-no-redirect'
    ]
  ] as const
)('%s as %s', (cid, name, options, expected) => {
  expect(saveLink(cid, name, options)).toBe(expected)
})

it('saveLink returns a URL that a browser saves, whatever the content is', async () => {
  const { dag, node } = gateway
  const page = (await dag.raw('<!doctype html><p>page')).cid
  const root = await dag.directory({ 'a b.html': page })
  const answers = [
    saveLink(page, 'ü.html'),
    saveLink(`${root}/a b.html`, 'ü.html'),
    saveLink(root, 'ü.html', { format: 'tar' }),
    saveLink(root, 'ü.html', { format: 'car' }),
    saveLink(page, 'ü.html', { format: 'raw' })
  ]

  for (const address of answers) {
    const { status, headers, body } = await handleGateway(
      new Request(`http://node.localhost${address}`),
      localGateway(node),
      { sandbox: true }
    )
    await body?.cancel()
    expect([address, status, headers.get('content-disposition')]).toEqual([
      address,
      200,
      `attachment; filename="%C3%BC.html"; filename*=UTF-8''%C3%BC.html`.replace('%C3%BC', '_')
    ])
  }
})
