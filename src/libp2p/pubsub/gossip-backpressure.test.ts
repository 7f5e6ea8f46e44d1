import type { GossipSub } from '@libp2p/gossipsub'
import type { Connection, Stream } from '@libp2p/interface'
import { streamPair } from '@libp2p/utils'
import { expect, test } from 'vitest'
import { nextTask } from '../../async/timers/next-task.ts'
import { withGossipBackpressure } from './gossip-backpressure.ts'

const MESSAGES = 20_000

/** Treats each chunk as a message, and like gossipsub accepts all at once. */
function fakeGossip (): { gossip: GossipSub; begun: () => number; release: () => void } {
  let begun = 0
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })

  const taking = {
    onIncomingStream: (stream: Stream) => {
      void (async () => {
        for await (const _ of stream) {
          void taking.handleReceivedMessage()
        }
      })().catch(() => {})
    },
    handleReceivedMessage: async () => {
      begun++
      await released
    }
  }

  return { gossip: taking as unknown as GossipSub, begun: () => begun, release }
}

test('a peer that sends faster than messages are validated gets backpressure, and loses none', async () => {
  const { gossip, begun, release } = fakeGossip()
  const { onIncomingStream } = withGossipBackpressure(gossip, () => {}) as unknown as {
    onIncomingStream: (stream: Stream, connection: Connection) => void
  }
  const [mine, theirs] = await streamPair()
  onIncomingStream(mine, {} as Connection)

  for (let i = 0; i < MESSAGES; i += 100) {
    theirs.send(new Uint8Array(200).fill(1))
    await nextTask()
  }

  await expect.poll(begun).toBeGreaterThan(256)
  expect(begun()).toBeLessThan(1000)
  release()
  await expect.poll(begun).toBe(MESSAGES)
})

test('the received part of a message is charged to its sender', async () => {
  const connection = {} as Connection
  let heldBytes = 0

  const { onIncomingStream } = withGossipBackpressure(fakeGossip().gossip, (owner, bytes) => {
    expect(owner).toBe(connection)
    heldBytes += bytes
  }) as unknown as { onIncomingStream: (stream: Stream, connection: Connection) => void }

  const [mine, theirs] = await streamPair()
  onIncomingStream(mine, connection)
  // Half of a message of 1 MiB.
  theirs.send(Uint8Array.of(0x80, 0x80, 0x40))
  theirs.send(new Uint8Array(512 * 1024))
  await expect.poll(() => heldBytes).toBeGreaterThan(512 * 1024)
  theirs.abort(new Error('gone'))
  await expect.poll(() => heldBytes).toBe(0)
})
