import { toPortError } from '../../port/port-error.ts'
import type { ConnectionSettings, HostMessage, WorkerMessage } from '../webrtc-message.ts'
import { HostedChannel } from './hosted-channel.ts'
import { HostedConnection } from './hosted-connection.ts'

/** Time after which a silent worker is treated as gone, even if its port is open. The worker pings more often. */
const SILENCE_MS = 60_000

/**
 * Maximum bytes of incomplete frames that the worker keeps for all channels together. Its memory limit does not count
 * them, and a peer can announce 4 MiB for each of a thousand frames. Frames in use have 16 KiB.
 */
const MAX_PART_BYTES = 32 * 1024 * 1024

/** Interval of checks whether a channel that ends has sent everything to the worker. */
const DRAIN_LOOK_MS = 20

export interface ServeWebRtcOptions {
  /** the class of the browser, or a test double */
  PeerConnection?: typeof RTCPeerConnection
  silenceMs?: number
  /**
   * Called once when the port is closed. `isLost` means that its worker ended without a message, for example because
   * the browser stopped it.
   */
  onClose?: (isLost: boolean) => void
}

/**
 * Holds the WebRTC connections of a worker, which has no WebRTC itself, and reports their events through a port, until
 * one of its ends closes or the worker is gone.
 *
 * @returns closes the port and all connections
 */
export function serveWebRtc (
  port: MessagePort,
  { PeerConnection = RTCPeerConnection, silenceMs = SILENCE_MS, onClose = () => {} }: ServeWebRtcOptions = {}
): () => void {
  const connections = new Map<number, { hosted: HostedConnection; channels: Set<HostedChannel> }>()
  const channels = new Map<number, HostedChannel>()
  const certificates = new Map<number, RTCCertificate>()
  let next = 0
  let closed = false
  let heard = true
  let partBytes = 0

  const post = (message: HostMessage, transfer: Transferable[] = []): void => {
    if (!closed) {
      port.postMessage(message, transfer)
    }
  }

  /** Numbers of the page are even. */
  const number = (): number => {
    next += 2
    return next
  }

  function open (id: number, { certificates: own = [], ...settings }: ConnectionSettings): void {
    const known = own.map(({ certificate }) => certificates.get(certificate)).filter((certificate) =>
      certificate != null
    )
    const set = new Set<HostedChannel>()

    const drained = async (): Promise<void> => {
      while (!closed && [...set].some(({ drained }) => !drained)) {
        await new Promise((resolve) => {
          setTimeout(resolve, DRAIN_LOOK_MS)
        })
      }
    }

    const hosted = new HostedConnection(
      id,
      new PeerConnection({ ...settings, ...known.length > 0 ? { certificates: known } : {} }),
      {
        post,
        drained,
        onChannel: (channel) => {
          const own = number()
          const { state } = keep(own, channel, set)
          post({
            type: 'channel',
            connection: id,
            channel: own,
            label: channel.label,
            protocol: channel.protocol,
            state
          })
        }
      }
    )

    connections.set(id, { hosted, channels: set })
  }

  function keep (id: number, channel: RTCDataChannel, set: Set<HostedChannel>): HostedChannel {
    const hosted = new HostedChannel(id, channel, {
      post,
      onPart,
      onClosed: () => {
        channels.delete(id)
        set.delete(hosted)
      }
    })
    channels.set(id, hosted)
    set.add(hosted)
    return hosted
  }

  function onPart (bytes: number): void {
    partBytes += bytes

    if (partBytes > MAX_PART_BYTES) {
      const [most] = [...channels.values()].sort((a, b) => b.partBytes - a.partBytes)
      most.cut('incomplete frames exceed the memory limit')
    }
  }

  function answer (call: number, work: () => Promise<unknown>): void {
    work().then((value) => {
      post({ type: 'answer', call, value })
    }, (err: unknown) => {
      post({ type: 'answer', call, error: toPortError(err) })
    })
  }

  function closeConnection (id: number): void {
    const connection = connections.get(id)
    connections.delete(id)
    connection?.hosted.close()
    connection?.channels.forEach((channel) => {
      channel.drop()
    })
    channels.forEach((channel, number) => {
      if (connection?.channels.has(channel) === true) {
        channels.delete(number)
      }
    })
  }

  const onMessage = ({ data }: MessageEvent<WorkerMessage>): void => {
    heard = true

    switch (data.type) {
      case 'ping':
        post({ type: 'pong' })
        break
      case 'certificate':
        answer(data.call, async () => {
          const made = await PeerConnection.generateCertificate(data.algorithm as AlgorithmIdentifier)
          const id = number()
          certificates.set(id, made)
          return { certificate: id, expires: made.expires }
        })
        break
      case 'open':
        try {
          open(data.connection, data.settings)
        } catch {
          // Requests for it report the error.
        }
        break
      case 'call':
        answer(data.call, async () => {
          const connection = connections.get(data.connection)

          if (connection == null) {
            throw new DOMException('there is no such connection', 'InvalidStateError')
          }

          return await connection.hosted.call(data.method, data.input)
        })
        break
      case 'channel': {
        const connection = connections.get(data.connection)

        try {
          if (connection != null) {
            keep(data.channel, connection.hosted.createDataChannel(data.label, data.init), connection.channels)
          }
        } catch (err) {
          post({
            type: 'channel-state',
            channel: data.channel,
            event: 'error',
            state: { readyState: 'closed', id: null },
            error: toPortError(err)
          })
          post({
            type: 'channel-state',
            channel: data.channel,
            event: 'close',
            state: { readyState: 'closed', id: null }
          })
        }

        break
      }
      case 'close':
        closeConnection(data.connection)
        break
      case 'bye':
        end(false)
        break
      default:
        channels.get(data.channel)?.receive(data)
    }
  }

  const end = (isLost: boolean): void => {
    if (closed) {
      return
    }

    post({ type: 'bye' })
    closed = true
    clearInterval(timer)
    port.removeEventListener('message', onMessage)
    port.removeEventListener('close', lose)
    port.close()
    ;[...connections.keys()].forEach(closeConnection)
    onClose(isLost)
  }

  const lose = (): void => {
    end(true)
  }

  /** Counts ticks, not time: a machine that sleeps is not a silent worker. */
  const timer = setInterval(() => {
    if (!heard) {
      lose()
    }

    heard = false
  }, silenceMs)
  ;(timer as { unref?: () => void }).unref?.()

  port.addEventListener('message', onMessage)
  // Not in every browser. In the others the silence of the worker reveals its end.
  port.addEventListener('close', lose)
  port.start()
  return () => {
    end(false)
  }
}
