import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { identify } from '@libp2p/identify'
import type { Libp2p } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import { webRTC } from '@libp2p/webrtc'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { streamChunks } from '../../src/libp2p/streams/stream-chunks.ts'

const PROTOCOL = '/swipfs-bench/1'
const PIECE = new Uint8Array(64 * 1024)

/** A libp2p peer with WebRTC as its only transport, wherever its connections are held. */
export class BenchPeer {
  readonly #libp2p: Libp2p

  private constructor (libp2p: Libp2p) {
    this.#libp2p = libp2p
  }

  static async start (relay: string): Promise<BenchPeer> {
    const libp2p = await createLibp2p({
      addresses: { listen: [`${relay}/p2p-circuit`, '/webrtc'] },
      transports: [webSockets(), circuitRelayTransport(), webRTC({ rtcConfiguration: { iceServers: [] } })],
      connectionEncrypters: [noise()],
      streamMuxers: [yamux()],
      // On a busy machine, browsers take long to connect.
      connectionManager: { addressDialTimeout: 60_000 },
      connectionGater: { denyDialMultiaddr: () => false },
      services: { identify: identify() }
    })

    await libp2p.handle(PROTOCOL, async (stream) => {
      let bytes = 0
      for await (const chunk of streamChunks(stream)) {
        bytes += chunk.byteLength
      }
      stream.send(new TextEncoder().encode(String(bytes)))
      await stream.close()
    })

    return new BenchPeer(libp2p)
  }

  address (): string {
    return this.#libp2p.getMultiaddrs().map(String).find((address) => address.includes('/webrtc/')) ?? ''
  }

  /**
   * Connects to a peer, with retries: a page that owns its connection may wait forever for the end of the initial
   * channel if the other end closes it first.
   *
   * @returns milliseconds
   */
  async connect (address: string): Promise<number> {
    for (let tries = 1;; tries++) {
      const start = performance.now()

      try {
        await this.#libp2p.dial(multiaddr(address), { signal: AbortSignal.timeout(20_000) })
        return performance.now() - start
      } catch (err) {
        if (tries === 5) {
          throw err
        }
      }
    }
  }

  /**
   * Sends bytes and waits until the other end has counted them.
   *
   * @returns MB per second
   */
  async send (bytes: number): Promise<number> {
    const connection = this.#libp2p.getConnections().find(({ limits, remoteAddr }) =>
      limits == null && remoteAddr.toString().includes('/webrtc')
    )
    const start = performance.now()
    const stream = await connection!.newStream(PROTOCOL)
    const answer = new Response(
      new ReadableStream({
        async start (out) {
          for await (const chunk of streamChunks(stream)) {
            out.enqueue(chunk)
          }
          out.close()
        }
      })
    ).text()

    for (let sent = 0; sent < bytes; sent += PIECE.byteLength) {
      if (!stream.send(PIECE)) {
        await stream.onDrain()
      }
    }

    await stream.close()
    if (await answer !== String(bytes)) {
      throw new Error(`${await answer} of ${bytes} bytes came`)
    }
    return bytes / 1e6 / ((performance.now() - start) / 1000)
  }

  /**
   * Opens streams that carry one byte, one by one.
   *
   * @returns milliseconds per stream
   */
  async latency (times: number): Promise<number> {
    const start = performance.now()
    for (let i = 0; i < times; i++) {
      await this.sendOne()
    }
    return (performance.now() - start) / times
  }

  private async sendOne (): Promise<void> {
    const [connection] = this.#libp2p.getConnections().filter(({ limits, remoteAddr }) =>
      limits == null && remoteAddr.toString().includes('/webrtc')
    )
    const stream = await connection!.newStream(PROTOCOL)
    stream.send(PIECE.subarray(0, 1))
    const closed = stream.close()
    for await (const _ of streamChunks(stream)) {
      /* the count */
    }
    await closed
  }
}
