import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

const MIB = 1024 * 1024

let there: SwarmNode
let here: SwarmNode
let servers: Server[]
let sockets: Socket[]

beforeEach(async () => {
  servers = []
  sockets = []
  ;[there, here] = await Promise.all(
    [1, 2].map(async () => await startSwarmNode({ config: { 'Experimental.Libp2pStreamMounting': true } }))
  ) as [SwarmNode, SwarmNode]
})

afterEach(async () => {
  sockets.forEach((socket) => {
    socket.destroy()
  })
  servers.forEach((server) => {
    server.close()
  })
  await Promise.all([there, here].map(async ({ node }) => {
    await node.stop()
  }))
})

/** Starts a service on this machine. Returns its address. */
async function startService (answer: (socket: Socket) => void): Promise<string> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    answer(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `/ip4/127.0.0.1/tcp/${(server.address() as AddressInfo).port}`
}

/** Offers it there, and forwards a local port to it. Returns the address of the port. */
async function mount (target: string, options = ''): Promise<string> {
  expect((await there.rpc(`p2p/listen?arg=/x/test&arg=${target}${options}`)).text).toBe('')
  const address = there.addresses.find((address) => !address.includes('/ws')) ?? ''
  expect((await here.rpc(`p2p/forward?arg=/x/test&arg=/ip4/127.0.0.1/tcp/0&arg=${encodeURIComponent(address)}`)).text)
    .toBe('')
  const { Listeners } = (await here.rpc('p2p/ls')).lines[0] as {
    Listeners: Array<{ Protocol: string; ListenAddress: string; TargetAddress: string }>
  }
  expect(Listeners).toMatchObject([{ Protocol: '/x/test', TargetAddress: `/p2p/${there.node.identity.peerId}` }])
  return Listeners[0].ListenAddress
}

/** Reads until the other end has closed its writes. The socket can still write. */
async function all (socket: Socket): Promise<string> {
  let said = ''
  socket.on('data', (chunk) => {
    said += String(chunk)
  })
  await once(socket, 'end')
  return said
}

function dial (address: string): Socket {
  const socket = connect({ host: '127.0.0.1', port: Number(address.split('/')[4]), allowHalfOpen: true })
  sockets.push(socket)
  socket.on('error', () => {})
  return socket
}

test('forwards a connection to a remote service, which can answer after the client has closed its writes', async () => {
  const socket = dial(
    await mount(
      await startService((socket) => {
        void all(socket).then((said) => {
          socket.end(`you said ${said}`)
        })
      })
    )
  )
  socket.end('hello')
  expect(await all(socket)).toBe('you said hello')
  await expect.poll(async () => (await here.rpc('p2p/stream/ls')).lines).toEqual([{ Streams: null }])
})

test('carries many bytes in both directions at once, at the pace of each reader', async () => {
  let taken = 0
  const socket = dial(
    await mount(
      await startService((socket) => {
        socket.on('data', (chunk) => {
          taken += chunk.length
          socket.write(chunk)
        })
        socket.on('end', () => {
          socket.end()
        })
      })
    )
  )
  const sent = 20 * MIB
  let back = 0

  socket.on('data', (chunk) => {
    back += (chunk as Buffer).length
  })
  const read = once(socket, 'end')
  for (let i = 0; i < sent / MIB; i++) {
    await new Promise<void>((resolve) => {
      socket.write(Buffer.alloc(MIB, i), () => {
        resolve()
      })
    })
  }
  socket.end()
  await read
  expect([taken, back]).toEqual([sent, sent])
})

test('applies backpressure of a slow reader to the writer, with little memory', async () => {
  const address = await mount(
    await startService((socket) => {
      socket.pause()
    })
  )
  const socket = dial(address)
  let written = 0

  // Until no write succeeds for a while.
  for (let stalled = false; !stalled && written < 200;) {
    stalled = await Promise.race([
      new Promise<boolean>((resolve) => {
        socket.write(Buffer.alloc(MIB), () => {
          resolve(false)
        })
      }),
      new Promise<boolean>((resolve) => {
        setTimeout(() => {
          resolve(true)
        }, 1000)
      })
    ])
    written++
  }

  // Sockets and windows hold some MiB, and the stream stays open.
  expect(written).toBeLessThan(40)
  await expect.poll(async () => (await here.rpc('p2p/stream/ls')).lines).toMatchObject([{
    Streams: [{ HandlerID: '0' }]
  }])
})

