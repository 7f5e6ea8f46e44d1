import '../host/promise-with-resolvers.ts'

import type { Connection, Libp2p } from '@libp2p/interface'
import { tcp } from '@libp2p/tcp'
import { yamux } from '@libp2p/yamux'
import { createLibp2p } from 'libp2p'
import { Uint8ArrayList } from 'uint8arraylist'
import { expect, it } from 'vitest'
import { nativeNoise } from '../transports/native-noise.ts'
import { listMemory } from './list-memory.ts'
import { ReceiveMemoryLimit, STREAM_BYTES } from './receive-memory-limit.ts'

const MIB = 1024 * 1024
const MAX_UNREAD_BYTES = 16 * MIB

/** Creates a connection with buffered data, and records whether it was closed. */
function connection (
  { frame = new Uint8ArrayList(), answers = new Uint8ArrayList(), streams = [] as Uint8ArrayList[] } = {}
) {
  const made = {
    wasCut: false,
    abort: () => {
      made.wasCut = true
    },
    buffers: [frame, answers, ...streams],
    streams
  }
  return made
}

function look (...all: Array<ReturnType<typeof connection>>): boolean[] {
  new ReceiveMemoryLimit(() => all as unknown as Connection[], MAX_UNREAD_BYTES).enforce()
  return all.map(({ wasCut }) => wasCut)
}

function byteList (bytes: number, pieces = 1): Uint8ArrayList {
  const made = new Uint8ArrayList()
  for (let i = 0; i < pieces; i++) {
    made.append(new Uint8Array(bytes / pieces))
  }
  return made
}

it('counts the memory of a list: whole buffers, each once, and pieces', () => {
  const buffer = new Uint8Array(1000)
  const small = listMemory([new Uint8ArrayList(buffer.subarray(0, 1))])
  expect(small).toBeGreaterThanOrEqual(1000)
  const again = listMemory([new Uint8ArrayList(buffer.subarray(0, 1), buffer.subarray(1, 2))])
  expect(again).toBeLessThan(2 * small)
  expect(again).toBeGreaterThan(small)
})

it('disconnects the peer with the most memory, of any kind, and none below the limit', () => {
  const half = MAX_UNREAD_BYTES / 2
  expect(look(connection({ frame: byteList(half) }), connection({ streams: [byteList(half / 2)] }))).toEqual([
    false,
    false
  ])
  expect(look(connection({ frame: byteList(half + MIB) }), connection({ streams: [byteList(half)] }))).toEqual([
    true,
    false
  ])
  expect(look(connection({ frame: byteList(half) }), connection({ streams: [byteList(half), byteList(MIB)] }))).toEqual(
    [
      false,
      true
    ]
  )
  expect(look(connection({ answers: byteList(half + MIB) }), connection({ frame: byteList(half) }))).toEqual([
    true,
    false
  ])
})

it('releases the memory of a connection that it has closed, even if it is still referenced', () => {
  const frame = byteList(MAX_UNREAD_BYTES + MIB)
  expect(look(connection({ frame }))).toEqual([true])
  expect(frame.byteLength).toBe(0)
})

it('counts many small pieces, and empty streams', () => {
  expect(look(connection({ streams: [byteList(MIB, MIB / 8)] }))).toEqual([true])
  expect(look(connection({ streams: [byteList(MIB)] }))).toEqual([false])
  expect(
    look(
      connection({ streams: Array.from({ length: MAX_UNREAD_BYTES / STREAM_BYTES + 1 }, () => new Uint8ArrayList()) })
    )
  ).toEqual([true])
})

it('reads the buffers of real connections: of incomplete frames, of the connection and of streams', async () => {
  const { near, far, stop } = await connectedPair()

  try {
    await expect.poll(() => near.getConnections().length).toBe(1)
    const [connection] = near.getConnections()
    const buffers = (): Uint8ArrayList[] => (connection as unknown as { buffers: Uint8ArrayList[] }).buffers
    // Of the frame decoder, and of the connection in both directions.
    expect(buffers()).toHaveLength(3)
    const stream = await far.getConnections()[0].newStream('/test/1')
    await expect.poll(() => buffers().length).toBe(5)
    stream.send(new Uint8Array(1000))
    await expect.poll(() => buffers().reduce((sum, list) => sum + list.byteLength, 0)).toBe(1000)
  } finally {
    await stop()
  }
})

async function connectedPair (): Promise<{ near: Libp2p; far: Libp2p; stop: () => Promise<void> }> {
  const [near, far] = await Promise.all([1, 2].map(async () =>
    await createLibp2p({
      addresses: { listen: ['/ip4/127.0.0.1/tcp/0'] },
      transports: [tcp()],
      connectionEncrypters: [nativeNoise()],
      streamMuxers: [yamux()],
      connectionGater: { denyDialMultiaddr: () => false }
    })
  ))
  await near.handle('/test/1', () => {
    // It does not read.
  })
  await far.dial(near.getMultiaddrs())
  return {
    near,
    far,
    stop: async () => {
      await Promise.all([near.stop(), far.stop()])
    }
  }
}
