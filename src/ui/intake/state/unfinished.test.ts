import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '../../actions/state/dispatch.ts'
import { followUnfinished } from './unfinished.ts'
import { uploads } from './uploads.ts'
import type { Upload } from './uploads.ts'

vi.mock('../../client/node.ts', () => ({ whenReady: async () => {}, whenReadyOrFailed: async () => {} }))

afterEach(() => {
  vi.unstubAllGlobals()
})

const running = (name: string, more: Partial<Upload['picked']> = {}): Upload => ({
  id: 1,
  batch: 1,
  picked: { name, kind: 'file', entries: [], totalBytes: 1, toFiles: `/${name}`, ...more },
  status: 'running',
  storedBytes: 0,
  storedFiles: 0
})

test('a page says which uploads its reload has interrupted', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key)
  })

  followUnfinished()
  expect(toast.value.shown).toBeUndefined()
  uploads.set([running('a.jpg'), running('b.car', { car: true }), { ...running('c.jpg'), status: 'done' }])

  followUnfinished() // after a reload
  expect(toast.value.shown?.text()).toBe('The upload of “a.jpg” was interrupted. Upload it again')

  uploads.set([])
  toast.set({})
  followUnfinished()
  expect(toast.value.shown).toBeUndefined()
})
