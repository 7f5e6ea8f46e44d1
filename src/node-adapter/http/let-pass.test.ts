import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { ClientRequest, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { letPass } from './let-pass.ts'
import { sendResponse } from './send-response.ts'
import { toRequest } from './to-request.ts'

let server: Server

beforeEach(async () => {
  server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => {
  server.close()
  server.closeAllConnections()
})

function upload (headers: Record<string, string> = {}): ClientRequest {
  return request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, method: 'POST', headers })
}

it('delays the end of an answer until the upload has ended', async () => {
  const sent = (async () => {
    const [message, target] = await once(server, 'request') as [IncomingMessage, ServerResponse]
    await sendResponse(new Response('refused'), target, {
      trailers: new Map(),
      head: false,
      headerLines: (_: string, value: string) => [value],
      beforeEnd: async () => {
        await letPass(message)
      }
    })
    return message.complete
  })()

  const req = upload({ Connection: 'close' })
  req.write('first')
  const [res] = await once(req, 'response') as [IncomingMessage]
  const [chunk] = await once(res, 'data') as [Buffer]
  expect(chunk.toString()).toBe('refused')
  req.end(Buffer.alloc(300_000))
  await once(res, 'end')
  expect(await sent).toBe(true)
})

it('does not wait for a complete upload, nor for a disconnected sender', async () => {
  const whole = upload()
  whole.end('all')
  const [message, target] = await once(server, 'request') as [IncomingMessage, ServerResponse]
  message.resume()
  await once(message, 'end')
  await letPass(message)
  target.end()
  await once(whole, 'response')

  const cut = upload()
  cut.on('error', () => {})
  cut.write('some')
  const [second] = await once(server, 'request') as [IncomingMessage]
  const passing = letPass(second)
  cut.destroy()
  await passing
  expect(second.complete).toBe(false)
})

it('discards a body that has arrived and was not read', async () => {
  const req = upload()
  req.end('x'.repeat(1000))
  const [message, target] = await once(server, 'request') as [IncomingMessage, ServerResponse]
  const { body } = toRequest(message, new AbortController().signal)

  // The parser has received everything, and the stream has not ended, because it was not read.
  while (!message.complete) {
    await new Promise((resolve) => setImmediate(resolve))
  }

  const heard: unknown[] = []
  const hear = (err: unknown): void => {
    heard.push(err)
  }
  process.once('uncaughtException', hear)

  try {
    await body?.cancel()
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    expect(message.readableEnded).toBe(true)
    expect(heard).toEqual([])
  } finally {
    process.off('uncaughtException', hear)
  }

  target.end()
  await once(req, 'response')
})
