import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { Page } from 'playwright'
import type * as Client from '../../src/client/index.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { travelToCached, watchRestored } from '../fixtures/browser/session-history.ts'
import { openClientPage } from '../fixtures/page/client-page.ts'
import { json, openPeerApp } from '../fixtures/page/peer-app.ts'
import { expect, killWorkers, rpc, test } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024

let peer: Awaited<ReturnType<typeof startSwarmNode>>
let servers: Server[]

test.beforeEach(async () => {
  servers = []
  peer = await startSwarmNode({ config: { 'Experimental.Libp2pStreamMounting': true } })
})

test.afterEach(async () => {
  servers.forEach((server) => {
    server.close()
  })
  await peer.node.stop()
})

const ws = (): string => peer.addresses.find((address) => address.includes('/ws/')) ?? ''

/** Reads until the other end has sent all data. */
async function all (socket: Socket): Promise<string> {
  let said = ''
  socket.on('data', (chunk) => {
    said += String(chunk)
  })
  await once(socket, 'end')
  return said
}

/** Starts a service next to the peer, offered as /x/service. */
async function offerThere (answer: (socket: Socket) => void): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    answer(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  await peer.rpc(`p2p/listen?arg=/x/service&arg=/ip4/127.0.0.1/tcp/${(server.address() as AddressInfo).port}`)
}

/** Connects from a program next to the peer to the page's service. */
async function dialThere (page: Page): Promise<Socket> {
  const { ID } = await json<{ ID: string }>(page, 'id')
  await peer.rpc(`p2p/forward?arg=/x/page&arg=/ip4/127.0.0.1/tcp/0&arg=/p2p/${ID}`)
  const { Listeners } = (await peer.rpc('p2p/ls')).lines[0] as { Listeners: Array<{ ListenAddress: string }> }
  const socket = connect({
    host: '127.0.0.1',
    port: Number(Listeners[0].ListenAddress.split('/')[4]),
    allowHalfOpen: true
  })
  socket.on('error', () => {})
  return socket
}

async function openStreamsApp (page: Page, origin: string): Promise<void> {
  await openPeerApp(page, origin)
  await openClientPage(page, origin)
  await rpc(page, 'config?arg=Experimental.Libp2pStreamMounting&arg=true&bool=true')
  await rpc(page, `swarm/connect?arg=${ws()}`)
}

test('opens a stream to a service of another node and transfers much data both ways', async ({ page, site }) => {
  await openStreamsApp(page, site.origin)
  await offerThere((socket) => {
    socket.pipe(socket)
  })

  const result = await page.evaluate(async ({ address, bytes }) => {
    const { readable, writable, peer, protocol } = await (window as unknown as { swipfs: typeof Client }).swipfs
      .openStream(address, '/x/service')
    const sent = crypto.getRandomValues(new Uint8Array(65536))
    const writer = writable.getWriter()
    const writing = (async () => {
      for (let i = 0; i < bytes / sent.length; i++) {
        await writer.write(sent)
      }
      await writer.close()
    })()
    let back = 0
    let isSame = true

    for (const reader = readable.getReader();;) {
      const { done, value } = await reader.read()
      if (done) {
        break
      }
      isSame &&= value.every((byte, i) => byte === sent[(back + i) % sent.length])
      back += value.byteLength
    }

    await writing
    return { back, isSame, peer, protocol }
  }, { address: ws(), bytes: 8 * MIB })

  expect(result).toEqual({
    back: 8 * MIB,
    isSame: true,
    peer: String(peer.node.identity.peerId),
    protocol: '/x/service'
  })
  await expect.poll(async () => await json(page, 'p2p/stream/ls')).toEqual({ Streams: null })
})

test(
  'accepts streams of a remote program until it closes, also after its worker was stopped',
  async ({ page, context, site }) => {
    await openStreamsApp(page, site.origin)

    await page.evaluate(async () => {
      await (window as unknown as { swipfs: typeof Client }).swipfs.acceptStreams(
        '/x/page',
        ({ readable, writable, peer }) => {
          void new Response(readable).text().then(async (said) => {
            await new Blob([`${peer} said ${said}`]).stream().pipeTo(writable)
          })
        }
      )
    })

    expect(await json(page, 'p2p/ls')).toMatchObject({
      Listeners: [{ Protocol: '/x/page', TargetAddress: '/memory/1' }]
    })
    const socket = await dialThere(page)
    socket.end('hello')
    expect(await all(socket)).toBe(`${peer.node.identity.peerId} said hello`)

    await killWorkers(context, page)
    await rpc(page, `swarm/connect?arg=${ws()}`)
    await expect.poll(async () => (await json<{ Listeners: unknown[] | null }>(page, 'p2p/ls')).Listeners).toHaveLength(
      1
    )
    const again = await dialThere(page)
    again.end('hello again')
    expect(await all(again)).toBe(`${peer.node.identity.peerId} said hello again`)

    const other = await context.newPage()
    await openClientPage(other, site.origin)
    await page.close()
    await expect.poll(async () => await json(other, 'p2p/ls')).toEqual({ Listeners: null })
  }
)

