import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { continueJob } from './continue-job.ts'
import type { PageMessage } from './messages.ts'

const job = { id: 'j', args: { file: '/picked/1/film.bin' } }

let messages: PageMessage[]
let found: boolean

beforeEach(() => {
  messages = []
  found = true
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage: (message: PageMessage, [port]: MessagePort[]) => { messages.push(message); port.postMessage({ type: message.type, found }) } } } })
})

afterEach(() => { vi.unstubAllGlobals() })

/** The worker gives the very handle back; a port of Node would copy it. */
function withHandle (file: unknown): void {
  vi.stubGlobal('MessageChannel', class {
    port1: { onmessage?: (event: { data: unknown }) => void, close: () => void } = { close: () => {} }
    port2 = { postMessage: (data: { type: string }) => { queueMicrotask(() => { this.port1.onmessage?.({ data: data.type === 'kept-file' ? { ...data, file } : data }) }) } }
  })
}

it('asks the browser for the file, and has the job go on', async () => {
  const requestPermission = vi.fn(async () => 'granted')
  withHandle({ requestPermission })
  expect(await continueJob(job)).toBe(true)
  expect(requestPermission).toHaveBeenCalledWith({ mode: 'read' })
  expect(messages).toEqual([{ type: 'kept-file', path: '/picked/1/film.bin' }, { type: 'continue-job', id: 'j' }])
})

it('leaves it waiting where the person says no', async () => {
  withHandle({ requestPermission: async () => 'denied' })
  expect(await continueJob(job)).toBe(false)
  expect(messages.map(({ type }) => type)).toEqual(['kept-file'])
})

it('tries where there is nothing to ask for', async () => {
  withHandle(undefined)
  expect(await continueJob(job)).toBe(true)
  expect(await continueJob({ id: 'j', args: {} })).toBe(true)
  found = false
  expect(await continueJob(job)).toBe(false)
})
