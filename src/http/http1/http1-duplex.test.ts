import { expect, test } from 'vitest'
import { http1Duplex } from './http1-duplex.ts'
import type { Http1DuplexOptions } from './http1-duplex.ts'

const GET = 'GET /a HTTP/1.1\r\nHost: h\r\n\r\n'

/** Opens a server that echoes its requests. */
function openEchoServer (options: Partial<Http1DuplexOptions> = {}) {
  const asked: Array<{ method: string; target: string; range: string | null; signal: AbortSignal }> = []
  const cut: Error[] = []
  let ended = 0

  const duplex = http1Duplex({
    async answer ({ method, headers, signal }, target) {
      asked.push({ method, target, range: headers.get('range'), signal })
      return new Response(`you asked ${target}`)
    },
    cut: (reason) => {
      cut.push(reason)
    },
    ended: () => {
      ended++
    },
    ...options
  })

  const write = async (text: string): Promise<void> => {
    await duplex.write(Buffer.from(text, 'latin1'))
  }
  return { duplex, write, asked, cut, ended: () => ended }
}

async function readText (chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) {
    all.push(chunk)
  }
  return Buffer.concat(all).toString('latin1')
}

async function answers (text: string, options?: Partial<Http1DuplexOptions>): Promise<string> {
  const { duplex, write } = openEchoServer(options)
  const all = readText(duplex.chunks)
  await write(text)
  await duplex.closeWrite()
  return await all
}

const statuses = (text: string): string[] => [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status)

test('requests are answered in order, for any chunk boundaries', async () => {
  const { duplex, write, asked, ended } = openEchoServer()
  const all = readText(duplex.chunks)
  const text = 'GET /a%2fb?c=d HTTP/1.1\r\nHost: h\r\nRange: bytes=0-1\r\n\r\nHEAD /b HTTP/1.1\r\nHost: h\r\n\r\n'
  for (const char of text) {
    await write(char)
  }
  await duplex.closeWrite()
  expect(statuses(await all)).toEqual(['200', '200'])
  expect(asked).toMatchObject([{ method: 'GET', target: '/a%2fb?c=d', range: 'bytes=0-1' }, {
    method: 'HEAD',
    target: '/b',
    range: null
  }])
  expect(ended()).toBe(1)
})

test('a response of unknown length is chunked if the client supports that; one of known length is not', async () => {
  expect(await answers(GET)).toMatch(
    new RegExp(
      String.raw`^HTTP/1\.1 200 \r\nContent-Type: [^\r]+\r\nDate: [^\r]+ GMT\r\nTransfer-Encoding: ` +
        String.raw`chunked\r\n\r\nc\r\nyou asked /a\r\n0\r\n\r\n$`
    )
  )
  expect(await answers('GET /a HTTP/1.0\r\n\r\n')).toMatch(/Connection: close\r\n\r\nyou asked \/a$/)
  expect(await answers(GET, { answer: async () => new Response('abc', { headers: { 'Content-Length': '3' } }) }))
    .toMatch(/Content-Length: 3\r\n[^]*\r\n\r\nabc$/)
  expect(await answers(GET, { answer: async () => new Response(null, { status: 301, headers: { Location: '/b' } }) }))
    .toMatch(/^HTTP\/1\.1 301 \r\n[^]*Content-Length: 0\r\n\r\n$/)
  expect(await answers(GET, { answer: async () => new Response(null, { status: 304 }) })).not.toMatch(
    /content-length|transfer/i
  )
  expect(
    await answers(GET.replace('GET', 'HEAD'), {
      answer: async () => new Response(null, { headers: { 'Content-Length': '7' } })
    })
  ).toMatch(/Content-Length: 7\r\n[^]*\r\n\r\n$/)
})

