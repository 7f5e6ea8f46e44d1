import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

const MIB = 1024 * 1024

let there: SwarmNode
let here: SwarmNode

beforeEach(async () => {
  ;[there, here] = await Promise.all(
    [1, 2].map(async () => await startSwarmNode({ config: { 'Experimental.Libp2pStreamMounting': true } }))
  ) as [SwarmNode, SwarmNode]
})

afterEach(async () => {
  await Promise.all([there, here].map(async ({ node }) => {
    await node.stop()
  }))
})

/**
 * Offers the gateway of the remote node, and forwards a local port to it.
 *
 * @returns the port
 */
async function mount (target: string): Promise<number> {
  expect((await there.rpc(`p2p/listen?arg=/x/site&arg=${encodeURIComponent(target)}`)).text).toBe('')
  const address = there.addresses.find((address) => !address.includes('/ws')) ?? ''
  expect((await here.rpc(`p2p/forward?arg=/x/site&arg=/ip4/127.0.0.1/tcp/0&arg=${encodeURIComponent(address)}`)).text)
    .toBe('')
  const { Listeners } = (await here.rpc('p2p/ls')).lines[0] as { Listeners: Array<{ ListenAddress: string }> }
  return Number(Listeners[0].ListenAddress.split('/')[4])
}

/** Sends a request with its path unchanged. */
async function ask (
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {}
): Promise<{ status: number; headers: IncomingMessage['headers']; bytes: Buffer; text: string }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, resolve).on('error', reject).end(body)
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer)
  }
  const bytes = Buffer.concat(chunks)
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() }
}

async function add (node: SwarmNode, files: Record<string, BlobPart>): Promise<string> {
  const form = new FormData()
  for (const [name, content] of Object.entries(files)) {
    form.append('file', new Blob([content]), `site/${name}`)
  }
  return ((await node.rpc('add?cid-version=1', { body: form })).lines.at(-1) as { Hash: string }).Hash
}

