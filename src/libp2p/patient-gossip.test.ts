import type { GossipSub } from '@libp2p/gossipsub'
import type { Connection, Stream } from '@libp2p/interface'
import { streamPair } from '@libp2p/utils'
import { expect, test } from 'vitest'
import { nextTask } from '../async/next-task.ts'
import { patientGossip } from './patient-gossip.ts'

const MESSAGES = 20_000

/** Takes each byte for a message, as gossipsub takes messages: all at once. */
function fakeGossip (): { gossip: GossipSub, begun: () => number, release: () => void } {
  let begun = 0
  let release = (): void => {}
  const released = new Promise<void>((resolve) => { release = resolve })

  const taking = {
    onIncomingStream: (stream: Stream) => {
      void (async () => {
        for await (const chunk of stream) {
          Array.from(chunk.subarray(), async () => { await taking.handleReceivedMessage() })
        }
      })()
    },
    handleReceivedMessage: async () => { begun++; await released }
  }

  return { gossip: taking as unknown as GossipSub, begun: () => begun, release }
}

test('a peer that sends messages quicker than they are looked at is held up, and each is looked at', async () => {
  const { gossip, begun, release } = fakeGossip()
  const { onIncomingStream } = patientGossip(gossip) as unknown as { onIncomingStream: (stream: Stream, connection: Connection) => void }
  const [mine, theirs] = await streamPair()
  onIncomingStream(mine, {} as Connection)

  for (let i = 0; i < MESSAGES; i += 100) {
    theirs.send(new Uint8Array(100))
    await nextTask()
  }

  await expect.poll(begun).toBeGreaterThan(256)
  expect(begun()).toBeLessThan(1000)
  release()
  await expect.poll(begun).toBe(MESSAGES)
})
