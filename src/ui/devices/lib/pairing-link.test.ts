import { describe, expect, it } from 'vitest'
import { defaultDeviceName } from './default-device-name.ts'
import { pairingLink, readPairingLink } from './pairing-link.ts'

const ADDRESS = '/dns4/relay.example/tcp/443/wss/p2p/12D3KooWRelay/p2p-circuit/webrtc/p2p/12D3KooWPeer'

describe('pairingLink', () => {
  it.each([ADDRESS, undefined])('is read back, with the address %s', (address) => {
    const link = pairingLink('https://node.example/', { code: '7GKD2M9XQF4T', address })
    expect(link).toMatch(/^https:\/\/node\.example\/#\/node\/settings\?pair=/)
    expect(readPairingLink(new URL(link).hash)).toEqual({ code: '7GKD2M9XQF4T', address })
  })

  it.each(['', '#/node/settings', '#/node/settings?pair=short', '#/node/settings?find=pair'])('is not %j', (hash) => {
    expect(readPairingLink(hash)).toBeUndefined()
  })

  it.each(['javascript:alert(1)', `/dns4/a b/p2p/x`, `${'/x'.repeat(300)}/p2p/x`])('drops the address %j', (at) => {
    expect(readPairingLink(`#/node/settings?${new URLSearchParams({ pair: '7GKD2M9XQF4T', at })}`)).toEqual({
      code: '7GKD2M9XQF4T',
      address: undefined
    })
  })
})

describe('defaultDeviceName', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/156', 'Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/153', 'Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari', 'iPhone'],
    ['unknown', 'Browser']
  ])('%s', (agent, name) => {
    expect(defaultDeviceName(agent)).toBe(name)
  })
})