test.each([
  ['no request', 'hello\r\n\r\n', '400'],
  ['another version', 'GET / HTTP/2.0\r\nHost: h\r\n\r\n', '400'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', '400'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', '400'],
  ['a space before a colon', 'GET / HTTP/1.1\r\nHost: h\r\nContent-Length : 3\r\n\r\n', '400'],
  ['a folded line', 'GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n', '400'],
  ['a bare line feed', 'GET / HTTP/1.1\r\nHost: h\nA: b\r\n\r\n', '400'],
  ['a zero byte', 'GET / HTTP/1.1\r\nHost: h\r\nA: \0\r\n\r\n', '400'],
  ['bytes that are no ASCII in the path', 'GET /\xff HTTP/1.1\r\nHost: h\r\n\r\n', '400'],
  ['a name of a host for a path', 'CONNECT example.com:443 HTTP/1.1\r\nHost: h\r\n\r\n', '400'],
  ['a path that is none', 'GET ../x HTTP/1.1\r\nHost: h\r\n\r\n', '400'],
  ['an address that is none', 'GET http://[ HTTP/1.1\r\nHost: h\r\n\r\n', '400'],
  ['a head without end', `GET / HTTP/1.1\r\nHost: h\r\nA: ${'b'.repeat(17 * 1024)}`, '431'],
  ['a head that is too long', `GET / HTTP/1.1\r\nHost: h\r\nA: ${'b'.repeat(17 * 1024)}\r\n\r\n`, '431']
])('%s is rejected, and the rest is ignored', async (_, text, status) => {
  const { duplex, write, asked } = openEchoServer()
  const all = readText(duplex.chunks)
  await write(text)
  await write(GET)
  expect(statuses(await all)).toEqual([status])
  expect(asked).toEqual([])
})

test.each([
  ['with a length', 'POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 40\r\n\r\n'],
  ['in chunks', 'GET /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['with two lengths', 'GET /a HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\nContent-Length: 40\r\n\r\n']
])('a body %s is not parsed as a second request', async (_, head) => {
  const { duplex, write, asked } = openEchoServer()
  const all = readText(duplex.chunks)
  await write(`${head}GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n`)
  await write('x'.repeat(100_000))
  expect(await all).toMatch(/Connection: close/)
  expect(asked.map(({ target }) => target)).toEqual(['/a'])
})

test('a client can close the connection after a response', async () => {
  expect(statuses(await answers('GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n' + GET))).toEqual(['200'])
})

test('a head that is late ends the connection, with a status if some bytes arrived', async () => {
  expect(await readText(openEchoServer({ headMs: 20 }).duplex.chunks)).toBe('')
  const { duplex, write } = openEchoServer({ headMs: 20 })
  const all = readText(duplex.chunks)
  await write('GET / HT')
  expect(statuses(await all)).toEqual(['408'])
})

test('a client that does not read, or does not close, is disconnected', async () => {
  const slow = openEchoServer({ stallMs: 20 })
  const reader = slow.duplex.chunks[Symbol.asyncIterator]()
  void slow.write(GET)
  await reader.next()
  await expect.poll(() => slow.cut.map(({ name }) => name)).toEqual(['ReaderStalledError'])
  expect(slow.ended()).toBe(0)
  await reader.return?.()
  expect(slow.ended()).toBe(1)

  const staying = openEchoServer({ lingerMs: 20 })
  const all = readText(staying.duplex.chunks)
  await staying.write('no\r\n\r\n')
  await all
  // further bytes of the client are discarded
  await staying.write('x'.repeat(100_000))
  await expect.poll(() => staying.cut.map(({ message }) => message)).toEqual(['the other end does not go'])
})

test('a failed response does not look complete, nor one shorter than its length', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull (controller) {
      controller.error(new Error('no block'))
    }
  })
  await expect(answers(GET, { answer: async () => new Response(broken) })).rejects.toThrow('no block')
  await expect(answers(GET, { answer: async () => new Response('abc', { headers: { 'Content-Length': '4' } }) }))
    .rejects.toThrow('not as long')
})

test('a handler is notified when the client disconnects', async () => {
  let signal: AbortSignal | undefined
  const { duplex, write, ended } = openEchoServer({
    answer: async (request) => {
      signal = request.signal
      return await new Promise((_resolve, reject) => {
        request.signal.addEventListener('abort', () => {
          reject(request.signal.reason as Error)
        })
      })
    }
  })
  const all = readText(duplex.chunks)
  await write(GET)
  await expect.poll(() => signal?.aborted).toBe(false)
  duplex.abort(new Error('gone'))
  await expect(all).rejects.toThrow('gone')
  expect(ended()).toBe(1)
})
