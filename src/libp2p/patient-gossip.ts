import type { GossipSub } from '@libp2p/gossipsub'
import type { Connection, Stream } from '@libp2p/interface'
import { concatBytes } from '../bytes/concat-bytes.ts'
import { varintBytes } from '../bytes/varint.ts'
import { heldFrames } from './held-frames.ts'
import type { Held } from './held-frames.ts'

/** Messages that are looked at at one time: a signature takes longer than the bytes of a message, so a flood of small ones would fill the memory. */
const MAX_LOOKED_AT = 256

/** As gossipsub by itself takes. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024

/** The parts of gossipsub that take what comes. */
interface Taking {
  onIncomingStream: (stream: Stream, connection: Connection) => void
  handleReceivedMessage: (...message: unknown[]) => Promise<void>
}

/**
 * Holds peers up that send more than is looked at: gossipsub takes all that comes at once. It gets messages that are whole, so that the parts of others count for who sends them.
 *
 * @returns what was given
 */
export function patientGossip (gossip: GossipSub, hold: Held): GossipSub {
  const inner = gossip as unknown as Taking
  const take = inner.onIncomingStream.bind(inner)
  const handle = inner.handleReceivedMessage.bind(inner)
  let busy = 0
  const held: Array<() => void> = []

  async function * paced (stream: Stream, connection: Connection): AsyncGenerator<Uint8Array> {
    for await (const message of heldFrames(stream, MAX_FRAME_BYTES, (bytes) => { hold(connection, bytes) })) {
      yield concatBytes([varintBytes(message.length), message])

      while (busy > MAX_LOOKED_AT) {
        await new Promise<void>((resolve) => { held.push(resolve) })
      }
    }
  }

  inner.handleReceivedMessage = async (...message) => {
    busy++
    await handle(...message).finally(() => { busy--; held.splice(0).forEach((go) => { go() }) })
  }

  // of the stream it reads the chunks, and ends it
  inner.onIncomingStream = (stream, connection) => {
    take({ [Symbol.asyncIterator]: () => paced(stream, connection), close: async () => { await stream.close() }, abort: (err: Error) => { stream.abort(err) } } as unknown as Stream, connection)
  }

  return gossip
}
