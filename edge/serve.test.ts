import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasEngine } from './testing/has-engine.ts'
import { noiseBytes } from './testing/noise-bytes.ts'
import { objectsIn } from './testing/objects-in.ts'
import { sendRaw } from './testing/send-raw.ts'
import { edgeRpc as rpc, killEdge as kill, serveEdge as serve, TOKEN } from './testing/served-edge.ts'
import type { ServedEdge } from './testing/served-edge.ts'
import { upload as file } from './testing/upload.ts'

const KIB = 1024

const last = (text: string): Record<string, string> =>
  JSON.parse(text.trim().split('\n').at(-1)!) as Record<string, string>

describe('npm run serve:edge', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let state = ''
  let served: ServedEdge | undefined

  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), 'swipfs-edge-'))
  })
  afterEach(async () => {
    if (served != null) {
      await kill(served)
    }
  })
  afterAll(async () => {
    await rm(state, { recursive: true, force: true })
  })

  it(
    'prints its address, refuses requests without the secret without waking the node, and stops on request',
    async () => {
      const closed = served = await serve(join(state, 'closed'))
      expect(JSON.parse(closed.lines[0])).toEqual({ ready: true, rpc: closed.url, gateway: closed.url })

      for (const path of ['id', 'config/show', 'repo/gc', 'shutdown']) {
        const response = await rpc(closed.url, path)
        expect(response.status).toBe(403)
        expect(await response.text()).toContain('the RPC of this node is closed')
      }

      // A client cannot claim to be authorized.
      const { status } = await (await sendRaw(closed.url, {
        method: 'POST',
        target: '/api/v0/id',
        headers: { Host: 'localhost', 'x-edge-admitted-by': 'token', 'x-edge-area': 'rpc' }
      }))()
      expect(status).toBe(403)
      // A woken object would have a database.
      expect(await objectsIn(join(state, 'closed'))).toEqual([])

      closed.child.kill('SIGTERM')
      expect(await closed.ended).toBe(0)
      expect(closed.lines.length).toBe(1)
    }
  )

  it('keeps acknowledged data, whenever it is killed', async () => {
    const folder = join(state, 'kept')
    let node = served = await serve(folder, '--token', TOKEN)
    const identity = async (): Promise<unknown> => {
      const { ID, PublicKey } = await (await rpc(node.url, 'id')).json() as Record<string, string>
      return { ID, PublicKey }
    }
    const id = await identity()
    const contents = [noiseBytes(1, 9000 * KIB), noiseBytes(2, 1000 * KIB)]
    const cids: string[] = []
    for (const bytes of contents) {
      cids.push(last(await (await rpc(node.url, 'add?cid-version=1&progress=false', file(bytes))).text()).Hash)
    }
    expect((await rpc(node.url, `files/cp?arg=/ipfs/${cids[0]}&arg=/kept`)).status).toBe(200)
    const blocks = JSON.parse(await (await rpc(node.url, 'repo/stat')).text()) as { NumObjects: number }

    // During an add: nothing after it was acknowledged.
    const sent = noiseBytes(3, 6000 * KIB)
    let wake = (): void => {}
    const halfway = new Promise<void>((resolve) => {
      wake = resolve
    })
    void fetch(
      `${node.url}/api/v0/add?cid-version=1&progress=true`,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'multipart/form-data; boundary=b' },
        body: halfOf(sent, () => {
          wake()
        }),
        duplex: 'half'
      } as RequestInit
    ).then(async (response) => await response.text()).catch(() => 'cut')
    await halfway
    await kill(node)

    node = served = await serve(folder, '--token', TOKEN)
    expect(await identity()).toEqual(id)
    expect(JSON.parse(await (await rpc(node.url, 'repo/stat')).text())).toEqual(blocks)
    expect(await (await rpc(node.url, 'pin/ls?type=recursive')).text()).toContain(cids[1])
    expect(Buffer.compare(Buffer.from(await (await fetch(`${node.url}/ipfs/${cids[0]}`)).arrayBuffer()), contents[0]))
      .toBe(0)
    expect(Buffer.compare(Buffer.from(await (await rpc(node.url, 'files/read?arg=/kept')).arrayBuffer()), contents[0]))
      .toBe(0)

    // During a collection of unpinned blocks.
    expect((await rpc(node.url, `pin/rm?arg=${cids[1]}`)).status).toBe(200)
    void rpc(node.url, 'repo/gc').then(async (response) => await response.text()).catch(() => 'cut')
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
    await kill(node)
    node = served = await serve(folder, '--token', TOKEN)
    expect(await (await rpc(node.url, 'repo/verify')).text()).toContain('verify complete')
    expect(Buffer.compare(Buffer.from(await (await fetch(`${node.url}/ipfs/${cids[0]}`)).arrayBuffer()), contents[0]))
      .toBe(0)
    node.child.kill('SIGINT')
    expect(await node.ended).toBe(0)
  })

  it('serves the gateway on content hosts, sends lengths, and refuses too large uploads', async () => {
    const node = served = await serve(
      join(state, 'hosts'),
      '--token',
      TOKEN,
      '--config',
      '{"Gateway.PublicGateways":{"gw.example":{"UseSubdomains":true,"Paths":["/ipfs","/ipns"]}}}'
    )
    const cid =
      last(await (await rpc(node.url, 'add?cid-version=1&progress=false', file(noiseBytes(4, 2000)))).text()).Hash
    const get = async (
      target: string,
      headers: Record<string, string>,
      method = 'GET'
    ): ReturnType<Awaited<ReturnType<typeof sendRaw>>> => await (await sendRaw(node.url, { method, target, headers }))()

    const led = await get(`/ipfs/${cid}`, { Host: 'gw.example' })
    expect([led.status, led.headers.get('location')]).toEqual([301, `http://${cid}.ipfs.gw.example/`])
    const own = await get('/', { Host: `${cid}.ipfs.gw.example` })
    expect([own.status, own.headers.get('content-length'), own.body.byteLength]).toEqual([200, '2000', 2000])
    // The paths of a content's own origin belong to the content.
    expect(
      (await get('/api/v0/id', { Host: `${cid}.ipfs.gw.example`, Authorization: `Bearer ${TOKEN}` }, 'POST')).status
    ).not.toBe(200)
    const again = await get('/', { Host: `${cid}.ipfs.gw.example` })
    expect([again.status, again.headers.get('cache-control'), again.body.byteLength]).toEqual([
      200,
      'public, max-age=29030400, immutable',
      2000
    ])
    const part = await get(`/ipfs/${cid}`, { Host: '127.0.0.1', Range: 'bytes=10-19' })
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '10'])
    const head = await get(`/ipfs/${cid}`, { Host: '127.0.0.1' }, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '2000'])

    // Answers from the cache equal the node's; `Pragma` bypasses the cache, and `Age` shows a cache hit.
    const heads = (
      { status, headers }: Awaited<ReturnType<typeof get>>
    ): unknown => [status, [...headers].filter(([name]) => name !== 'date' && name !== 'age').sort()]

    for (
      const [method, asked] of [['GET', {}], ['HEAD', {}], ['GET', { Range: 'bytes=10-19' }], ['GET', {
        Range: 'bytes=-5'
      }], ['HEAD', { Range: 'bytes=3-' }]] as const
    ) {
      const Host = `${cid}.ipfs.gw.example`
      const [kept, told] = [
        await get('/', { Host, ...asked }, method),
        await get('/', { Host, ...asked, Pragma: 'no-cache' }, method)
      ]
      expect([kept.headers.has('age'), told.headers.has('age')]).toEqual([true, false])
      expect(heads(kept)).toEqual(heads(told))
      expect(Buffer.compare(Buffer.from(kept.body), Buffer.from(told.body))).toBe(0)
    }

    const same = await get('/', { Host: `${cid}.ipfs.gw.example`, 'If-None-Match': again.headers.get('etag')! })
    expect([same.status, same.headers.has('age'), same.body.byteLength]).toEqual([304, true, 0])

    // As a proxy: with an absolute URL, and through a tunnel.
    const whole = await get(`http://${cid}.ipfs.gw.example/`, { Host: '127.0.0.1' })
    expect([whole.status, whole.body.byteLength]).toEqual([200, 2000])
    const tunnelled = await throughTunnel(
      node.url,
      `GET / HTTP/1.1\r\nHost: ${cid}.ipfs.gw.example\r\nConnection: close\r\n\r\n`
    )
    expect(tunnelled).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
    expect(tunnelled.length).toBeGreaterThan(2000)

    for (
      const host of [
        '',
        'a'.repeat(300),
        `${cid}.ipfs.evil.example`,
        '[::1',
        '..',
        `${'a.'.repeat(100)}ipfs.gw.example`
      ]
    ) {
      const { status } = await get('/', { Host: host })
      expect(status, host).toBeGreaterThanOrEqual(300)
    }

    // The origin of a content page on this host grants no access.
    const { status: foreign } = await get('/api/v0/id', {
      Host: 'gw.example',
      Origin: 'http://gw.example',
      Authorization: `Bearer ${TOKEN}`
    }, 'POST')
    expect(foreign).toBe(403)

    const large = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      void sendRaw(node.url, {
        method: 'POST',
        target: '/api/v0/add',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Length': String(200 * KIB * KIB), Host: '127.0.0.1' }
      })
        .then(async (read) => await read()).then(({ status, body }) => {
          resolve({ status, text: new TextDecoder().decode(body) })
        }, reject)
    })
    expect(large.status).toBe(413)
    expect(large.text).toContain('Send more data in parts')
  })

  it('pins for clients with the pinning secret, and resumes after a kill', async () => {
    const folder = join(state, 'pins')
    let node = served = await serve(folder, '--token', TOKEN, '--psa-token', 'pin-token')
    const pins = async (
      method: string,
      path = '',
      { token = 'pin-token', body }: { token?: string; body?: unknown } = {}
    ): Promise<Response> =>
      await fetch(`${node.url}/psa/pins${path}`, {
        method,
        headers: { ...token === '' ? {} : { Authorization: `Bearer ${token}` }, 'Content-Type': 'application/json' },
        ...body == null ? {} : { body: JSON.stringify(body) }
      })

    for (const token of ['', 'pin-toke', TOKEN]) {
      const refused = await pins('GET', '', { token })
      expect([refused.status, await refused.json()]).toEqual([401, {
        error: { reason: 'UNAUTHORIZED', details: expect.any(String) as string }
      }])
    }

    // The preflight of a page has no token.
    const asked = await pins('OPTIONS', '', { token: '' })
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, Content-Type'
    ])
    expect(await objectsIn(folder)).toEqual([])
    expect((await rpc(node.url, 'id', undefined, 'pin-token')).status).toBe(403)

    const here = last(
      await (await rpc(node.url, 'add?cid-version=1&pin=false&progress=false', file(noiseBytes(5, 900 * KIB)))).text()
    ).Hash
    const there = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
    const status = async (id: string): Promise<string> =>
      (await (await pins('GET', `/${id}`)).json() as { status: string }).status
    const requests: string[] = []

    for (const cid of [here, there]) {
      const added = await pins('POST', '', { body: { cid, name: 'kept', origins: [] } })
      expect(added.status).toBe(202)
      requests.push((await added.json() as { requestid: string }).requestid)
    }

    await expect.poll(async () => await status(requests[0])).toBe('pinned')
    expect(await (await rpc(node.url, 'pin/ls?type=recursive')).text()).toContain(here)
    expect(await status(requests[1])).toMatch(/^(queued|pinning)$/)
    await kill(node)

    node = served = await serve(folder, '--token', TOKEN, '--psa-token', 'pin-token')
    expect(await status(requests[0])).toBe('pinned')
    expect(await status(requests[1])).toMatch(/^(queued|pinning)$/)
    // The blocks arrive in another way, such as a CAR.
    await rpc(node.url, 'block/put?cid-codec=raw', file(new Uint8Array()))
    const empty = await pins('POST', '', {
      body: { cid: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku' }
    })
    const { requestid } = await empty.json() as { requestid: string }
    await expect.poll(async () => await status(requestid)).toBe('pinned')

    expect((await pins('DELETE', `/${requests[0]}`)).status).toBe(202)
    expect(await (await rpc(node.url, 'pin/ls?type=recursive')).text()).not.toContain(here)
    expect((await pins('GET', `/${requests[0]}`)).status).toBe(404)
  })

  it('reports invalid arguments', async () => {
    await expect(serve(join(state, 'x'), '--config', '{')).rejects.toThrow('ended with 1')
    await expect(serve(join(state, 'x'), '--port', '70000')).rejects.toThrow('ended with 1')
  })
})

/**
 * Returns everything that is received through a tunnel. Sends the head of the tunnel request in parts, followed by a
 * request.
 */
async function throughTunnel (url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const came: Buffer[] = []
  socket.on('data', (bytes: Buffer) => {
    came.push(bytes)
  })

  for (const part of ['CONN', 'ECT gw.example:80 HT', 'TP/1.1\r\nHost: gw.example\r\n\r\n']) {
    socket.write(part)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }

  await expect.poll(() => came.length).toBeGreaterThan(0)
  socket.write(request)
  await once(socket, 'close')
  return Buffer.concat(came).toString('latin1')
}

/** Sends an upload that stops in the middle. */
function halfOf (bytes: Uint8Array, reached: () => void): ReadableStream<Uint8Array> {
  const head = new TextEncoder().encode(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: ' +
      'application/octet-stream\r\n\r\n'
  )
  let at = 0

  return new ReadableStream<Uint8Array>({
    start (controller) {
      controller.enqueue(head)
    },
    async pull (controller) {
      if (at >= bytes.byteLength / 2) {
        reached()
        await new Promise(() => {})
      }

      controller.enqueue(bytes.subarray(at, at += 256 * KIB))
    }
  })
}
