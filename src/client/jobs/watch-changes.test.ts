import { afterAll, afterEach, expect, it, vi } from 'vitest'
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

it('reports all topics when the page is restored from the back/forward cache', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const show = (persisted: boolean): void => {
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  }
  const heard: Topic[][] = []
  const stopPage = watchChanges((topics) => {
    heard.push([...topics])
  })

  show(false)
  expect(heard).toEqual([])
  show(true)
  expect(heard).toEqual([['pins', 'repo', 'config', 'files', 'keys', 'jobs']])
  stopPage()
  show(true)
  expect(heard).toHaveLength(1)
})
