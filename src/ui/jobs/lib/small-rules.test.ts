import { expect, it } from 'vitest'
import { nameDirection } from '../../lib/text/name-direction.ts'
import { relayOf } from '../../share/lib/relay-of.ts'
import { pinnedPath } from './pinned-path.ts'
import { seenUploads } from './seen-uploads.ts'

it.each([
  ['report.txt', 'ltr'],
  ['12 – تقرير.txt', 'rtl'],
  ['שלום.txt', 'rtl'],
  ['2024', 'ltr'],
  ['Ünïcode عربي', 'ltr'],
  ['文件', 'ltr'],
  ['', 'ltr']
])('%s has the direction %s', (name, direction) => {
  expect(nameDirection(name)).toBe(direction)
})

it('displays running uploads first, then failed ones', () => {
  const list = ['done', 'queued', 'failed', 'running', 'done', 'running'].map((status, id) => ({ id, status }))
  expect(seenUploads(list, 4).map(({ id }) => id)).toEqual([3, 5, 2, 0])
  expect(seenUploads(list, 6)).toBe(list)
})

it.each([
  ['/dns/relay.example/tcp/443/wss/p2p/RELAY/p2p-circuit/webrtc/p2p/ME', 'RELAY'],
  ['/ip4/1.2.3.4/tcp/1/ws/p2p/RELAY/p2p-circuit', 'RELAY'],
  ['/ip4/1.2.3.4/tcp/1/ws/p2p/PEER', undefined]
])('%s leads through the relay %s', (address, relay) => {
  expect(relayOf(address)).toBe(relay)
})

it.each([
  [{ kind: 'pin/add', args: { paths: ['bafy'] } }, '/ipfs/bafy'],
  [{ kind: 'pin/add', args: { paths: ['/ipns/name/a'], pathCount: 1 } }, '/ipns/name/a'],
  [{ kind: 'pin/add', args: { paths: ['bafy'], pathCount: 2 } }, undefined],
  [{ kind: 'pin/add', args: { paths: [] } }, undefined],
  [{ kind: 'repo/gc', args: {} }, undefined]
])('the job %j pins %s', (job, path) => {
  expect(pinnedPath(job)).toBe(path)
})
