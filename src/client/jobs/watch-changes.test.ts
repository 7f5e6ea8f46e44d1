import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHANGES_CHANNEL } from '../protocol/changes.ts'
import type { Topic } from '../protocol/changes.ts'
import { watchChanges } from './watch-changes.ts'

const worker = new BroadcastChannel(CHANGES_CHANNEL)
let stop: (() => void) | undefined

afterEach(() => {
  vi.unstubAllGlobals()
  stop?.()
})

afterAll(() => {
  worker.close()
})

it('receives changes from the worker, ignores other messages, and stops', async () => {
  const heard: Topic[][] = []
  stop = watchChanges((topics) => {
    heard.push([...topics])
  })
  const other = new Promise<void>((resolve) => {
    const stopOther = watchChanges((topics) => {
      if (topics.has('config')) {
        stopOther()
        resolve()
      }
    })
  })

  for (const odd of [null, 'changed', {}, { type: 'changed' }, { type: 'other', topics: ['pins'] }]) {
    worker.postMessage(odd)
  }
  worker.postMessage({ type: 'changed', topics: ['pins', 'repo'] })
  worker.postMessage({ type: 'changed', topics: ['config'] })
  await other
  expect(heard).toEqual([['pins', 'repo'], ['config']])

  stop()
  const third = new Promise<void>((resolve) => {
    const stopThird = watchChanges(() => {
      stopThird()
      resolve()
    })
  })
  worker.postMessage({ type: 'changed', topics: ['pins'] })
  await third
  expect(heard).toHaveLength(2)
})

it('receives nothing if the browser blocks site data', () => {
  vi.stubGlobal('BroadcastChannel', function () {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })

  try {
    watchChanges(() => {})()
  } finally {
    vi.unstubAllGlobals()
  }
})

describe('a page in the back/forward cache', () => {
  const page = new EventTarget()
  const event = (type: 'pageshow' | 'pagehide', persisted: boolean): void => {
    page.dispatchEvent(Object.assign(new Event(type), { persisted }))
  }

  beforeEach(() => {
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  })

  it('gets all topics when it is restored', () => {
    const heard: Topic[][] = []
    const stopPage = watchChanges((topics) => {
      heard.push([...topics])
    })

    event('pageshow', false)
    expect(heard).toEqual([])
    event('pageshow', true)
    expect(heard).toEqual([['pins', 'repo', 'config', 'files', 'keys', 'jobs']])
    stopPage()
    event('pageshow', true)
    expect(heard).toHaveLength(1)
  })

  it('has no open channel, for which it would be evicted, and one again when it is restored', async () => {
    const open = new Set<BroadcastChannel>()
    const Channel = BroadcastChannel
    vi.stubGlobal(
      'BroadcastChannel',
      class extends Channel {
        constructor (name: string) {
          super(name)
          open.add(this)
        }

        override close (): void {
          open.delete(this)
          super.close()
        }
      }
    )
    const heard: Topic[][] = []
    const stopPage = watchChanges((topics) => {
      heard.push([...topics])
    })

    for (let round = 0; round < 2; round++) {
      expect(open.size).toBe(1)
      event('pagehide', true)
      expect(open.size).toBe(0)
      event('pageshow', true)
      expect(open.size).toBe(1)
      worker.postMessage({ type: 'changed', topics: ['keys'] })
      await vi.waitFor(() => {
        expect(heard.at(-1)).toEqual(['keys'])
      })
    }

    // The page leaves for good, and its listener stops after that.
    event('pagehide', false)
    stopPage()
    event('pageshow', true)
    expect(open.size).toBe(0)
  })
})
