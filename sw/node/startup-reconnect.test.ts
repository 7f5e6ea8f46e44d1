import { expect, it } from 'vitest'
import { fakeCaches } from '../../src/testing/store/fake-caches.ts'
import { PeersMark, StartupReconnect } from './startup-reconnect.ts'

/** Makes a worker that receives events. */
function worker (
  caches: Pick<CacheStorage, 'open' | 'has' | 'delete'>,
  { isActive = true, open = async () => {} }: { isActive?: boolean; open?: () => Promise<void> } = {}
): { event: () => Promise<void>; opened: () => number; activate: () => void } {
  let opened = 0
  const state = { isActive }
  const revival = new StartupReconnect({
    mark: new PeersMark(caches),
    isActive: () => state.isActive,
    open: async () => {
      opened++
      await open()
    }
  })

  return {
    opened: () => opened,
    activate: () => {
      state.isActive = true
    },

    async event () {
      const work: Array<Promise<unknown>> = []
      revival.event({
        waitUntil: (promise) => {
          work.push(promise)
        }
      })
      await Promise.all(work)
    }
  }
}

it('opens the node at the first event, once, if the previous worker had peers', async () => {
  const caches = fakeCaches()
  const first = worker(caches)
  await first.event()
  expect(first.opened()).toBe(0)

  await new PeersMark(caches).put(true)
  const second = worker(caches)
  await second.event()
  await second.event()
  expect(second.opened()).toBe(1)

  await new PeersMark(caches).put(true)
  const mark = new PeersMark(caches)
  await mark.put(true)
  await mark.put(false)
  const third = worker(caches)
  await third.event()
  expect(third.opened()).toBe(0)
})

it('waits until the worker is active; a node that does not open fails no event', async () => {
  const caches = fakeCaches()
  await new PeersMark(caches).put(true)
  const waiting = worker(caches, {
    isActive: false,
    open: async () => {
      throw new Error('it was shut down')
    }
  })
  await waiting.event()
  expect(waiting.opened()).toBe(0)
  waiting.activate()
  await waiting.event()
  expect(waiting.opened()).toBe(1)
})

it('works without the Cache API', async () => {
  const broken = {
    open: async () => {
      throw new Error('private')
    },
    has: async () => {
      throw new Error('private')
    },
    delete: async () => {
      throw new Error('private')
    }
  }
  const mark = new PeersMark(broken)
  await mark.put(true)
  expect(await new PeersMark(broken).isSet()).toBe(false)
})
