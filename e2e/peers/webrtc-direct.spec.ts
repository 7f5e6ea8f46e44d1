import { canMunge, meetsGo, meetsRelay } from '../fixtures/peers/webrtc-direct.ts'
import { expect, test } from '../fixtures/site/site.ts'

test('a browser dials our relay by WebRTC-direct', async ({ page, site }) => {
  await meetsRelay(page, site.origin)
  expect(await canMunge(page)).toBe(true)
})

test('a browser dials a peer of Go that knows only version 1 of WebRTC-direct', async ({ page, site }) => {
  await meetsGo(page, site.origin, 'current')
})

test('a browser dials a peer of Go that knows version 2 of WebRTC-direct', async ({ page, site }) => {
  await meetsGo(page, site.origin, 'webrtc-v2')
})
