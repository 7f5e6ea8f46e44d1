import { expect, it } from 'vitest'
import { peerAddress } from './peer-address.ts'

const ID = '12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA'

it.each([
  [ID, { address: `/p2p/${ID}` }],
  [` /ip4/1.2.3.4/tcp/1/p2p/${ID}\n`, { address: `/ip4/1.2.3.4/tcp/1/p2p/${ID}` }],
  ['/ip4/1.2.3.4/tcp/1', 'incomplete'],
  ['hello', undefined],
  ['/ipfs/bafkqaaa', undefined],
  ['', undefined]
])('reads %j', (text, address) => {
  expect(peerAddress(text)).toEqual(address)
})
