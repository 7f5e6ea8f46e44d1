import { expect, it } from 'vitest'
import { workerSettings } from './worker-settings.ts'

it('keeps nothing unless it is told what', () => {
  expect(workerSettings(undefined)).toEqual({ precache: [], headers: {} })
  expect(workerSettings({ precache: ['/', '/a.js'], version: '2' })).toEqual({ precache: ['/', '/a.js'], version: '2', headers: {} })
})

it.each([
  [{ precache: '/' }, /precache/],
  [{ precache: ['a.js'] }, /precache/],
  [{ precache: ['//elsewhere.test/a.js'] }, /precache/],
  [{ version: 2 }, /version/],
  [{ headers: { 'X-A': 1 } }, /headers/],
  [{ swarmScript: true }, /swarmScript/]
])('refuses what is of no use: %j', (settings, words) => {
  expect(() => workerSettings(settings)).toThrow(words)
})
