import all from 'it-all'
import { describe, expect, it } from 'vitest'
import { contentChunks } from './content-chunks.ts'

function byteStream (cancelled?: () => void): ReadableStream<Uint8Array> {
  let n = 0

  function pull (controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (n < 3) {
      controller.enqueue(Uint8Array.of(++n))
    } else {
      controller.close()
    }
  }

  return new ReadableStream({ pull, cancel: cancelled })
}

/** Returns a stream without async iteration, as in Safari. */
function notIterable (stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return { getReader: () => stream.getReader() } as unknown as ReadableStream<Uint8Array>
}

describe('contentChunks', () => {
  it('yields no chunk for no content', async () => {
    expect(await all(contentChunks(undefined))).toEqual([])
  })

  it('reads streams', async () => {
    expect(await all(contentChunks(byteStream()))).toEqual([1, 2, 3].map((n) => Uint8Array.of(n)))
    expect(await all(contentChunks(notIterable(byteStream())))).toEqual([1, 2, 3].map((n) => Uint8Array.of(n)))
  })

  it('cancels a stream when the reader leaves', async () => {
    let cancelled = false

    for await (
      const chunk of contentChunks(notIterable(byteStream(() => {
        cancelled = true
      })))
    ) {
      expect(chunk).toEqual(Uint8Array.of(1))
      break
    }

    expect(cancelled).toBe(true)
  })
})
