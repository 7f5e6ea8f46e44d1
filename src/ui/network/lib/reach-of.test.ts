import { expect, it } from 'vitest'
import { isOffline, reachOf } from './reach-of.ts'

const ONLINE = {
  hasNetwork: true,
  areHostsAway: false,
  talks: { hosts: ['router.example'], isOff: false, peers: ['relay.example'] },
  peers: 2,
  addresses: 1
}

it('is sharing only with an address at which others reach the node', () => {
  expect(reachOf(ONLINE)).toBe('sharing')
  expect(reachOf({ ...ONLINE, addresses: 0 })).toBe('receiving')
  expect(reachOf({ ...ONLINE, addresses: 0, peers: 0 })).toBe('receiving')
})

it('is offline without a network, if it is switched off, without hosts, and if no host answers', () => {
  expect(reachOf({ ...ONLINE, hasNetwork: false })).toBe('no-network')
  expect(reachOf({ ...ONLINE, talks: { ...ONLINE.talks, isOff: true } })).toBe('switched-off')
  expect(reachOf({ ...ONLINE, talks: { hosts: [], isOff: false }, peers: 0, addresses: 0 })).toBe('no-hosts')
  expect(reachOf({ ...ONLINE, areHostsAway: true, peers: 0, addresses: 0 })).toBe('hosts-away')
  expect(reachOf({ ...ONLINE, areHostsAway: true, addresses: 0 })).toBe('receiving')
})

it('is unknown until the settings are read, except without a network', () => {
  expect(reachOf({ ...ONLINE, talks: undefined })).toBeUndefined()
  expect(reachOf({ ...ONLINE, talks: undefined, hasNetwork: false })).toBe('no-network')
  expect(['sharing', 'receiving', 'no-hosts', undefined].map((reach) => isOffline(reach as 'sharing'))).toEqual(
    [false, false, true, false]
  )
})
