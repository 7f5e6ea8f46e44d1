import { expect, it } from 'vitest'
import { workerSettings } from './worker-settings.ts'

it('precaches nothing by default', () => {
  expect(workerSettings(undefined)).toEqual({ precache: [], headers: {} })
  expect(workerSettings({ precache: ['/', '/a.js'], version: '2' })).toEqual({
    precache: [{ url: '/' }, { url: '/a.js' }],
    version: '2',
    headers: {}
  })
  expect(workerSettings({ precache: [{ url: '/', hash: 'x', marked: true }], navigateFallback: '/' })).toMatchObject({
    precache: [{ url: '/', hash: 'x', marked: true }],
    navigateFallback: '/'
  })
})

it.each([
  [{ precache: '/' }, /precache/],
  [{ precache: ['a.js'] }, /precache/],
  [{ precache: ['//elsewhere.test/a.js'] }, /precache/],
  [{ precache: [{ hash: 'x' }] }, /precache/],
  [{ precache: [{ url: '/', hash: 1 }] }, /precache/],
  [{ precache: [null] }, /precache/],
  [{ precache: ['/'], navigateFallback: '/app' }, /navigateFallback/],
  [{ navigateFallbackDenylist: ['/x'] }, /navigateFallbackDenylist/],
  [{ version: 2 }, /version/],
  [{ headers: { 'X-A': 1 } }, /headers/],
  [{ swarmScript: true }, /swarmScript/]
])('refuses invalid settings: %j', (settings, words) => {
  expect(() => workerSettings(settings)).toThrow(words)
})