test('reports the peer to the service', async () => {
  const socket = dial(
    await mount(
      await startService((socket) => {
        void all(socket).then((said) => {
          socket.end(said)
        })
      }),
      '&report-peer-id=true'
    )
  )
  socket.end('hello')
  expect(await all(socket)).toBe(`${here.node.identity.peerId}\nhello`)
})

test('lists and closes streams on both sides, and closes listeners without their streams', async () => {
  const address = await mount(
    await startService((socket) => {
      socket.write('x')
    })
  )
  const socket = dial(address)
  await new Promise((resolve) => {
    socket.once('data', resolve)
  })
  const listed = (await here.rpc('p2p/stream/ls')).lines[0] as {
    Streams: Array<{ HandlerID: string; OriginAddress: string }>
  }
  expect(listed.Streams).toMatchObject([{
    HandlerID: '0',
    Protocol: '/x/test',
    OriginAddress: `/ip4/127.0.0.1/tcp/${socket.localPort}`,
    TargetAddress: `/p2p/${there.node.identity.peerId}`
  }])
  expect((await there.rpc('p2p/stream/ls')).lines).toMatchObject([{
    Streams: [{ HandlerID: '0', OriginAddress: `/p2p/${here.node.identity.peerId}` }]
  }])
  expect((await here.rpc('p2p/stream/ls?encoding=text&headers=true')).text).toMatch(
    /^ID Protocol Origin +Target\n0 +\/x\/test/
  )

  expect((await here.rpc('p2p/close?all=true')).lines).toEqual([1])
  expect((await there.rpc('p2p/close?protocol=/x/test')).lines).toEqual([1])
  expect((await here.rpc('p2p/stream/ls')).lines).toMatchObject([{ Streams: [{ HandlerID: '0' }] }])
  await here.rpc('p2p/stream/close?arg=7')
  expect((await here.rpc('p2p/stream/ls')).lines).toMatchObject([{ Streams: [{ HandlerID: '0' }] }])

  await here.rpc('p2p/stream/close?arg=0')
  await new Promise((resolve) => {
    socket.once('close', resolve)
  })
  await expect.poll(async () => (await there.rpc('p2p/stream/ls')).lines).toEqual([{ Streams: null }])
  const refused = dial(address)
  await new Promise((resolve) => {
    refused.once('close', resolve)
  })
})

test('closes the connection if the service is not offered, or is unreachable', async () => {
  const away = await mount('/ip4/127.0.0.1/tcp/1')
  const socket = dial(away)
  await new Promise((resolve) => {
    socket.once('close', resolve)
    socket.resume()
  })
  await there.rpc('p2p/close?all=true')
  const another = dial(away)
  await new Promise((resolve) => {
    another.once('close', resolve)
    another.resume()
  })
})

test('rejects duplicate services, protocols of the node itself, and addresses in use', async () => {
  await there.rpc('p2p/listen?arg=/x/test&arg=/ip4/127.0.0.1/tcp/1')
  expect((await there.rpc('p2p/listen?arg=/x/test&arg=/ip4/127.0.0.1/tcp/2')).lines).toMatchObject([{
    Message: 'listener already registered'
  }])
  expect(
    (await there.rpc('p2p/listen?arg=/ipfs/ping/1.0.0&arg=/ip4/127.0.0.1/tcp/2&allow-custom-protocol=true')).status
  ).toBe(500)
  const taken = await startService(() => {})
  expect((await here.rpc(`p2p/forward?arg=/x/test&arg=${taken}&arg=/p2p/${there.node.identity.peerId}`)).lines)
    .toMatchObject([{ Message: `listen tcp4 127.0.0.1:${taken.split('/').at(-1)}: bind: address already in use` }])
  expect(
    (await here.rpc(`p2p/forward?arg=/x/test&arg=/ip4/127.0.0.1/udp/1&arg=/p2p/${there.node.identity.peerId}`)).lines
  ).toMatchObject([{ Message: '/ip4/127.0.0.1/udp/1 is not a TCP address' }])
  expect((await there.rpc('p2p/ls')).lines).toMatchObject([{ Listeners: [{ TargetAddress: '/ip4/127.0.0.1/tcp/1' }] }])
})

test('keeps a service when the swarm restarts', async () => {
  const address = await mount(
    await startService((socket) => {
      void all(socket).then((said) => {
        socket.end(said)
      })
    })
  )
  await there.node.swarm!.pause()
  await there.node.swarm!.get()
  const [renewed] = there.node.swarm!.opened!.listenAddresses().filter((address) => !address.includes('/ws'))
  await here.rpc(`swarm/connect?arg=${renewed}/p2p/${there.node.identity.peerId}`)
  const socket = dial(address)
  socket.end('again')
  expect(await all(socket)).toBe('again')
})
