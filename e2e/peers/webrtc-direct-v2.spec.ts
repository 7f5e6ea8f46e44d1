import { launchOptions } from '../../scripts/browser/launch-options.mjs'
import { canMunge, meetsGo, meetsRelay } from '../fixtures/peers/webrtc-direct.ts'
import { expect, test } from '../fixtures/site/site.ts'

// Such a browser refuses changed ICE credentials, as Chromium will by default. Only version 2 of WebRTC-direct works.
test.use({ launchOptions: launchOptions({ args: ['--force-fieldtrials=WebRTC-NoSdpMangleUfrag/Enabled/'] }) })

// In one process: it has a browser of its own.
test.describe.configure({ mode: 'default' })

test('a browser that refuses changed ICE credentials dials our relay by WebRTC-direct', async ({ page, site }) => {
  await meetsRelay(page, site.origin)
  expect(await canMunge(page)).toBe(false)
})

test('a browser that refuses changed ICE credentials dials a peer of Go by WebRTC-direct', async ({ page, site }) => {
  await meetsGo(page, site.origin, 'webrtc-v2')
})
