import { expect, it } from 'vitest'
import { fetchedPath } from './fetched-path.ts'

it.each([
  [{ kind: 'pin/add', args: { paths: ['bafy'] } }, '/ipfs/bafy'],
  [{ kind: 'pin/add', args: { paths: ['/ipns/name/a'], pathCount: 1 } }, '/ipns/name/a'],
  [{ kind: 'pin/add', args: { paths: ['bafy'], pathCount: 2 } }, undefined],
  [{ kind: 'pin/add', args: { paths: [] } }, undefined],
  [{ kind: 'swipfs/retrieval/find', args: { path: '/ipfs/bafy/a' } }, '/ipfs/bafy/a'],
  [{ kind: 'repo/gc', args: {} }, undefined]
])('the job %j fetches %s', (job, path) => {
  expect(fetchedPath(job)).toBe(path)
})
