import { multiaddr } from '@multiformats/multiaddr'
import { multiaddrToUri } from '@multiformats/multiaddr-to-uri'
import { expect, test } from 'vitest'
import { gatewaySetting } from './boot-node.ts'

test.each([
  ['http://node.localhost:4173/sw.js', '/dns/node.localhost/tcp/4173/http'],
  ['https://node.example/sw.js', '/dns/node.example/tcp/443/https'],
  ['http://127.0.0.1:8080/sw.js', '/ip4/127.0.0.1/tcp/8080/http'],
  ['http://[::1]:8080/sw.js', '/ip6/::1/tcp/8080/http']
])('the gateway of the worker at %s', (url, address) => {
  expect(gatewaySetting(new URL(url) as unknown as WorkerLocation)).toEqual({ 'Addresses.Gateway': address })
  // Parsed in the same way as clients do.
  expect(new URL(multiaddrToUri(multiaddr(address))).origin).toBe(new URL(url).origin)
})
