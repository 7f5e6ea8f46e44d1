import '../libp2p/host/promise-with-resolvers.ts'

import { circuitRelayServer } from '@libp2p/circuit-relay-v2'
import { identify } from '@libp2p/identify'
import type { Connection, PrivateKey } from '@libp2p/interface'
import { ping } from '@libp2p/ping'
import type { TransportCertificate } from '@libp2p/webrtc'
import { yamux } from '@libp2p/yamux'
import { createLibp2p } from 'libp2p'
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { DelegatedRouter } from '../delegated-router/delegated-router.ts'
import { AutoNatService } from '../libp2p/auto-nat/auto-nat-service.ts'
import type { AutoNatParts } from '../libp2p/auto-nat/auto-nat-service.ts'
import { DEFAULT_DIAL_LIMITS } from '../libp2p/auto-nat/dial-throttle.ts'
import { orderedIdentifyPush } from '../libp2p/identify/ordered-identify-push.ts'
import { ReceiveMemoryLimit } from '../libp2p/limits/receive-memory-limit.ts'
import { streamMetrics } from '../libp2p/limits/stream-metrics.ts'
import { nativeNoise } from '../libp2p/transports/native-noise.ts'
import { letPass } from '../node-adapter/http/let-pass.ts'
import { sendResponse } from '../node-adapter/http/send-response.ts'
import { toRequest } from '../node-adapter/http/to-request.ts'
import { webRtcInNode } from '../node-adapter/network/web-rtc-in-node.ts'
import { webSocketsInNode } from '../node-adapter/network/web-sockets-in-node.ts'
import type { RelayArgs } from './relay-args.ts'

/** Limits of reservations and of connections. */
const MAX_RESERVATIONS = 1024
const MAX_CONNECTIONS = 4096

/** Inbound connections per second and host: NAT may give many peers one address. */
const MAX_INBOUND_A_SECOND = 32
const MAX_PENDING = 64

/** Limit of received bytes of all peers that were not forwarded yet. */
const MAX_UNREAD_BYTES = 256 * 1024 * 1024

export interface RelayInit extends Omit<RelayArgs, 'identity'> {
  privateKey: PrivateKey
  /**
   * Certificate for WebRTC-direct, which is offered too if Node supports it. Its native code may end the process some
   * time after the relay is closed, so use it only in a process that ends then.
   */
  certificate?: TransportCertificate
}

export interface OpenedRelay {
  /** multiaddrs of the relay, WebSockets first */
  addresses: string[]
  /** port of the router */
  httpPort: number
  /** IDs of the connected peers */
  peers: () => string[]
  close: () => Promise<void>
}

/**
 * Opens a relay (libp2p circuit relay v2) and a router (`DelegatedRouter`) for nodes in browsers. The relay makes them
 * reachable, and the router lets them find each other. Both see only the communicating peers, not the content.
 *
 * Peers connect over WebSockets and, if Node supports WebRTC, over WebRTC-direct, which https pages may use without a
 * CA-signed certificate.
 *
 * @throws an Error if a port is taken
 */
export async function openRelay (
  { port, httpPort, host, tls, announce, unlimited, privateKey, certificate }: RelayInit
): Promise<OpenedRelay> {
  const webRtc = certificate == null ? undefined : await webRtcInNode()
  const at = `/${host.includes(':') ? 'ip6' : 'ip4'}/${host}`

  let connections: () => Connection[] = () => []
  const unread = new ReceiveMemoryLimit(() => connections(), MAX_UNREAD_BYTES)

  const relay = await createLibp2p({
    privateKey,
    addresses: {
      listen: [
        `${at}/tcp/${port}/${tls == null ? 'ws' : 'tls/ws'}`,
        ...webRtc == null ? [] : [`${at}/udp/${port}/webrtc-direct`]
      ],
      announce
    },
    transports: [
      webSocketsInNode(tls == null ? {} : { https: tls }),
      ...webRtc == null ? [] : [webRtc.webRTCDirect({ certificate })]
    ],
    connectionEncrypters: [nativeNoise()],
    streamMuxers: [yamux()],
    metrics: () => streamMetrics(undefined, unread, () => connections()),
    connectionManager: {
      maxConnections: MAX_CONNECTIONS,
      inboundConnectionThreshold: MAX_INBOUND_A_SECOND,
      maxIncomingPendingConnections: MAX_PENDING
    },
    services: {
      identify: identify(),
      identifyPush: orderedIdentifyPush(),
      ping: ping(),
      autoNat: (components: AutoNatParts) => new AutoNatService(components, { limits: DEFAULT_DIAL_LIMITS }),
      relay: circuitRelayServer({ reservations: { maxReservations: MAX_RESERVATIONS, applyDefaultLimit: !unlimited } })
    }
  })

  connections = () => relay.getConnections()
  // The addresses are read each time: the machine may move to another network.
  const addresses = (): string[] =>
    relay.getMultiaddrs().map(String).sort((a, b) =>
      Number(a.includes('/webrtc-direct/')) - Number(b.includes('/webrtc-direct/'))
    )
  const router = new DelegatedRouter()

  try {
    const server = await listenOn(requestAnswerer(router, addresses, tls == null ? 'http' : 'https'), {
      port: httpPort,
      host,
      tls
    })

    return {
      addresses: addresses(),
      httpPort: (server.address() as AddressInfo).port,
      peers: () => relay.getPeers().map(String),
      close: async () => {
        await Promise.all([
          relay.stop(),
          new Promise((resolve) => {
            server.close(resolve)
            server.closeAllConnections()
          })
        ])
      }
    }
  } catch (err) {
    await relay.stop()
    throw err
  }
}

/** Serves the router, and `/relay.json`, from which pages configure their relay and router. */
function requestAnswerer (router: DelegatedRouter, relays: () => string[], scheme: string): RequestListener {
  // Identifies the router's memory, which ends with this process.
  const memory = crypto.randomUUID()

  const answer = async (message: IncomingMessage, signal: AbortSignal): Promise<Response> => {
    const request = toRequest(message, signal)

    return new URL(request.url).pathname === '/relay.json'
      ? Response.json({ relays: relays(), routers: [`${scheme}://${requestedHost(message)}`], memory }, {
        headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }
      })
      : await router.handle(request)
  }

  return (message, target) => {
    const leaving = new AbortController()
    target.once('close', () => {
      leaving.abort(new DOMException('the client hung up', 'AbortError'))
    })

    answer(message, leaving.signal)
      .then(async (response) => {
        await sendResponse(response, target, {
          trailers: new Map(),
          head: message.method === 'HEAD',
          headerLines: (_name, value) => [value],
          beforeEnd: async () => {
            await letPass(message)
          }
        })
      })
      // The request is invalid, for example with an unparsable host.
      .catch(() => {
        target.destroy()
      })
  }
}

/** Returns the host under which the client has reached the router. */
function requestedHost ({ headers, socket }: IncomingMessage): string {
  return headers.host ?? `${socket.localAddress}:${socket.localPort}`
}

async function listenOn (
  handle: RequestListener,
  { port, host, tls }: Pick<RelayArgs, 'host' | 'tls'> & { port: number }
): Promise<Server> {
  const server = tls == null ? createHttpServer(handle) : createHttpsServer(tls, handle)

  return await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      resolve(server)
    })
  })
}
