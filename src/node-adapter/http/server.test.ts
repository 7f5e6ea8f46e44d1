import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startNode } from '../start.ts'
import type { StartedNode } from '../start.ts'
import { sendResponse } from './send-response.ts'

let started: StartedNode

beforeAll(async () => {
  started = await startNode({
    offline: true,
    uploadStallMs: 50,
    config: {
      'API.HTTPHeaders': { 'X-Special': ['a', 'b, c'], 'x-lower-name': ['é'], 'X-None': [] },
      'Gateway.HTTPHeaders': { 'X-Golden': ['a', 'b'], 'Access-Control-Expose-Headers': ['Foo'] }
    }
  })
})

afterAll(async () => {
  await started.close()
})

/** Sends bytes, and returns the answers before the connection ends. */
async function raw (port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(text, 'latin1')
  return await all(socket)
}

async function all (socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
  })
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

interface Parsed {
  status: string
  lines: string[]
  body: string
}

async function ask (api: 'rpc' | 'gateway', method: string, target: string, ...headers: string[]): Promise<Parsed> {
  const port = api === 'rpc' ? started.rpcPort : started.gatewayPort
  const answer = await raw(
    port,
    [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: close', ...headers, '', ''].join('\r\n')
  )
  const end = answer.indexOf('\r\n\r\n')
  const [status, ...lines] = answer.slice(0, end).split('\r\n')
  return {
    status,
    lines: lines.filter((line) => !/^(Date|Connection|Transfer-Encoding|Content-Length):/.test(line)),
    body: answer.slice(end + 4)
  }
}

/** Answers of Kubo v0.40.0. */
describe('an unknown method', () => {
  const NOT_ALLOWED = {
    status: 'HTTP/1.1 405 Method Not Allowed',
    lines: [
      'Allow: OPTIONS, POST',
      'Content-Type: text/plain; charset=utf-8',
      'Vary: Origin',
      'X-Content-Type-Options: nosniff'
    ],
    body: '405 - Method Not Allowed\n'
  }

  test.each(['GET', 'PATCH', 'TRACE', 'PROPFIND', 'M-SEARCH', 'FOO', 'foo', 'post', 'X-Y'])(
    '%s is not allowed on the API',
    async (method) => {
      expect(await ask('rpc', method, '/api/v0/version')).toEqual(NOT_ALLOWED)
    }
  )

  test.each(['PUT', 'TRACE', 'FOO', 'get'])('%s is not allowed on the gateway', async (method) => {
    const { status, lines, body } = await ask('gateway', method, '/ipfs/bafkqablimvwgy3y')
    expect({ status, body }).toEqual({
      status: 'HTTP/1.1 405 Method Not Allowed',
      body: `Method ${method} not allowed: read only access\n`
    })
    expect(lines.filter((line) => line.startsWith('Allow'))).toEqual(['Allow: GET', 'Allow: HEAD', 'Allow: OPTIONS'])
  })

  test('is 404 elsewhere', async () => {
    expect(await ask('rpc', 'FOO', '/nosuch')).toMatchObject({
      status: 'HTTP/1.1 404 Not Found',
      body: '404 page not found\n'
    })
    expect(await ask('gateway', 'FOO', '/nosuch')).toMatchObject({
      status: 'HTTP/1.1 404 Not Found',
      body: '404 page not found\n'
    })
  })

  test('may be CONNECT, which is answered without a tunnel', async () => {
    expect(await ask('rpc', 'CONNECT', '/api/v0/version')).toEqual({ status: 'HTTP/1.1 200 OK', lines: [], body: '' })
  })

  test('may be CONNECT, and further bytes are for this server', async () => {
    for (const early of [true, false]) {
      const socket = connect(started.gatewayPort, '127.0.0.1')
      const behind = 'GET /ipfs/bafkqablimvwgy3y HTTP/1.1\r\nHost: sub.example\r\nConnection: close\r\n\r\n'
      const answer = all(socket)
      socket.write(`CONNECT sub.example:80 HTTP/1.1\r\nHost: sub.example:80\r\n\r\n${early ? behind : ''}`)

      if (!early) {
        await once(socket, 'data')
        socket.write(behind)
      }

      expect(await answer).toMatch(
        /^HTTP\/1\.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nhello$/
      )
    }
  })

  test.each(['BAD(M', ''])('%j is not a method', async (method) => {
    expect(await ask('rpc', method, '/api/v0/version')).toEqual({
      status: 'HTTP/1.1 400 Bad Request',
      lines: ['Content-Type: text/plain; charset=utf-8'],
      body: '400 Bad Request'
    })
  })

  test('is also parsed in an invalid head', async () => {
    expect(await raw(started.rpcPort, 'FOO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(await raw(started.rpcPort, `POST /api/v0/version?arg=${'a'.repeat(1024 * 1024 + 5000)} HTTP/1.1\r\n\r\n`))
      .toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n[^]*\r\n\r\n431 Request Header Fields Too Large$/)
  })
})

describe('the host', () => {
  const CID = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
  const head = async (...lines: string[]): Promise<string[]> =>
    (await raw(started.gatewayPort, [...lines, 'Connection: close', '', ''].join('\r\n'))).split('\r\n').filter((
      line
    ) => /^(HTTP|Location)/.test(line))

  test('is that of an absolute URL, as sent to proxies', async () => {
    expect(await head(`GET http://localhost:81/ipfs/${CID}?x HTTP/1.1`, 'Host: 127.0.0.1')).toEqual([
      'HTTP/1.1 301 Moved Permanently',
      `Location: http://${CID}.ipfs.localhost:81/?x`
    ])
    expect(await head(`GET http://${CID}.ipfs.localhost:81/ HTTP/1.1`, 'Host: 127.0.0.1')).toEqual([
      'HTTP/1.1 404 Not Found'
    ])
    expect(await head(`GET https://localhost/ipfs/${CID} HTTP/1.1`, 'Host: 127.0.0.1')).toEqual([
      'HTTP/1.1 301 Moved Permanently',
      `Location: https://${CID}.ipfs.localhost/`
    ])
  })

  test('is that of a proxy in front', async () => {
    expect(await head(`GET /ipfs/${CID} HTTP/1.1`, 'Host: 127.0.0.1', 'X-Forwarded-Host: localhost')).toEqual([
      'HTTP/1.1 301 Moved Permanently',
      `Location: http://${CID}.ipfs.localhost/`
    ])
  })

  test.each(['a/b', 'a@b', 'a b', 'a?b', 'é', '"'])('%s is invalid', async (host) => {
    expect((await head('GET /ipfs/bafkqablimvwgy3y HTTP/1.1', `Host: ${host}`))[0]).toBe(
      'HTTP/1.1 400 Bad Request: malformed Host header'
    )
  })

  test('is given only once', async () => {
    expect((await head('GET /ipfs/bafkqablimvwgy3y HTTP/1.1', 'Host: a', 'Host: b'))[0]).toBe(
      'HTTP/1.1 400 Bad Request: too many Host headers'
    )
  })

  test('may be any other: the path counts', async () => {
    expect(await head('GET /ipfs/bafkqablimvwgy3y HTTP/1.1', 'Host: x:99999')).toEqual(['HTTP/1.1 200 OK'])
    expect(await head('GET http://user:secret@x/ipfs/bafkqablimvwgy3y HTTP/1.1', 'Host: x')).toEqual([
      'HTTP/1.1 200 OK'
    ])
  })
})

describe('a target', () => {
  const utf8 = (text: string): string => Buffer.from(text).toString('latin1')

  test('may contain raw UTF-8, in packets of any size', async () => {
    const { lines, body } = await ask('gateway', 'GET', utf8('/ipfs/bafkqablimvwgy3y?filename=é☃.txt'))
    expect(body).toBe('hello')
    expect(lines).toContain('Content-Disposition: inline; filename="__.txt"; filename*=UTF-8\'\'%C3%A9%E2%98%83.txt')
    expect((await ask('gateway', 'HEAD', utf8('/ipfs/bafkqablimvwgy3y/é'))).status).toBe('HTTP/1.1 404 Not Found')
    expect((await ask('rpc', 'POST', utf8('/api/v0/files/mkdir?arg=/é'))).status).toBe('HTTP/1.1 200 OK')

    const socket = connect(started.rpcPort, '127.0.0.1')
    const answer = all(socket)
    const bytes = Buffer.from(
      'POST /api/v0/files/ls?arg=/é&x=ü HTTP/1.1\r\nHost: a\r\n\r\nPOST ' +
        '/api/v0/files/rm?arg=/é&recursive=true HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    )
    const at = bytes.indexOf('ü') + 1
    socket.write(bytes.subarray(0, at))
    await new Promise((resolve) => setImmediate(resolve))
    socket.write(bytes.subarray(at, bytes.indexOf('POST', at)))
    await once(socket, 'data')
    socket.write(bytes.subarray(bytes.indexOf('POST', at)))
    expect((await answer).match(/^HTTP\/1.1 200 OK/gm)).toHaveLength(2)
  })

  test('may contain raw UTF-8, with an upload', async () => {
    const socket = connect(started.rpcPort, '127.0.0.1')
    const content = 'x'.repeat(100_000)
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ' +
      `application/octet-stream\r\n\r\n${content}\r\n--b--\r\n`
    socket.write(
      `POST ${utf8('/api/v0/add?to-files=/ü')} HTTP/1.1\r\nHost: a\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\n' +
        `Content-Length: ${part.length}\r\nConnection: close\r\n\r\n${part}`,
      'latin1'
    )
    expect(await all(socket)).toMatch(/^HTTP\/1.1 200 OK[^]*"Name":"a"/)
    expect((await ask('rpc', 'POST', '/api/v0/files/stat?arg=/%C3%BC')).body).toContain('"Size":100000')
  })

  test('may name an entry with control characters', async () => {
    const name = 'a%01%0A%7Fb%09.txt'
    const { status, lines } = await ask('gateway', 'GET', `/ipfs/bafkqablimvwgy3y?filename=${name}`)
    expect(status).toBe('HTTP/1.1 200 OK')
    expect(lines.find((line) => line.startsWith('Content-Disposition'))).toBe(
      `Content-Disposition: inline; filename="${name}"; filename*=UTF-8''${name}`
    )

    await ask('rpc', 'POST', '/api/v0/files/mkdir?arg=/control')
    await ask('rpc', 'POST', `/api/v0/files/cp?arg=/ipfs/bafkqablimvwgy3y&arg=/control/${name}`)
    await ask('rpc', 'POST', `/api/v0/files/mkdir?arg=/control/d%01`)
    const [, cid] = /"Hash":"([^"]+)"/.exec(
      (await ask('rpc', 'POST', '/api/v0/files/stat?arg=/control&cid-base=base32')).body
    ) as RegExpExecArray
    const file = await ask('gateway', 'GET', `/ipfs/${cid}/${name}`)
    expect([file.status, file.body]).toEqual(['HTTP/1.1 200 OK', 'hello'])
    expect(file.lines).toContain(`X-Ipfs-Path: /ipfs/${cid}/a   b\t.txt`)
    expect((await ask('gateway', 'GET', `/ipfs/${cid}/d%01`)).lines).toContain(`Location: /ipfs/${cid}/d%01/`)
    expect((await ask('gateway', 'GET', `/ipfs/${cid}/none%01?filename=%00`)).status).toBe('HTTP/1.1 404 Not Found')
    expect((await ask('gateway', 'GET', `/ipfs/${cid}/${name}`, 'Accept: application/vnd.ipld.raw')).lines).toContain(
      `Content-Location: /ipfs/${cid}/${name}?format=raw`
    )
    expect((await ask('gateway', 'GET', `/ipfs/${cid}/?format=car`)).status).toBe('HTTP/1.1 200 OK')
  })

  test('contains neither control characters nor spaces', async () => {
    expect((await ask('gateway', 'GET', '/ipfs/bafkqablimvwgy3y\x01')).status).toBe('HTTP/1.1 400 Bad Request')
    expect((await ask('gateway', 'GET', utf8('/ipfs/bafkqablimvwgy3y\x01é'))).status).toBe('HTTP/1.1 400 Bad Request')
  })
})

test('shutdown is the last request that is answered', async () => {
  const ended = await startNode({ offline: true, onShutdown: () => {} })
  const status = async (port: number, path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: path.startsWith('/api') ? 'POST' : 'GET' })).status
  const all = async (): Promise<number[]> =>
    await Promise.all([status(ended.rpcPort, '/api/v0/version'), status(ended.gatewayPort, '/ipfs/bafkqablimvwgy3y')])
  expect(await all()).toEqual([200, 200])
  expect(await status(ended.rpcPort, '/api/v0/shutdown')).toBe(200)
  expect(await all()).toEqual([503, 503])
  await ended.close()
})

test('an idle connection stays open, as in Kubo', async () => {
  for (const port of [started.rpcPort, started.gatewayPort]) {
    const socket = connect(port, '127.0.0.1')
    const isAnswered = once(socket, 'data') as Promise<[Buffer]>
    socket.write('GET /ipfs/bafkqablimvwgy3y HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    const [head] = await isAnswered
    // Node announces the time after which it closes the connection.
    expect(head.toString()).not.toMatch(/^keep-alive: /im)
    socket.destroy()
  }
})

describe('headers', () => {
  test("have Go's spelling, and one line per value if Kubo has", async () => {
    const { status, lines } = await ask('rpc', 'POST', '/api/v0/version')
    expect(status).toBe('HTTP/1.1 200 OK')
    expect(lines).toEqual([
      'Access-Control-Allow-Headers: X-Stream-Output, X-Chunked-Output, X-Content-Length',
      'Access-Control-Expose-Headers: X-Stream-Output, X-Chunked-Output, X-Content-Length',
      'Content-Type: application/json',
      'Server: kubo/0.40.0',
      'Trailer: X-Stream-Error',
      'Vary: Origin',
      'X-Lower-Name: Ã©',
      'X-Special: a',
      'X-Special: b, c'
    ])
  })

  test('after the answer are UTF-8, whatever the message', async () => {
    const uploadError = async (path: string): Promise<string | undefined> => {
      const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\na\r\n--b--\r\n'
      const head = [
        'POST /api/v0/add?to-files=' + encodeURIComponent(path) + ' HTTP/1.1',
        'Host: 127.0.0.1',
        'Connection: close',
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${body.length}`,
        '',
        ''
      ]
      return /\r\nX-Stream-Error: (.*)\r\n/.exec(await raw(started.rpcPort, head.join('\r\n') + body))?.[1]
    }

    const words = (text: string): string => Buffer.from(text).toString('latin1')
    expect(await uploadError('/日本/é')).toBe(
      words('to-files: MFS destination parent "/日本/é" "/日本" does not exist: file does not exist')
    )
    expect((await ask('rpc', 'POST', '/api/v0/files/cp?arg=/ipfs/bafkqablimvwgy3y&arg=/a%0a%07b')).status).toBe(
      'HTTP/1.1 200 OK'
    )
    expect(await uploadError('/a\n\x07b/c/d')).toBe(
      'to-files: MFS destination parent "/a\\n\\ab/c/d" "/a\\n\\ab/c" does not exist: cannot access a  b/c: ' +
        'Not a directory'
    )
  })

  test('of the gateway are lists by line', async () => {
    expect((await ask('gateway', 'GET', '/ipfs/bafkqablimvwgy3y')).lines).toEqual([
      'Accept-Ranges: bytes',
      'Access-Control-Allow-Headers: Content-Type',
      'Access-Control-Allow-Headers: Range',
      'Access-Control-Allow-Headers: User-Agent',
      'Access-Control-Allow-Headers: X-Requested-With',
      'Access-Control-Allow-Methods: GET',
      'Access-Control-Allow-Methods: HEAD',
      'Access-Control-Allow-Methods: OPTIONS',
      'Access-Control-Allow-Origin: *',
      'Access-Control-Expose-Headers: Content-Length',
      'Access-Control-Expose-Headers: Content-Range',
      'Access-Control-Expose-Headers: Foo',
      'Access-Control-Expose-Headers: X-Chunked-Output',
      'Access-Control-Expose-Headers: X-Ipfs-Path',
      'Access-Control-Expose-Headers: X-Ipfs-Roots',
      'Access-Control-Expose-Headers: X-Stream-Output',
      'Cache-Control: public, max-age=29030400, immutable',
      'Content-Type: text/plain; charset=utf-8',
      'Etag: "bafkqablimvwgy3y"',
      'Ipfs-Uri: ipfs://bafkqablimvwgy3y',
      'X-Golden: a',
      'X-Golden: b',
      'X-Ipfs-Path: /ipfs/bafkqablimvwgy3y',
      'X-Ipfs-Roots: bafkqablimvwgy3y'
    ])
  })

  test('name no server if no command was run', async () => {
    expect((await ask('rpc', 'POST', '/api/v0/nosuch')).lines.join()).not.toContain('Server')
    expect((await ask('rpc', 'POST', '/api/v0/cat?arg=nosuch')).lines).toContain('Server: kubo/0.40.0')
  })
})

describe('a stalled upload', () => {
  test.each(['add', 'dag/put', 'block/put'])(
    'to %s is cut with an error, and blocks no other request',
    async (command) => {
      const socket = connect(started.rpcPort, '127.0.0.1')
      let text = ''
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      socket.write(
        `POST /api/v0/${command} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\n` +
          'Content-Length: 1000000\r\n\r\n--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello'
      )
      await vi.waitFor(() => {
        expect(text).toContain('the upload stood still for 0.05 s and was cut')
      })
      expect(text).toContain('HTTP/1.1 500 Internal Server Error')
      socket.destroy()
      expect((await fetch(`http://127.0.0.1:${started.rpcPort}/api/v0/repo/gc`, { method: 'POST' })).status).toBe(200)
    }
  )
})

test('the head of an answer is sent before any byte of its body', async () => {
  let end = (): void => {}
  const body = new ReadableStream<Uint8Array>({
    start (controller) {
      end = () => {
        controller.close()
      }
    }
  })
  const server = createServer((_, target) => {
    void sendResponse(new Response(body, { headers: { 'X-Said': 'early' } }), target, {
      trailers: new Map(),
      head: false,
      beforeEnd: async () => {},
      headerLines: (_, value) => [value]
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
  expect([answer.status, answer.headers.get('x-said')]).toEqual([200, 'early'])
  end()
  expect(await answer.text()).toBe('')
  server.closeAllConnections()
  server.close()
})

describe('a slow reader of a long answer', () => {
  test('adds no listener per wait', async () => {
    const warnings: string[] = []
    const onWarning = ({ name }: Error): void => {
      warnings.push(name)
    }
    process.on('warning', onWarning)
    let waits = 0

    const server = createServer((_, target) => {
      const write = target.write.bind(target) as (chunk: unknown) => boolean
      target.write = ((chunk: unknown) => {
        const more = write(chunk)
        waits += more ? 0 : 1
        return more
      }) as typeof target.write

      let left = 200
      const body = new ReadableStream<Uint8Array>({
        pull (controller) {
          if (left-- > 0) {
            controller.enqueue(new Uint8Array(64 * 1024))
          } else {
            controller.close()
          }
        }
      })
      void sendResponse(new Response(body), target, {
        trailers: new Map(),
        head: false,
        beforeEnd: async () => {},
        headerLines: (_, value) => [value]
      })
    })

    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    expect((await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer()).byteLength).toBe(200 * 64 * 1024)
    server.closeAllConnections()
    server.close()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', onWarning)
    expect(waits).toBeGreaterThan(20)
    expect(warnings).toEqual([])
  })
})