test('a stranger can read stored content at its path, and fetches, names or changes nothing', async () => {
  const root = await add(there, { 'a b.txt': 'hello', 'index.html': '<p>start' })
  const other = await add(here, { 'x.txt': 'elsewhere' })
  const port = await mount('/http')
  expect(await ask(port, `/ipfs/${root}/a%20b.txt`)).toMatchObject({
    status: 200,
    text: 'hello',
    headers: { 'content-length': '5' }
  })
  expect(await ask(port, `/ipfs/${root}/a%20b.txt`, { headers: { Range: 'bytes=1-2' } })).toMatchObject({
    status: 206,
    text: 'el'
  })
  expect((await ask(port, `/ipfs/${root}?format=car`)).bytes.length).toBeGreaterThan(100)
  expect(await ask(port, `/ipfs/${root}/`, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  // This node has the block and is connected; the other node would fetch it for its own requests.
  expect((await ask(port, `/ipfs/${other}/x.txt`)).status).toBe(404)
  expect((await there.rpc(`cat?arg=${other}/x.txt`)).text).toBe('elsewhere')
  expect(await ask(port, '/ipns/docs.ipfs.tech/')).toMatchObject({
    status: 500,
    text: expect.stringContaining('could not resolve name') as string
  })

  for (
    const path of [
      '/api/v0/id',
      '/api/v0/config/show',
      '/ipfs/../api/v0/id',
      '/%61pi/v0/id',
      '/mfs/',
      '/',
      '/webui',
      '/debug/vars',
      '/routing/v1/providers/x'
    ]
  ) {
    for (const method of ['GET', 'POST']) {
      const { status, text } = await ask(port, path, { method })
      expect([path, [307, 404, 405].includes(status)]).toEqual([path, true])
      expect(text).not.toContain(there.node.identity.peerId.toString())
    }
  }

  expect((await ask(port, `/ipfs/${root}/`, { method: 'POST', body: 'x' })).status).toBe(405)
})

test('a single content is at the root of its service, and no other content is reachable', async () => {
  const root = await add(there, { 'index.html': '<p>start', 'deep/page.txt': 'deep' })
  const secret = await add(there, { 'secret.txt': 'secret' })
  const port = await mount(`/http/http-path/ipfs%2F${root}`)
  expect(await ask(port, '/')).toMatchObject({ status: 200, text: '<p>start' })
  expect(await ask(port, '/deep/page.txt')).toMatchObject({ status: 200, text: 'deep' })
  expect(await ask(port, '/deep')).toMatchObject({ status: 301, headers: { location: '/deep/' } })

  for (
    const path of [
      `/ipfs/${secret}/secret.txt`,
      `/../${secret}/secret.txt`,
      `/..%2f${secret}/secret.txt`,
      `/%2e%2e/${secret}/secret.txt`,
      `/deep/../../${secret}/secret.txt`,
      `//ipfs/${secret}/secret.txt`,
      `http://localhost/../${secret}/secret.txt`,
      `http://${secret}.ipfs.localhost/secret.txt`,
      '/..%5c',
      '/%00'
    ]
  ) {
    const { status, text } = await ask(port, path, {
      headers: { Host: `${secret}.ipfs.localhost`, 'X-Forwarded-Host': `${secret}.ipfs.localhost` }
    })
    expect([path, status === 200 || text.includes('secret\n')]).toEqual([path, false])
    expect(text).not.toBe('secret')
  }
})

test('a name of the node is resolved with the records here', async () => {
  const root = await add(there, { 'index.html': '<p>by name' })
  // With Routing.Type none no record is stored, as in Kubo.
  await there.rpc('config?arg=Routing.Type&arg=delegated')
  expect((await there.rpc(`name/publish?arg=/ipfs/${root}&allow-offline=true`)).status).toBe(200)
  const port = await mount(`/http/http-path/ipns%2F${there.node.identity.peerId}`)
  expect(await ask(port, '/index.html')).toMatchObject({ status: 200, text: '<p>by name' })
})

test('large answers arrive completely, on sequential and on concurrent connections', async () => {
  const content = Uint8Array.from({ length: 3 * MIB }, (_, i) => (i * 31) >> 3)
  const root = await add(there, { 'large.bin': content })
  const port = await mount(`/http/http-path/ipfs%2F${root}`)
  const all = await Promise.all(Array.from({ length: 10 }, async () => await ask(port, '/large.bin')))
  expect(all.map(({ status, bytes }) => status === 200 && bytes.equals(content))).toEqual(all.map(() => true))

  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\nRange: bytes=0-3\r\n\r\n'.repeat(20))
  await expect.poll(() => [...text.matchAll(/HTTP\/1\.1 206/g)].length).toBe(20)
  socket.destroy()
  await expect.poll(async () => (await there.rpc('p2p/stream/ls')).lines).toEqual([{ Streams: null }])
})

test('concurrent streams are limited, and further ones are answered afterwards', async () => {
  const port = await mount('/http')
  const sockets = Array.from({ length: 70 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await expect.poll(async () =>
    ((await there.rpc('p2p/stream/ls')).lines[0] as { Streams: unknown[] | null }).Streams?.length
  ).toBe(64)
  sockets.forEach((socket) => {
    socket.destroy()
  })
  await expect.poll(async () => (await there.rpc('p2p/stream/ls')).lines).toEqual([{ Streams: null }])
  expect((await ask(port, '/nothing')).status).toBe(404)
})

test.each([
  ['/http/http-path/api%2Fv0', 'unknown namespace: "api"'],
  ['/http/http-path/ipfs%2Fbafkqaaa%2Fa', 'is neither /ipfs/CID nor /ipns/NAME'],
  ['/http/http-path/ipld%2Fbafkqaaa', 'is neither /ipfs/CID nor /ipns/NAME'],
  ['/http/http-path/..%2F..%2Fipfs%2Fx', 'invalid'],
  ['/http/tcp/1', 'invalid path'],
  ['/http&report-peer-id=true', 'the gateway is told no peer IDs']
])('a target of %s is rejected', async (target, text) => {
  const [path, ...options] = target.split('&')
  expect((await there.rpc(`p2p/listen?arg=/x/site&arg=${encodeURIComponent(path)}&${options.join('&')}`)).lines)
    .toMatchObject([{ Message: expect.stringContaining(text) as string }])
  expect((await there.rpc('p2p/ls')).lines).toEqual([{ Listeners: null }])
})

test('it is disabled by default', async () => {
  await there.rpc('config?arg=Experimental.Libp2pStreamMounting&arg=false&bool=true')
  expect((await there.rpc('p2p/listen?arg=/x/site&arg=/http')).lines).toMatchObject([{
    Message: 'libp2p stream mounting not enabled'
  }])
})
