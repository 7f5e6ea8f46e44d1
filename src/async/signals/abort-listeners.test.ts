import { expect, it, vi } from 'vitest'
import { AbortListeners } from './abort-listeners.ts'

it('calls each listener once, and no removed ones', () => {
  const listeners = new AbortListeners()
  const controller = new AbortController()
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
  listeners.add(controller.signal, first)
  const remove = listeners.add(controller.signal, second)
  listeners.add(new AbortController().signal, third)
  remove()
  controller.abort()
  remove()
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
})

it('adds one listener to the signal, and none without waiters', () => {
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const listeners = new AbortListeners()
  const removals = Array.from({ length: 100 }, () => listeners.add(signal, () => {}))
  expect(added).toHaveBeenCalledTimes(1)
  expect(removed).toHaveBeenCalledTimes(0)
  removals.forEach((remove) => {
    remove()
  })
  expect(removed).toHaveBeenCalledTimes(1)
  listeners.add(signal, () => {})
  expect(added).toHaveBeenCalledTimes(2)
})
