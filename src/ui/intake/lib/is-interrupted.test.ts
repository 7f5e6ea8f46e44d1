import { expect, it } from 'vitest'
import { isInterrupted } from './is-interrupted.ts'

const BEGUN = '2026-01-02T03:04:05Z'
const SINCE_MS = Date.parse(BEGUN)
const cut = { kind: 'add', args: { name: '' }, asked: { 'to-files': '/d/a' }, state: 'failed', begun: BEGUN } as const
const upload = { name: 'a', toFiles: '/d/a' }

it('matches earlier tries of an upload by its target, and of a CAR by its name', () => {
  expect(isInterrupted(cut, upload, SINCE_MS)).toBe(true)
  const car = { ...cut, kind: 'dag/import', args: { name: '0a/x.car' }, asked: undefined } as const
  expect(isInterrupted(car, { name: 'x.car', car: true, toFiles: '/d/x.car' }, SINCE_MS)).toBe(true)
})

it('matches no running job, no other upload, and no job from before', () => {
  expect(isInterrupted({ ...cut, state: 'running' }, upload, SINCE_MS)).toBe(false)
  expect(isInterrupted(cut, { ...upload, toFiles: '/d/b' }, SINCE_MS)).toBe(false)
  expect(isInterrupted(cut, upload, SINCE_MS + 1)).toBe(false)
})
