import * as dagCbor from '@ipld/dag-cbor'
import type { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'

let gateway: GatewayFixture

beforeEach(async () => {
  gateway = await gatewayFixture()
})
afterEach(async () => {
  await gateway.stop()
})

it.each<[string, () => Promise<string>]>([
  ['dag-cbor', async () => String(await gateway.dag.put(0x71, dagCbor.encode({ a: 1 })))],
  ['a place within dag-cbor', async () => `${await gateway.dag.put(0x71, dagCbor.encode({ a: { b: 1 } }))}/a/b`],
  ['damaged dag-cbor', async () => String(await gateway.dag.put(0x71, Uint8Array.of(0xff)))],
  ['json', async () => String(await gateway.dag.put(0x0200, Buffer.from('{}')))],
  ['dag-pb without UnixFS', async () => String(await gateway.dag.put(0x70, Uint8Array.of(0x0a, 1, 0xff)))],
  ['an unknown codec', async () => String(await gateway.dag.put(0x0999, Buffer.from('x')))],
  [
    'a directory with dag-cbor in it',
    async () => String(await gateway.dag.directory({ a: await gateway.dag.put(0x71, dagCbor.encode({})) }))
  ]
])('a tar of %s is not acceptable', async (_, make) => {
  const path = `/ipfs/${await make()}`
  expect((await gateway.get(`${path}?format=tar`)).status).toBe(406)
  const byHeader = await gateway.get(path, { headers: { Accept: 'application/x-tar' } })
  expect([byHeader.status, byHeader.headers.get('content-type')]).toEqual([406, 'text/plain; charset=utf-8'])
})

it('a tar of a missing block is not found', async () => {
  const { cid } = await gateway.dag.raw('gone')
  const root: CID = await gateway.dag.directory({ a: cid })
  await gateway.dag.store.delete(root)
  expect((await gateway.get(`/ipfs/${root}?format=tar`)).status).toBe(404)
})
