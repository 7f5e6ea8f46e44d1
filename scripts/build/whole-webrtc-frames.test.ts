import type { Stream } from '@libp2p/interface'
import { expect, test } from 'vitest'

import '../../src/libp2p/host/promise-with-resolvers.ts'

import { asBuilt, fileOf, transformed } from './as-built.ts'
import { wholeWebRtcFrames } from './whole-webrtc-frames.mjs'

const FILE = fileOf('@libp2p/webrtc', 'stream.js')

/** A fake open data channel that records sent messages. */
class Channel extends EventTarget {
  readonly readyState = 'open'
  readonly bufferedAmount = 0
  readonly sent: Uint8Array[] = []

  send (bytes: Uint8Array): void {
    this.sent.push(bytes.slice())
  }

  close (): void {}
}

/** Returns the package's stream, as the worker uses it if `isWhole`. */
async function streamOver (channel: Channel, isWhole: boolean): Promise<Stream> {
  const { createStream } = await asBuilt<{ createStream: (options: object) => Stream }>(
    FILE,
    isWhole ? wholeWebRtcFrames() : undefined
  )
  const log = Object.assign(() => {}, { error () {}, trace () {}, newScope: () => log })
  return createStream({ channel, direction: 'outbound', log })
}

/**
 * Counts the frames that Go reads from messages: the length through a buffer of 4 KiB, and the payload in one read of
 * its size (go-msgio `pbio/uvarint_reader.go` over `bufio.Reader`).
 *
 * @throws if a message is longer than the buffer, like pion/sctp
 */
function readAsGo (messages: readonly Uint8Array[]): number {
  const rest = [...messages]
  let buffered: number[] = []
  let frames = 0

  const read = (room: number): number[] => {
    const message = rest.shift()!
    if (message.byteLength > room) {
      throw new Error('short buffer')
    }
    return [...message]
  }

  for (; rest.length > 0 || buffered.length > 0; frames++) {
    let length = 0

    for (let shift = 0, isMore = true; isMore; shift += 7) {
      if (buffered.length === 0) {
        buffered = read(4096)
      }
      const byte = buffered.shift()!
      length += (byte & 127) << shift
      isMore = byte > 127
    }

    while (length > 0) {
      if (buffered.length === 0) {
        buffered = read(Math.max(length, 4096))
      }
      length -= buffered.splice(0, length).length
    }
  }

  return frames
}

test('sends a small frame as one message with equal bytes, which Go can read', async () => {
  const [whole, parts] = [new Channel(), new Channel()]

  for (const [channel, isWhole] of [[whole, true], [parts, false]] as const) {
    const stream = await streamOver(channel, isWhole)
    // The largest size that fits one message, the smallest that needs two, and a large one.
    for (const bytes of [5, 4091, 4092, 40_000]) {
      stream.send(new Uint8Array(bytes).fill(7))
    }
    stream.close().catch(() => {})
  }

  const lengths = (channel: Channel): number[] => channel.sent.map(({ byteLength }) => byteLength)
  expect(lengths(whole)).toEqual([8, 4096, 2, 4095, 2, 16380, 2, 16380, 2, 7249, 3])
  expect(lengths(parts)).toHaveLength(14)
  expect(Buffer.concat(whole.sent).equals(Buffer.concat(parts.sent))).toBe(true)
  expect([readAsGo(whole.sent), readAsGo(parts.sent)]).toEqual([7, 7])
})

test('throws if the package sends in an unexpected way', () => {
  expect(transformed(wholeWebRtcFrames(), 'x()', '/x/other.js')).toBeUndefined()
  expect(() =>
    transformed(wholeWebRtcFrames(), 'class A { send () {} }', '/node_modules/@libp2p/webrtc/dist/src/stream.js')
  ).toThrow('in another way now')
})