test(
  'releases a protocol in the back/forward cache, and accepts its streams again afterwards',
  async ({ page, context, site }) => {
    await watchRestored(context)
    await openStreamsApp(page, site.origin)

    await page.evaluate(async () => {
      await (window as unknown as { swipfs: typeof Client }).swipfs.acceptStreams(
        '/x/page',
        ({ readable, writable }) => {
          void readable.pipeTo(writable)
        }
      )
    })

    await page.evaluate(() => {
      location.href = '/own-origins.json'
    })
    await page.waitForURL('**/own-origins.json')
    await expect.poll(async () => await json(page, 'p2p/ls')).toEqual({ Listeners: null })
    await travelToCached(page, -1)
    await expect.poll(async () => (await json<{ Listeners: unknown[] | null }>(page, 'p2p/ls')).Listeners).toHaveLength(
      1
    )
    const socket = await dialThere(page)
    socket.end('hello again')
    expect(await all(socket)).toBe('hello again')
  }
)

test(
  'a remote program requests content from the gateway of a browser over HTTP, and nothing else',
  async ({ page, site }) => {
    await openStreamsApp(page, site.origin)
    const { Hash } = JSON.parse(
      (await rpc(page, 'add?cid-version=1&wrap-with-directory=true', { text: 'from the browser', name: 'a.txt' })).text
        .trim().split('\n').at(-1) ?? ''
    ) as { Hash: string }
    const { Hash: other } = JSON.parse((await rpc(page, 'add?cid-version=1', { text: 'not for you' })).text) as {
      Hash: string
    }
    expect((await rpc(page, `p2p/listen?arg=/x/page&arg=${encodeURIComponent(`/http/http-path/ipfs%2F${Hash}`)}`)).text)
      .toBe('')
    const { ID } = await json<{ ID: string }>(page, 'id')
    await peer.rpc(`p2p/forward?arg=/x/page&arg=/ip4/127.0.0.1/tcp/0&arg=/p2p/${ID}`)
    const { Listeners } = (await peer.rpc('p2p/ls')).lines[0] as { Listeners: Array<{ ListenAddress: string }> }
    const at = `http://127.0.0.1:${Listeners[0].ListenAddress.split('/')[4]}`

    const answer = await fetch(`${at}/a.txt`)
    expect([answer.status, await answer.text(), answer.headers.get('content-length')]).toEqual([
      200,
      'from the browser',
      '16'
    ])
    expect(await (await fetch(`${at}/a.txt`, { headers: { Range: 'bytes=5-7' } })).text()).toBe('the')
    expect(await (await fetch(`${at}/`)).text()).toContain('a.txt')

    for (const path of [`/ipfs/${other}`, '/api/v0/id', '/sw.js', '/mfs/']) {
      expect([path, (await fetch(`${at}${path}`)).status]).toEqual([path, 404])
    }

    expect((await fetch(`${at}/api/v0/id`, { method: 'POST', body: 'x' })).status).toBe(405)
  }
)

test('reports stream errors of the node: disabled, protocol taken, protocol not supported', async ({ page, site }) => {
  await openPeerApp(page, site.origin)
  await openClientPage(page, site.origin)
  const fails = async (protocol: string, address?: string): Promise<string> =>
    await page.evaluate(async ([protocol, address]) => {
      const { acceptStreams, openStream } = (window as unknown as { swipfs: typeof Client }).swipfs
      return await (address == null ? acceptStreams(protocol ?? '', () => {}) : openStream(address, protocol ?? ''))
        .then(() => 'no error', (err: Error) => err.message)
    }, [protocol, address] as const)

  expect(await fails('/x/page')).toBe('libp2p stream mounting not enabled')
  await rpc(page, 'config?arg=Experimental.Libp2pStreamMounting&arg=true&bool=true')
  expect(await fails('page')).toBe("protocol name must be within '/x/' namespace")
  expect(await fails('/x/page')).toBe('no error')
  expect(await fails('/x/page')).toBe('listener already registered')
  expect(await fails('/x/nobody', ws())).toMatch(/protocol/i)
  expect((await rpc(page, 'p2p/listen?arg=/x/a&arg=/ip4/127.0.0.1/tcp/1')).text).toContain('acceptStreams')
})
