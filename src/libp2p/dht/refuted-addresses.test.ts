import { expect, it } from 'vitest'
import { RefutedAddresses } from './refuted-addresses.ts'

const ADDRESS = '/ip4/127.0.0.1/tcp/4001'

it('refutes an address at which three peers failed, for a minute after the last failure', () => {
  let nowMs = 0
  const refuted = new RefutedAddresses(() => nowMs)
  refuted.failed(ADDRESS, 'a')
  refuted.failed(ADDRESS, 'b')
  expect(refuted.has(ADDRESS)).toBe(false)
  refuted.failed(ADDRESS, 'c')
  expect(refuted.has(ADDRESS)).toBe(true)
  expect(refuted.has('/ip4/127.0.0.1/tcp/4002')).toBe(false)
  nowMs = 59_999
  expect(refuted.has(ADDRESS)).toBe(true)
  nowMs = 60_000
  expect(refuted.has(ADDRESS)).toBe(false)
  refuted.failed(ADDRESS, 'd')
  expect(refuted.has(ADDRESS)).toBe(false)
})

it('refutes no address by the failures of one peer, which may be away', () => {
  const refuted = new RefutedAddresses()
  refuted.failed(ADDRESS, 'a')
  refuted.failed(ADDRESS, 'a')
  refuted.failed(ADDRESS, 'a')
  expect(refuted.has(ADDRESS)).toBe(false)
})

it('accepts an address again after a connection, and never refutes a relay', () => {
  const refuted = new RefutedAddresses()
  const relayed = `${ADDRESS}/p2p/relay/p2p-circuit`

  for (const peer of ['a', 'b', 'c']) {
    refuted.failed(ADDRESS, peer)
    refuted.failed(relayed, peer)
  }

  refuted.connected(ADDRESS)
  expect(refuted.has(ADDRESS)).toBe(false)
  expect(refuted.has(relayed)).toBe(false)
})
