import type { GossipSub } from '@libp2p/gossipsub'
import type { Connection, Stream } from '@libp2p/interface'
import { streamChunks } from './stream-chunks.ts'

/** Messages that are looked at at one time: a signature takes longer than the bytes of a message, so a flood of small ones would fill the memory. */
const MAX_LOOKED_AT = 256

/** The parts of gossipsub that take what comes. */
interface Taking {
  onIncomingStream: (stream: Stream, connection: Connection) => void
  handleReceivedMessage: (...message: unknown[]) => Promise<void>
}

/** Holds peers up that send more than is looked at: gossipsub takes all that comes at once. @returns what was given */
export function patientGossip (gossip: GossipSub): GossipSub {
  const inner = gossip as unknown as Taking
  const take = inner.onIncomingStream.bind(inner)
  const handle = inner.handleReceivedMessage.bind(inner)
  let busy = 0
  const held: Array<() => void> = []

  async function * paced (stream: Stream): AsyncGenerator<Uint8Array> {
    for await (const chunk of streamChunks(stream)) {
      yield chunk

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
    take({ [Symbol.asyncIterator]: () => paced(stream), close: async () => { await stream.close() }, abort: (err: Error) => { stream.abort(err) } } as unknown as Stream, connection)
  }

  return gossip
}
