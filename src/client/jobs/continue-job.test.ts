import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PageMessage } from '../protocol/messages.ts'
import { continueJob } from './continue-job.ts'

const job = { id: 'j', args: { file: '/picked/1/film.bin' } }

let messages: PageMessage[]
let found: boolean
let called: string[]

beforeEach(() => {
  messages = []
  found = true
  called = []
  vi.stubGlobal('fetch', async (url: string) => {
    called.push(url)
    return Response.json({ ID: 'j', Found: found })
  })
  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: {
        postMessage: (message: PageMessage, [port]: MessagePort[] = []) => {
          messages.push(message)
          port?.postMessage({ type: message.type })
        }
      }
    }
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Makes the worker return the same handle object; a port in Node would copy it. */
function withHandle (file: unknown): void {
  vi.stubGlobal(
    'MessageChannel',
    class {
      port1: { onmessage?: (event: { data: unknown }) => void; close: () => void } = { close: () => {} }
      port2 = {
        postMessage: (data: { type: string }) => {
          queueMicrotask(() => {
            this.port1.onmessage?.({ data: data.type === 'kept-file' ? { ...data, file } : data })
          })
        }
      }
    }
  )
}

it('requests permission for the file, and continues the job', async () => {
  const requestPermission = vi.fn(async () => 'granted')
  withHandle({ requestPermission })
  expect(await continueJob(job)).toBe(true)
  expect(requestPermission).toHaveBeenCalledWith({ mode: 'read' })
  expect(messages).toContainEqual({ type: 'kept-file', path: '/picked/1/film.bin' })
  expect(called).toEqual(['/api/v0/swipfs/jobs/continue?arg=j'])
})

it('leaves the job waiting if permission is denied', async () => {
  withHandle({ requestPermission: async () => 'denied' })
  expect(await continueJob(job)).toBe(false)
  expect(messages.map(({ type }) => type)).toEqual(['kept-file'])
  expect(called).toEqual([])
})

it('continues the job if there is no permission to request', async () => {
  withHandle(undefined)
  expect(await continueJob(job)).toBe(true)
  expect(await continueJob({ id: 'j', args: {} })).toBe(true)
  found = false
  expect(await continueJob(job)).toBe(false)
})
