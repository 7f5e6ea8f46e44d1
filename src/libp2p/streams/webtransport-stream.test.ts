import type { Stream } from '@libp2p/interface'
import { expect, test } from 'vitest'

import '../host/promise-with-resolvers.ts'

import { packageFile } from '../../testing/package-file.ts'
import { streamChunks } from './stream-chunks.ts'

const CHUNK_BYTES = 64 * 1024
const CHUNKS = 40

/** Internals of the package (patches/@libp2p+webtransport+*.patch). */
const { webtransportBiDiStreamToStream } = await import(packageFile('@libp2p/webtransport', 'stream.js')) as {
  webtransportBiDiStreamToStream: (
    stream: object,
    id: string,
    direction: string,
    log: object,
    options: object
  ) => Stream
}

/** Returns the package's stream over a fake browser stream with much data to deliver. */
function openStream (direction = 'inbound'): { stream: Stream; given: () => number; written: () => string } {
  const log = Object.assign(() => {}, { error () {}, trace () {}, newScope: () => log })
  let given = 0

  const readable = new ReadableStream({
    pull (controller) {
      if (given === CHUNKS) {
        controller.close()
      } else {
        controller.enqueue(new Uint8Array(CHUNK_BYTES).fill(given++))
      }
    }
  })

  let written = ''
  const writable = new WritableStream({
    write (bytes: Uint8Array) {
      written += new TextDecoder().decode(bytes)
    },
    close () {
      written += ' END'
    }
  })
  return {
    stream: webtransportBiDiStreamToStream({ readable, writable }, '1', direction, log, {}),
    given: () => given,
    written: () => written
  }
}

test('a WebTransport stream with a slow reader pauses, and resumes at the same position', async () => {
  const { stream, given } = openStream()
  const numbers: number[] = []
  let ahead = 0

  for await (const chunk of streamChunks(stream)) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    numbers.push(chunk[0])
    ahead = Math.max(ahead, given() - numbers.length)
  }

  expect(numbers).toEqual(Array.from({ length: CHUNKS }, (_, i) => i))
  expect(ahead).toBeLessThan(12)
})

test.each([
  ['outbound', '/ipfs/id/1.0.0\n', ' END'],
  ['outbound', '/ipfs/ping/1.0.0\n', ''],
  // The answering side sends the same protocol name, and more data after it.
  ['inbound', '/ipfs/id/1.0.0\n', '']
])('an %s stream is closed for writing after an identify request only: %j%s', async (direction, words, end) => {
  const { stream, written } = openStream(direction)
  stream.send(new TextEncoder().encode(words))
  await expect.poll(written).toBe(words + end)
  await stream.close()
  await expect.poll(written).toBe(`${words} END`)
})

test('a stream that is paused and resumed in the same task goes on', async () => {
  const { stream } = openStream()
  let bytes = 0
  const ended = new Promise((resolve) => {
    stream.addEventListener('remoteCloseWrite', resolve)
  })
  stream.addEventListener('message', ({ data }) => {
    bytes += data.byteLength
    stream.pause()
    queueMicrotask(() => {
      stream.resume()
    })
  })
  await ended
  expect(bytes).toBe(CHUNKS * CHUNK_BYTES)
})
