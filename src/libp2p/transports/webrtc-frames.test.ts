import type { Stream } from '@libp2p/interface'
import { expect, test } from 'vitest'

import '../host/promise-with-resolvers.ts'

import { packageFile } from '../../testing/package-file.ts'

/** Internals of the package (patches/@libp2p+webrtc+*.patch). */
const { createStream } = await import(packageFile('@libp2p/webrtc', 'stream.js')) as {
  createStream: (options: object) => Stream
}

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

/** Returns the package's stream over a channel. */
function streamOver (channel: Channel): Stream {
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

test('sends a small frame as one message, and any frame in a form that Go can read', () => {
  const channel = new Channel()
  const stream = streamOver(channel)
  // The largest size that fits one message, the smallest that needs two, and a large one.
  for (const bytes of [5, 4091, 4092, 40_000]) {
    stream.send(new Uint8Array(bytes).fill(7))
  }
  stream.close().catch(() => {})

  expect(channel.sent.map(({ byteLength }) => byteLength)).toEqual([
    8,
    4096,
    2,
    4095,
    2,
    16380,
    2,
    16380,
    2,
    7249,
    3
  ])
  expect(readAsGo(channel.sent)).toBe(7)
})

test('aborts a stream whose channel receives text, and drops the text', () => {
  const channel = new Channel()
  const stream = streamOver(channel)
  const receive = (channel as unknown as { onmessage: (event: object) => void }).onmessage
  receive({ data: '4000000000' })
  expect(stream.status).toBe('aborted')
})
