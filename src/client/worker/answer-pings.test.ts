import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('answers each ping-wanted message of a worker once, and no other message', async () => {
  const { answerPings } = await import('./answer-pings.ts')
  answerPings() // no browser

  const container = Object.assign(new EventTarget(), { startMessages: vi.fn() })
  vi.stubGlobal('navigator', { serviceWorker: container })
  answerPings()
  answerPings()

  const source = { scriptURL: '/sw.js', postMessage: vi.fn() }
  const sendMessage = (data: unknown, from: unknown = source): void => {
    container.dispatchEvent(Object.assign(new Event('message'), { data, source: from }))
  }
  sendMessage({ type: 'ping-wanted' })
  sendMessage({ type: 'other' })
  sendMessage(null)
  sendMessage({ type: 'ping-wanted' }, null)
  expect(source.postMessage.mock.calls).toEqual([[{ type: 'ping' }]])
  expect(container.startMessages).toHaveBeenCalledOnce()
})
