import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pagePort } from './page-port.ts'

const listeners = new Set<() => void>()

beforeEach(() => {
  listeners.clear()
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'pagehide') {
      listeners.add(listener)
    }
  })
  vi.stubGlobal('removeEventListener', (type: string, listener: () => void) => {
    if (type === 'pagehide') {
      listeners.delete(listener)
    }
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('pagePort closes with the page, and notifies the other end', async () => {
  const { port1, port2 } = new MessageChannel()
  const onClose = vi.fn()
  const calls = pagePort(port1, { onClose })
  const answered = new Promise((resolve) => {
    port2.onmessage = ({ data }) => {
      resolve(data)
    }
  })
  listeners.forEach((listener) => {
    listener()
  })
  expect(calls.open).toBe(false)
  expect(onClose).toHaveBeenCalledOnce()
  expect(await answered).toMatchObject({ type: 'bye' })
})

it('pagePort leaves no listener when it is closed earlier', () => {
  const calls = pagePort(new MessageChannel().port1)
  expect(listeners.size).toBe(1)
  calls.close()
  expect(listeners.size).toBe(0)
})
