import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { EventQueue } from '../../src/async/iteration/event-queue.ts'
import type { ByteDuplex } from '../../src/bytes/byte-duplex.ts'
import type { IncomingStream, StreamQuestion } from '../../src/client/protocol/stream-messages.ts'
import { checkProtocol } from '../../src/commands/p2p/check-protocol.ts'
import { streamMounts } from '../../src/commands/p2p/stream-mounts.ts'
import { peersOf } from '../../src/commands/swarm/peers-of.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { PortDuplex } from '../../src/port/port-duplex.ts'
import type { ServerMessage } from '../../src/port/port-message.ts'
import { serveCalls } from '../../src/port/serve-calls.ts'
import type { PortValue } from '../../src/port/serve-calls.ts'
import { mayCommand } from '../scope/guard.ts'

/** Maximum concurrent calls of one page: accepted protocols, and streams that are being opened. */
const MAX_CALLS = 256

/**
 * Silence after which a page counts as gone. A background page may send only one message a minute; a page that is
 * closed says so.
 */
const SILENCE_MS = 150_000

/** Streams of peers that end in pages, which replace the sockets that browsers lack: accepted and opened ones. */
export class PageStreams {
  readonly #node: () => Promise<IpfsNode>
  readonly #ports = new Set<() => void>()
  #count = 0

  constructor (node: () => Promise<IpfsNode>) {
    this.#node = node
  }

  /** Serves the stream calls of a page as long as the port is open. Only the node's own pages may use it. */
  serve (port: MessagePort): void {
    const page = multiaddr(`/memory/${++this.#count}`)

    const close = serveCalls(port, {
      accept: (input, { signal }) => this.#accept(input as StreamQuestion, page, signal),
      open: (input, { signal }) => this.#open(input as StreamQuestion, page, signal)
    }, {
      maxCalls: MAX_CALLS,
      silenceMs: SILENCE_MS,
      onClose: () => {
        this.#ports.delete(close)
      }
    })

    this.#ports.add(close)
  }

  closeAll (): void {
    this.#ports.forEach((close) => {
      close()
    })
  }

  /** Yields a confirmation that the protocol is accepted, then each incoming stream. */
  async *#accept (
    { protocol, allowCustomProtocol }: StreamQuestion,
    page: Multiaddr,
    signal: AbortSignal
  ): AsyncGenerator<PortValue> {
    const mounts = streamMounts(await this.#node())
    checkProtocol(protocol, allowCustomProtocol)
    const came = new EventQueue<PortValue>()

    const { listener, ended } = await mounts.offer({
      protocol,
      targetAddress: page,

      async connect ({ peer }) {
        const { local, value } = pageEnds(peer, protocol)
        came.push(value)
        return local
      }
    })

    const end = (): void => {
      came.end()
    }
    void ended.then(end)
    signal.addEventListener('abort', end)

    try {
      yield { value: null }
      yield* came
    } finally {
      mounts.close((other) => other === listener)
    }
  }

  async *#open (
    { peer, protocol, allowCustomProtocol }: StreamQuestion,
    page: Multiaddr,
    signal: AbortSignal
  ): AsyncGenerator<PortValue> {
    const node = await this.#node()
    const mounts = streamMounts(node)
    checkProtocol(protocol, allowCustomProtocol)
    const [target] = await peersOf([peer?.startsWith('/') === true ? peer : `/p2p/${peer}`], node, signal)
    const remote = await mounts.open(target, protocol, { signal })
    const { local, value } = pageEnds(target.ID, protocol)
    void mounts.carry({ protocol, origin: page, target: multiaddr(`/p2p/${target.ID}`) }, local, remote)
    yield value
  }
}

/** Returns the worker's end of a stream, and the value that gives the page its end. */
function pageEnds (peer: string, protocol: string): { local: ByteDuplex; value: PortValue } {
  const down = new MessageChannel()
  const up = new MessageChannel()
  const duplex = new PortDuplex({ incoming: up.port1, outgoing: down.port1 })

  return {
    local: {
      chunks: duplex.chunks(),
      write: async (bytes) => {
        await duplex.write(bytes)
      },
      closeWrite: async () => {
        duplex.closeWrite()
      },
      abort: (reason) => {
        duplex.abort(reason)
      }
    },
    value: {
      value: { peer, protocol, incoming: down.port2, outgoing: up.port2 } satisfies IncomingStream,
      transfer: [down.port2, up.port2]
    }
  }
}

/** Lets a page accept and open streams. Ignores requests of content. */
export function acceptPageStreams (
  { source, ports: [port] }: Pick<ExtendableMessageEvent, 'source' | 'ports'>,
  origin: string,
  streams: Pick<PageStreams, 'serve'>
): void {
  if (mayCommand(source, origin)) {
    streams.serve(port)
  } else {
    port?.postMessage({ type: 'bye' } satisfies ServerMessage)
    port?.close()
  }
}
