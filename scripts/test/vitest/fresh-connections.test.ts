import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'

it('opens a connection for every request, so that none is sent over an idle one that the server closes', async () => {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.end('answered')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = async (): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'sent' })).text()
  const sockets = new Set<unknown>()
  server.on('connection', (socket) => {
    sockets.add(socket)
  })

  try {
    expect(await send()).toBe('answered')
    // By now the first connection would be free for the next request.
    await setImmediate()
    expect(await send()).toBe('answered')
    expect(sockets.size).toBe(2)
  } finally {
    server.close()
  }
})
