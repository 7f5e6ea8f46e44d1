import { expect, it } from 'vitest'
import { pinnedPath } from './pinned-path.ts'

it.each([
  [{ kind: 'pin/add', args: { paths: ['bafy'] } }, '/ipfs/bafy'],
  [{ kind: 'pin/add', args: { paths: ['/ipns/name/a'], pathCount: 1 } }, '/ipns/name/a'],
  [{ kind: 'pin/add', args: { paths: ['bafy'], pathCount: 2 } }, undefined],
  [{ kind: 'pin/add', args: { paths: [] } }, undefined],
  [{ kind: 'repo/gc', args: {} }, undefined]
])('the job %j pins %s', (job, path) => {
  expect(pinnedPath(job)).toBe(path)
})
