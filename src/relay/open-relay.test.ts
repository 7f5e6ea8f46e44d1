import '../libp2p/host/promise-with-resolvers.ts'

import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { identify } from '@libp2p/identify'
import type { Libp2p } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import type { Ping } from '@libp2p/ping'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { base64url } from 'multiformats/bases/base64'
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openRelay } from './open-relay.ts'
import type { OpenedRelay } from './open-relay.ts'
import { relayCertificate } from './relay-certificate.ts'
import { relayIdentity } from './relay-identity.ts'

const ends: Array<() => Promise<void>> = []

afterEach(async () => {
  await Promise.all(
    ends.splice(0).map(async (end) => {
      await end()
    })
  )
})

it('makes a peer reachable that does not listen', async () => {
  const relay = await opened()
  const [callee, caller] = [await peer([`${relay.addresses[0]}/p2p-circuit`]), await peer([])]
  const [address] = callee.getMultiaddrs()

  expect(String(address)).toBe(`${relay.addresses[0]}/p2p-circuit/p2p/${callee.peerId}`)
  expect(await caller.services.ping.ping(multiaddr(String(address)))).toBeGreaterThanOrEqual(0)
})

it('serves its addresses to pages, under the requested host, and survives an invalid request', async () => {
  const relay = await opened()
  const ask = async () => await (await fetch(`http://127.0.0.1:${relay.httpPort}/relay.json`)).json() as unknown

  expect(await ask()).toEqual({
    relays: relay.addresses,
    routers: [`http://127.0.0.1:${relay.httpPort}`],
    memory: expect.any(String) as unknown
  })
  const another = await opened()
  const { memory } = await (await fetch(`http://127.0.0.1:${another.httpPort}/relay.json`)).json() as { memory: string }
  expect(await ask()).not.toMatchObject({ memory })
  await new Promise((resolve) => {
    request({ port: relay.httpPort, host: '127.0.0.1', headers: { Host: 'a b:c:d' } }).on('error', resolve).on(
      'response',
      resolve
    ).end()
  })
  expect(await ask()).toMatchObject({ relays: relay.addresses })
  expect(await (await fetch(`http://127.0.0.1:${relay.httpPort}/routing/v1/providers/bafkqaaa`)).json()).toEqual({
    Providers: []
  })
})

it('closes the connection of a peer that fills its memory, and continues', { timeout: 120_000 }, async () => {
  const relay = await opened()
  const greedy = await peer([])
  const connection = await greedy.dial(multiaddr(relay.addresses[0]))
  const { maConn } = (connection as unknown as { muxer: { maConn: { send: (bytes: Uint8Array) => void } } }).muxer
  const piece = new Uint8Array(256 * 1024)
  let sent = 0
  // A yamux frame with a claimed length of 4 GiB.
  maConn.send(Uint8Array.of(0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff))

  while (connection.status === 'open' && sent < 2000) {
    maConn.send(piece)
    sent++
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
  }

  // A WebSocket ends by a handshake, whose answer comes after everything that this end has queued.
  await expect.poll(() => connection.status).not.toBe('open')
  const [callee, caller] = [await peer([`${relay.addresses[0]}/p2p-circuit`]), await peer([])]
  expect(await caller.services.ping.ping(multiaddr(String(callee.getMultiaddrs()[0])))).toBeGreaterThanOrEqual(0)
})

it('keeps its peer ID in a file that only its owner can read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'swipfs-relay-'))
  ends.push(async () => {
    await rm(folder, { recursive: true })
  })
  const file = path.join(folder, 'below', 'identity')
  const first = await relayIdentity(file)

  expect((await relayIdentity(file)).equals(first)).toBe(true)
  expect((await stat(file)).mode & 0o077).toBe(0)
  expect((await readFile(file)).byteLength).toBeGreaterThan(32)
  expect((await relayIdentity(undefined)).equals(first)).toBe(false)

  await writeFile(file, 'no key')
  await expect(relayIdentity(file)).rejects.toThrow('does not contain a private key')
})

it('keeps its WebRTC-direct certificate in a file that only its owner can read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'swipfs-relay-'))
  ends.push(async () => {
    await rm(folder, { recursive: true })
  })
  const file = path.join(folder, 'identity.webrtc.pem')
  const first = await relayCertificate(file)
  const certificate = new X509Certificate(first.pem)

  expect(await relayCertificate(file)).toEqual(first)
  expect((await stat(file)).mode & 0o077).toBe(0)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(createPrivateKey(first.privateKey))).toBe(true)
  expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now())
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now())
  expect(base64url.decode(first.certhash).subarray(2)).toEqual(
    new Uint8Array(createHash('sha256').update(certificate.raw).digest())
  )
  expect((await relayCertificate(undefined)).certhash).not.toBe(first.certhash)

  await writeFile(file, `${first.pem}${(await relayCertificate(undefined)).privateKey}`)
  await expect(relayCertificate(file)).rejects.toThrow('does not contain a certificate with its key')
})

async function opened (): Promise<OpenedRelay> {
  const relay = await openRelay({
    port: 0,
    httpPort: 0,
    host: '127.0.0.1',
    tls: undefined,
    announce: [],
    unlimited: false,
    privateKey: await relayIdentity(undefined)
  })
  ends.push(relay.close)
  return relay
}

async function peer (listen: string[]): Promise<Libp2p<{ ping: Ping }>> {
  const started = await createLibp2p({
    addresses: { listen },
    transports: [webSockets(), circuitRelayTransport()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
    services: { identify: identify(), ping: ping({ runOnLimitedConnection: true }) }
  })

  ends.push(async () => {
    await started.stop()
  })
  return started
}
