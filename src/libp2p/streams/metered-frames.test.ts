import type { Stream } from '@libp2p/interface'
import { expect, test } from 'vitest'
import { meteredFrames } from './metered-frames.ts'

const PIECE = 256

/** The parts of a stream that are listened to. */
class FakeStream extends EventTarget {
  readonly status = 'open'
  readonly remoteWriteStatus = 'writable'
  readonly readStatus = 'readable'

  send (...bytes: number[]): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: Uint8Array.from(bytes) }))
  }

  end (error?: Error): void {
    this.dispatchEvent(Object.assign(new Event('close'), { error }))
  }
}

function start (): { stream: FakeStream; held: () => number; next: () => Promise<IteratorResult<Uint8Array>> } {
  const stream = new FakeStream()
  let held = 0
  const messages = meteredFrames(stream as unknown as Stream, 1000, (bytes) => {
    held += bytes
  })
  return { stream, held: () => held, next: async () => await messages.next() }
}

test('the received bytes of a message count until it was used, and later bytes continue to count', async () => {
  const { stream, held, next } = start()
  const first = next()
  stream.send(4, 1, 2)
  await expect.poll(held).toBe(PIECE + 3)
  stream.send(3, 4, 2, 9)
  expect((await first).value).toEqual(Uint8Array.of(1, 2, 3, 4))
  expect(held()).toBe(2 * PIECE + 7)
  const second = next()
  await expect.poll(held).toBe(4)
  stream.send(9)
  expect((await second).value).toEqual(Uint8Array.of(9, 9))
})

test('bytes of a stream that has ended, or was cut, no longer count', async () => {
  for (const error of [undefined, new Error('cut')]) {
    const { stream, held, next } = start()
    const first = next()
    stream.send(100, 1, 2)
    await expect.poll(held).toBeGreaterThan(0)
    stream.end(error)
    await (error == null ? expect(first).resolves.toMatchObject({ done: true }) : expect(first).rejects.toThrow('cut'))
    expect(held()).toBe(0)
  }
})
