import type { Stream } from '@libp2p/interface'
import { Uint8ArrayList } from 'uint8arraylist'
import { expect, test } from 'vitest'

import '../host/promise-with-resolvers.ts'

import { packageFile } from '../../testing/package-file.ts'

/** Internals of the package (patches/@libp2p+yamux+*.patch). */
const { YamuxStream, StreamState } = await import(packageFile('@libp2p/yamux', 'stream.js')) as {
  YamuxStream: new(init: object) => YamuxStream
  StreamState: Record<string, number>
}
const WINDOW_BYTES = 256 * 1024
const FRAME_BYTES = 4096

interface Frame {
  type: number
  flag: number
  length: number
}
type YamuxStream = Stream & {
  handleData: (frame: { header: Frame; data: Uint8ArrayList }) => void
  sendWindowUpdate: () => void
  pause: () => void
  resume: () => void
}

const log = Object.assign(() => {}, { error () {}, trace () {}, newScope: () => log })

/** Opens the package's stream against a peer that sends as much as its window allows. */
function received (frames: number, { rtt }: { rtt: number }): { updates: number[]; least: number } {
  const updates: number[] = []
  let room = WINDOW_BYTES
  let least = room

  const sendFrame = ({ type, length }: Frame): void => {
    expect(type).toBe(1)
    updates.push(length)
    room += length
  }

  const stream = new YamuxStream({
    streamId: 1,
    state: StreamState.Established,
    direction: 'inbound',
    protocol: '',
    maxReadBufferLength: 1e9,
    log,
    sendFrame,
    getRTT: () => rtt
  })
  stream.addEventListener('message', () => {})

  for (let i = 0; i < frames; i++) {
    room -= FRAME_BYTES
    least = Math.min(least, room)
    stream.handleData({
      header: { type: 0, flag: 0, length: FRAME_BYTES },
      data: new Uint8ArrayList(new Uint8Array(FRAME_BYTES))
    })
  }

  stream.abort(new Error('over'))
  return { updates: updates.filter((length) => length > 0), least }
}

test('a peer gets a window update after half of its window, and always has window left', () => {
  const { updates, least } = received(10 * WINDOW_BYTES / FRAME_BYTES, { rtt: -1 })
  expect(updates).toEqual(Array.from({ length: 20 }, () => WINDOW_BYTES / 2))
  expect(least).toBe(WINDOW_BYTES / 2)
})

test('the window of a fast peer still grows', () => {
  // All data arrives within four round trips.
  const { updates } = received(10 * WINDOW_BYTES / FRAME_BYTES, { rtt: 60_000 })
  expect(updates.length).toBeLessThan(8)
  expect(updates[1]).toBeGreaterThan(WINDOW_BYTES)
})

test('a peer that opens a stream may send a whole block at once, within the maximum window', () => {
  for (const [most, more] of [[4 * 1024 * 1024, 3 * WINDOW_BYTES], [2 * WINDOW_BYTES, WINDOW_BYTES]]) {
    const sent: Frame[] = []
    const stream = new YamuxStream({
      streamId: 2,
      state: StreamState.SYNReceived,
      direction: 'inbound',
      protocol: '',
      maxStreamWindowSize: most,
      log,
      sendFrame: (frame: Frame) => {
        sent.push(frame)
      },
      getRTT: () => -1
    })
    stream.sendWindowUpdate()
    expect(sent).toMatchObject([{ type: 1, flag: 2, length: more }])
    stream.abort(new Error('over'))
  }
})
