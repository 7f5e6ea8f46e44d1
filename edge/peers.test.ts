import { generateKeyPair } from '@libp2p/crypto/keys'
import { multiaddr } from '@multiformats/multiaddr'
import { CID } from 'multiformats/cid'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { putProviders } from '../src/retrieval/routers/put-providers.ts'
import { startSwarmNode } from '../src/testing/peers/swarm-node.ts'
import { MAX_CONNECTIONS } from './peer/door/peer-bounds.ts'
import { edgePeer } from './testing/edge-peer.ts'
import { hasEngine } from './testing/has-engine.ts'
import { noiseBytes } from './testing/noise-bytes.ts'
import { objectsIn } from './testing/objects-in.ts'
import { edgeRpc, killEdge, serveEdge, TOKEN } from './testing/served-edge.ts'
import type { ServedEdge } from './testing/served-edge.ts'
import { upload } from './testing/upload.ts'

const MIB = 1024 * 1024
const CONFIG = { Bootstrap: [], 'Routing.Type': 'none', 'HTTPRetrieval.Enabled': false }

interface Id {
  ID: string
  Addresses: string[]
  Protocols: string[]
}

describe('a node on the edge, as a peer', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let folder = ''
  let edge: ServedEdge
  const ends: Array<() => Promise<unknown>> = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'swipfs-edge-peers-'))
    edge = await serveEdge(
      join(folder, 'state'),
      '--token',
      TOKEN,
      '--config',
      JSON.stringify({
        ...CONFIG,
        'Swarm.RelayService': { MaxReservationsPerIP: 3, MaxCircuits: 2 },
        'Swarm.AddrFilters': ['/ip4/203.0.113.0/ipcidr/24']
      })
    )
  })

  afterEach(async () => {
    await Promise.all(ends.splice(0).map(async (end) => await end()))
  })

  afterAll(async () => {
    await killEdge(edge)
    await rm(folder, { recursive: true, force: true })
  })

  const id = async (): Promise<Id> => await (await edgeRpc(edge.url, 'id')).json() as Id
  const peersOfEdge = async (): Promise<string> => await (await edgeRpc(edge.url, 'swarm/peers')).text()
  const last = async (response: Response): Promise<Record<string, string>> =>
    JSON.parse((await response.text()).trim().split('\n').at(-1)!) as Record<string, string>

  it('accepts connections, identifies itself and answers pings', async () => {
    const { ID, Addresses, Protocols } = await id()
    const { port } = new URL(edge.url)
    expect(Addresses).toEqual([`/ip4/127.0.0.1/tcp/${port}/ws/p2p/${ID}`])
    expect(Protocols).toEqual(
      expect.arrayContaining([
        '/ipfs/bitswap/1.2.0',
        '/ipfs/id/1.0.0',
        '/ipfs/ping/1.0.0',
        '/libp2p/circuit/relay/0.2.0/hop'
      ])
    )

    const caller = await peer()
    expect(await caller.services.ping.ping(multiaddr(Addresses[0]))).toBeGreaterThanOrEqual(0)
    await expect.poll(async () => (await caller.peerStore.get(caller.getPeers()[0])).protocols.length).toBeGreaterThan(
      0
    )
    const known = await caller.peerStore.get(caller.getPeers()[0])
    expect(new TextDecoder().decode(known.metadata.get('AgentVersion'))).toContain('swipfs')
    expect(known.addresses.map(({ multiaddr }) => `${multiaddr}/p2p/${ID}`)).toEqual(Addresses)
    expect(await peersOfEdge()).toContain(caller.peerId.toString())
    expect(await (await edgeRpc(edge.url, `ping?arg=${caller.peerId}&count=1`)).text()).toMatch(
      /"Success":true,"Time":[1-9]/
    )
  })

  it('sends and receives blocks by bitswap', async () => {
    const [address] = (await id()).Addresses
    const node = await startSwarmNode({ config: CONFIG })
    ends.push(async () => {
      await node.node.stop()
    })
    expect((await node.rpc(`swarm/connect?arg=${address}`)).status).toBe(200)

    const there = noiseBytes(11, 9 * MIB)
    const { Hash: fromEdge } = await last(await edgeRpc(edge.url, 'add?cid-version=1&progress=false', upload(there)))
    const got = await (await node.open(`cat?arg=${fromEdge}`)).arrayBuffer()
    expect(Buffer.compare(Buffer.from(got), there)).toBe(0)

    const here = noiseBytes(12, 9 * MIB)
    const { Hash: fromNode } = (await node.rpc('add?cid-version=1&progress=false', { body: upload(here) })).lines.at(
      -1
    ) as { Hash: string }
    const response = await fetch(`${edge.url}/ipfs/${fromNode}`)
    const back = Buffer.from(await response.arrayBuffer())
    expect([response.status, back.length, back.length < 1000 ? back.toString() : '']).toEqual([200, here.length, ''])
    expect(Buffer.compare(back, here)).toBe(0)
  })

  it('dials WebSockets, and reports that it cannot dial other addresses', async () => {
    const node = await startSwarmNode({ config: CONFIG })
    ends.push(async () => {
      await node.node.stop()
    })
    const [tcp, ws] = [0, 1].map((i) => node.addresses.find((address) => address.includes('/ws/') === (i === 1))!)
    const refused = await edgeRpc(edge.url, `swarm/connect?arg=${tcp}`)
    expect([refused.status, await refused.text()]).toEqual([500, expect.stringContaining('no transport for protocol')])
    expect(await (await edgeRpc(edge.url, `swarm/connect?arg=${ws}`)).text()).toContain('success')
    const nobody = await edgeRpc(
      edge.url,
      `swarm/connect?arg=/ip4/127.0.0.1/tcp/1/ws/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN`
    )
    expect(nobody.status).toBe(500)
  })

  it('relays within the limits of its settings, and ends reservations of disconnected peers', async () => {
    const [address] = (await id()).Addresses
    const callees = await Promise.all([1, 2, 3].map(async () => await peer([`${address}/p2p-circuit`])))
    const [callee] = callees
    expect(callee.getMultiaddrs().map(String)).toContain(`${address}/p2p-circuit/p2p/${callee.peerId}`)
    const way = multiaddr(`${address}/p2p-circuit/p2p/${callee.peerId}`)

    for (const _ of [1, 2]) {
      const caller = await peer()
      expect(await caller.services.ping.ping(way)).toBeGreaterThanOrEqual(0)
    }

    await expect((await peer()).services.ping.ping(way)).rejects.toThrow()
    // A fourth reservation for one address is refused.
    await expect(peer([`${address}/p2p-circuit`])).rejects.toThrow()
    await callees[1].stop()
    await expect.poll(async () => await peer([`${address}/p2p-circuit`]).then(() => 'has a place', () => 'has none'))
      .toBe('has a place')
  })

  it('routes for its peers: it finds announced providers, and names', async () => {
    const { ID, Addresses } = await id()
    const relayJson = await fetch(`${edge.url}/relay.json`)
    expect([await relayJson.json(), relayJson.headers.get('access-control-allow-origin')]).toEqual([{
      relays: Addresses,
      routers: [edge.url]
    }, '*'])

    const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
    const key = await generateKeyPair('Ed25519')
    const peerId = key.publicKey.toString()
    const addresses = [`${Addresses[0]}/p2p-circuit/webrtc`]
    await putProviders(edge.url, [CID.parse(cid)], {
      privateKey: key,
      peerId,
      addresses,
      signal: AbortSignal.timeout(10_000)
    })
    const ask = async (path: string, init?: RequestInit): Promise<Response> =>
      await fetch(`${edge.url}/routing/v1/${path}`, init)
    const found = [{ Schema: 'peer', ID: peerId, Addrs: addresses, Protocols: ['transport-bitswap'] }]
    expect(await (await ask(`providers/${cid}`)).json()).toEqual({ Providers: found })
    expect(await (await ask(`providers/${cid}`, { headers: { Accept: 'application/x-ndjson' } })).json()).toEqual(
      found[0]
    )
    expect(await (await ask(`peers/${peerId}`)).json()).toEqual({ Peers: found })
    expect(await (await ask(`providers/${cid}?filter-addrs=quic-v1`)).json()).toEqual({ Providers: [] })
    expect(await (await ask(`providers/${cid}?filter-protocols=transport-bitswap`)).json()).toEqual({
      Providers: found
    })
    expect(await (await ask(`providers/${cid}?filter-protocols=transport-ipfs-gateway-http`)).json()).toEqual({
      Providers: []
    })

    // A page sends a preflight before it announces.
    const asked = await ask('providers/', {
      method: 'OPTIONS',
      headers: { Origin: 'https://page.example', 'Access-Control-Request-Method': 'PUT' }
    })
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([
      204,
      expect.stringContaining('PUT')
    ])

    // A forged announcement for another peer is rejected.
    const forged = {
      Providers: [{
        Schema: 'bitswap',
        Protocol: 'transport-bitswap',
        Signature: 'mAAAA',
        Payload: { Keys: [cid], Timestamp: Date.now(), AdvisoryTTL: 1e18, ID, Addrs: addresses }
      }]
    }
    expect(
      (await ask('providers/', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(forged)
      })).status
    ).toBe(403)
    expect((await ask('providers/', { method: 'PUT', body: 'x'.repeat(2 * MIB + 1) })).status).toBe(413)
    expect((await ask('providers/x')).status).toBe(400)
  })

  it('limits the connections per address, and refuses filtered networks', async () => {
    const from = async (ip: string): Promise<number> =>
      await status(edge.url, '/', { 'cf-connecting-ip': ip }, (end) => {
        ends.push(end)
      })
    expect(await from('203.0.113.9')).toBe(403)
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => await from('198.51.100.7')))
    // None of them identifies itself.
    expect(statuses.filter((code) => code === 101)).toHaveLength(8)
    expect(statuses.filter((code) => code === 429)).toHaveLength(12)
    // Addresses of one IPv6 network have one owner.
    const six = await Promise.all(Array.from({ length: 20 }, async (_, i) => await from(`2001:db8::${i + 1}`)))
    expect(six.filter((code) => code === 101)).toHaveLength(8)
    expect(await from('198.51.100.8')).toBe(101)
    expect(await status(edge.url, '/api/v0/id', {})).toBe(404)
  })

  it('refuses excess connections with a clear message, and keeps existing ones', async () => {
    const full = await serveEdge(join(folder, 'full'), '--token', TOKEN, '--config', JSON.stringify(CONFIG))
    ends.push(async () => {
      await killEdge(full)
    })
    const address = multiaddr((await (await edgeRpc(full.url, 'id')).json() as Id).Addresses[0])
    const inside: Array<Awaited<ReturnType<typeof peer>>> = []

    const comesIn = async (one: Awaited<ReturnType<typeof peer>>): Promise<void> => {
      await expect.poll(async () => await one.dial(address).then(() => 'is in', (err: Error) => err.message)).toBe(
        'is in'
      )
    }

    // No more at once than may be unidentified. The rate per host is limited too, so refused peers try again.
    while (inside.length < MAX_CONNECTIONS) {
      const batch = await Promise.all(Array.from({ length: 16 }, async () => await peer()))
      await Promise.all(batch.map(comesIn))
      inside.push(...batch)
    }

    const refused = await answered(full.url, '/', {}, (end) => {
      ends.push(end)
    })
    expect(refused).toEqual({
      code: 429,
      text: expect.stringContaining(
        `429 Too Many Requests: this node has reached its limit of ${MAX_CONNECTIONS} peer connections`
      ) as string
    })
    expect(refused.text).toMatch(/retry-after: 60/i)
    const next = await peer()
    await expect(next.dial(address)).rejects.toThrow()
    expect(inside.map((one) => one.getConnections().length)).toEqual(inside.map(() => 1))
    expect(await inside[7].services.ping.ping(address)).toBeGreaterThanOrEqual(0)

    await inside[0].stop()
    await comesIn(next)
  })

  it('survives any input of unknown peers', async () => {
    const [address] = (await id()).Addresses

    const flood = await peer()
    const connection = await flood.dial(multiaddr(address))

    // No libp2p, too much at once, nothing at all, half a handshake.
    for (
      const send of [
        (socket: WebSocket) => {
          socket.send('GET / HTTP/1.1\r\n\r\n')
        },
        (socket: WebSocket) => {
          socket.send(new Uint8Array(8 * MIB))
        },
        () => {},
        (socket: WebSocket) => {
          socket.send(Buffer.from('\x13/multistream/1.0.0\n'))
        }
      ]
    ) {
      for (let i = 0; i < 20; i++) {
        const socket = new WebSocket(edge.url.replace('http', 'ws'))
        socket.on('error', () => {})
        socket.on('open', () => {
          send(socket)
        })
        ends.push(async () => {
          socket.terminate()
        })
      }
    }

    // Unread streams, each filled to its window.
    const filled = Array.from({ length: 200 }, async () => {
      const stream = await connection.newStream('/ipfs/bitswap/1.2.0', { maxOutboundStreams: 1000 })
      // Most of a message of 4 MiB, and never the rest.
      stream.send(new Uint8Array([0x80, 0x80, 0x80, 0x02]))
      for (let sent = 0; sent < 3 * MIB; sent += 64 * 1024) {
        stream.send(new Uint8Array(64 * 1024))
      }
    })
    await Promise.allSettled(filled)
    await expect.poll(() => connection.status).not.toBe('open')

    await Promise.all(ends.splice(0).map(async (end) => await end()))
    await expect.poll(async () =>
      await (await peer()).services.ping.ping(multiaddr(address)).then(() => 'answers', (err: Error) => err.message)
    ).toBe('answers')
    expect((await edgeRpc(edge.url, 'id')).status).toBe(200)
  })

  it('refuses peers without waking the node if it is configured not to listen', async () => {
    const closed = await serveEdge(
      join(folder, 'closed'),
      '--token',
      TOKEN,
      '--config',
      JSON.stringify({ ...CONFIG, 'Addresses.Swarm': [] })
    )
    ends.push(async () => {
      await killEdge(closed)
    })
    expect(await status(closed.url, '/', {})).toBe(403)
    expect(await objectsIn(join(folder, 'closed'))).toEqual([])
    expect((await (await edgeRpc(closed.url, 'id')).json() as Id).Addresses.join()).not.toContain('/tcp/')
  })

  it('announces the addresses of its settings in addition to that of its host', async () => {
    const named = await serveEdge(
      join(folder, 'named'),
      '--token',
      TOKEN,
      '--config',
      JSON.stringify({ ...CONFIG, 'Addresses.AppendAnnounce': ['/dns/node.example/tcp/443/wss'] })
    )
    ends.push(async () => {
      await killEdge(named)
    })
    const { ID, Addresses } = await (await edgeRpc(named.url, 'id')).json() as Id
    expect(Addresses).toEqual(
      expect.arrayContaining([
        `/dns/node.example/tcp/443/wss/p2p/${ID}`,
        `/ip4/127.0.0.1/tcp/${new URL(named.url).port}/ws/p2p/${ID}`
      ])
    )
  })

  async function peer (listen: string[] = []): ReturnType<typeof edgePeer> {
    const made = await edgePeer(listen)
    ends.push(async () => {
      await made.stop()
    })
    await made.start()
    return made
  }
})

/** Returns the status of a WebSocket request; an accepted one stays open until the test ends. */
async function status (...asked: Parameters<typeof answered>): Promise<number> {
  return (await answered(...asked)).code
}

async function answered (
  url: string,
  path: string,
  headers: Record<string, string>,
  opened: (end: () => Promise<unknown>) => void = () => {}
): Promise<{ code: number; text: string }> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  opened(async () => socket.destroy())
  const lines = Object.entries({
    Host: host,
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers
  }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  socket.unref()

  return await new Promise((resolve, reject) => {
    let text = ''

    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      const code = Number(text.split(' ')[1])
      // The reason of a refusal may follow its head.
      if (/\r\n\r\n/.test(text) && (code === 101 || !text.endsWith('\r\n\r\n'))) {
        resolve({ code, text })
      }
    })

    socket.once('error', reject)
  })
}
