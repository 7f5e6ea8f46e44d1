import type { GossipSub } from '@libp2p/gossipsub'
import type { Connection, Stream } from '@libp2p/interface'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { varintBytes } from '../../bytes/protobuf/varint.ts'
import { meteredFrames } from '../streams/metered-frames.ts'
import type { MemoryReport } from '../streams/metered-frames.ts'

/**
 * Messages that are validated concurrently: a signature takes longer than receiving a message, so a flood of small ones
 * would fill the memory.
 */
const MAX_LOOKED_AT = 256

/** Gossipsub's own limit. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024

/** The parts of gossipsub that receive messages. */
interface Taking {
  onIncomingStream: (stream: Stream, connection: Connection) => void
  handleReceivedMessage: (...message: unknown[]) => Promise<void>
}

/**
 * Adds backpressure to gossipsub, which accepts everything at once. Passes complete messages on, and accounts partly
 * received ones to their sender.
 *
 * @returns the same gossipsub
 */
export function withGossipBackpressure (gossip: GossipSub, hold: MemoryReport): GossipSub {
  const inner = gossip as unknown as Taking
  const take = inner.onIncomingStream.bind(inner)
  const handle = inner.handleReceivedMessage.bind(inner)
  let busy = 0
  const held: Array<() => void> = []

  async function* paced (stream: Stream, connection: Connection): AsyncGenerator<Uint8Array> {
    for await (
      const message of meteredFrames(stream, MAX_FRAME_BYTES, (bytes) => {
        hold(connection, bytes)
      })
    ) {
      yield concatBytes([varintBytes(message.length), message])

      while (busy > MAX_LOOKED_AT) {
        await new Promise<void>((resolve) => {
          held.push(resolve)
        })
      }
    }
  }

  inner.handleReceivedMessage = async (...message) => {
    busy++
    await handle(...message).finally(() => {
      busy--
      held.splice(0).forEach((go) => {
        go()
      })
    })
  }

  // gossipsub reads the chunks of this stream, and closes it.
  inner.onIncomingStream = (stream, connection) => {
    take({
      [Symbol.asyncIterator]: () => paced(stream, connection),
      close: async () => {
        await stream.close()
      },
      abort: (err: Error) => {
        stream.abort(err)
      }
    } as unknown as Stream, connection)
  }

  return gossip
}
