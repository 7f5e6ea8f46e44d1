import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startProxyFront } from './proxy-front.mjs'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const CUT = 'the connection ended'

const closing: Array<() => unknown> = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) {
    await close()
  }
})

/**
 * Starts a front for an engine.
 *
 * @param serve - handles the nth connection of the front to the engine
 */
async function start (serve: (engine: Socket, n: number) => void): Promise<Socket> {
  let n = 0
  const server = createServer({ allowHalfOpen: true }, (engine) => {
    engine.on('error', () => {})
    serve(engine, ++n)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const front = await startProxyFront({
    port: 0,
    enginePort: Promise.resolve((server.address() as AddressInfo).port),
    idleMs: 0
  })
  closing.push(front.close)
  const client = connect(front.port, '127.0.0.1')
  client.on('error', () => {})
  return client
}

const request = (method: string): string => `${method} /api/v0/version HTTP/1.1\r\nHost: x\r\n\r\n`

/** Sends a request, and returns the bytes that arrive next. */
async function ask (client: Socket, method = 'POST'): Promise<string> {
  client.write(request(method))
  return await Promise.race([
    once(client, 'data').then(([bytes]) => String(bytes)),
    once(client, 'close').then(() => CUT)
  ])
}

describe('an idle connection that the engine closes', () => {
  for (
    const [form, answer, method] of [
      ['a length', ANSWER, 'POST'],
      ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 'POST'],
      [
        'chunks and trailers',
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Stream-Error: a: b\r\n\r\n',
        'POST'
      ],
      ['no body', 'HTTP/1.1 304 Not Modified\r\nEtag: "a"\r\n\r\n', 'GET'],
      ['a head alone', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', 'HEAD'],
      ['an interim answer', `HTTP/1.1 100 Continue\r\n\r\n${ANSWER}`, 'PUT']
    ] as const
  ) {
    it(`stays open for the client after an answer with ${form}`, async () => {
      let noteEnd!: () => void
      const ended = new Promise<void>((resolve) => {
        noteEnd = resolve
      })
      const client = await start((engine, n) => {
        engine.once('data', () => {
          engine.end(n === 1 ? answer : ANSWER)
          engine.once('close', noteEnd)
        })
      })
      expect(await ask(client, method)).toBe(answer)
      await ended
      expect(await ask(client)).toBe(ANSWER)
    })
  }

  it('does not lose a request that was on its way', async () => {
    const client = await start((engine, n) => {
      let requests = 0
      engine.on('data', () => {
        requests++
        if (n === 1 && requests === 2) {
          engine.resetAndDestroy()
        } else {
          engine.write(ANSWER)
        }
      })
    })
    expect(await ask(client)).toBe(ANSWER)
    expect(await ask(client)).toBe(ANSWER)
  })
})

describe('a connection that the engine closes within an answer', () => {
  for (
    const [form, answer] of [
      ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'],
      ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n'],
      ['neither', 'HTTP/1.1 200 OK\r\n\r\nok'],
      ['a length, and is announced', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok']
    ] as const
  ) {
    it(`ends for the client too, with ${form}`, async () => {
      const client = await start((engine) => {
        engine.once('data', () => {
          engine.end(answer)
        })
      })
      expect(await ask(client)).toBe(answer)
      await once(client, 'close')
    })
  }

  it('ends for a client that asked for it', async () => {
    const client = await start((engine) => {
      engine.once('data', () => {
        engine.end(ANSWER)
      })
    })
    client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await Promise.all([once(client, 'data'), once(client, 'close')])
  })

  it('never takes the rest of a body for a request', async () => {
    let connections = 0
    const client = await start((engine) => {
      connections++
      let parts = 0
      engine.on('data', () => {
        parts++
        if (parts === 1) {
          engine.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n')
        } else {
          engine.resetAndDestroy()
        }
      })
    })
    client.write('POST /api/v0/add HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nbegin')
    await once(client, 'data')
    client.write('rest')
    await once(client, 'close')
    expect(connections).toBe(1)
  })

  it('never repeats a request that the engine has read', async () => {
    let requests = 0
    const client = await start((engine) => {
      engine.on('data', () => {
        requests++
        engine.resetAndDestroy()
      })
    })
    expect(await ask(client)).toBe(CUT)
    expect(requests).toBe(1)
  })
})
