import { describe, expect, test, vi } from 'vitest'
import { blobChunks, bodyChunks, streamChunks } from './body-chunks.ts'

const MIB = 1024 * 1024

function pattern (length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).map((_, i) => i * 31 + (i >> 9))
}

async function collectChunks (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) {
    all.push(chunk)
  }
  return all
}

/** Creates a byte stream like those of browser bodies, in pieces of a fixed size. */
function byteStream (bytes: Uint8Array, piece: number, onCancel = (): void => {}): ReadableStream<Uint8Array> {
  let at = 0

  return new ReadableStream({
    type: 'bytes',
    pull (controller) {
      if (at >= bytes.length) {
        controller.close()
        controller.byobRequest?.respond(0)
        return
      }

      controller.enqueue(bytes.slice(at, at + piece))
      at += piece
    },
    cancel: onCancel
  }) as ReadableStream<Uint8Array>
}

describe('the bytes of a body', () => {
  test.each([0, 1, 65536, 65537, 3 * MIB + 5])('of length %i arrive complete from a byte stream', async (length) => {
    const bytes = pattern(length)
    const chunks = await collectChunks(streamChunks(byteStream(bytes, 10_000)))
    expect(Buffer.compare(Buffer.concat(chunks), bytes)).toBe(0)
    expect(chunks.every((chunk) => chunk.length > 0 && chunk.length <= MIB)).toBe(true)
  })

  test('of a stream without BYOB support arrive unchanged', async () => {
    const pieces = [pattern(3), new Uint8Array(0), pattern(5)]
    const stream = new ReadableStream<Uint8Array>({
      start (controller) {
        pieces.forEach((piece) => {
          controller.enqueue(piece)
        })
        controller.close()
      }
    })
    expect(await collectChunks(streamChunks(stream))).toEqual([pieces[0], pieces[2]])
  })

  test('are not overwritten after they were yielded', async () => {
    const chunks = await collectChunks(streamChunks(byteStream(pattern(300_000), 70_000)))
    expect(new Set(chunks.map(({ buffer }) => buffer)).size).toBe(chunks.length)
  })

  test('of a slow sender retain no more memory than their length', async () => {
    const chunks = await collectChunks(streamChunks(byteStream(pattern(100), 1)))
    expect(chunks.map(({ buffer }) => buffer.byteLength)).toEqual(Array.from({ length: 100 }, () => 1))
  })

  test('in Node retain no more memory than was received, however small the chunks are', async () => {
    const chunks = await collectChunks(streamChunks(byteStream(pattern(3000), 100)))
    expect(chunks.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)).toBe(3000)
  })

  test('of a Blob are read by the default reader: a BYOB reader can hang in Chromium', async () => {
    const bytes = pattern(300_000)
    const blob = new Blob([bytes])
    const stream = blob.stream()
    const getReader = vi.spyOn(stream, 'getReader')
    vi.spyOn(blob, 'stream').mockReturnValue(stream)
    expect(Buffer.compare(Buffer.concat(await collectChunks(blobChunks(blob))), bytes)).toBe(0)
    expect(getReader.mock.calls).toEqual([[]])
    expect(await collectChunks(blobChunks(new Blob([])))).toEqual([])
  })

  test('are read from a request', async () => {
    const bytes = pattern(100_000)
    expect(
      Buffer.compare(
        Buffer.concat(await collectChunks(bodyChunks(new Request('http://x', { method: 'POST', body: bytes })))),
        bytes
      )
    ).toBe(0)
    expect(await collectChunks(bodyChunks(new Request('http://x', { method: 'POST' })))).toEqual([])
    expect(await collectChunks(bodyChunks(new Request('http://x')))).toEqual([])
  })

  test('are read in chunks from a Blob if the request has no stream', async () => {
    const bytes = pattern(2 * MIB + 7)
    const request = { body: null, method: 'POST', blob: async () => new Blob([bytes]) } as unknown as Request
    const chunks = await collectChunks(bodyChunks(request))
    expect(chunks.map(({ length }) => length)).toEqual([MIB, MIB, 7])
    expect(Buffer.compare(Buffer.concat(chunks), bytes)).toBe(0)
  })
})

describe('a body that is not fully read', () => {
  test('is cancelled', async () => {
    let cancelled = 0
    for await (
      const _ of streamChunks(byteStream(pattern(MIB), 1000, () => {
        cancelled++
      }))
    ) {
      break
    }
    expect(cancelled).toBe(1)
  })

  test.each(['byte', 'plain'])('fails when its signal aborts: a %s stream', async (kind) => {
    const controller = new AbortController()
    const pull = async (): Promise<void> => {
      await new Promise(() => {})
    }
    const waiting = kind === 'byte'
      ? new ReadableStream({ type: 'bytes', pull }) as ReadableStream<Uint8Array>
      : new ReadableStream<Uint8Array>({ pull })
    const chunks = collectChunks(streamChunks(waiting, { signal: controller.signal }))
    controller.abort(new Error('gone'))
    await expect(chunks).rejects.toThrow('gone')
  })

  test('may stall for longer than a timer can wait', async () => {
    const slow = new ReadableStream<Uint8Array>({
      async pull (controller) {
        await new Promise((resolve) => {
          setTimeout(resolve, 20)
        })
        controller.enqueue(Uint8Array.of(1))
        controller.close()
      }
    })
    expect(await collectChunks(streamChunks(slow, { stallMs: 2 ** 31 }))).toEqual([Uint8Array.of(1)])
  })

  test('is not aborted if it slows down after a fast start', async () => {
    vi.useFakeTimers()
    vi.resetModules()
    vi.stubGlobal('process', { ...process, versions: {} }) // as in a browser, whose streams wait for whole chunks
    const inBrowser = await import('./body-chunks.ts')
    let sent = 0
    const slow = new ReadableStream<Uint8Array>({
      type: 'bytes',
      async pull (controller) {
        if (sent >= 65_536) {
          await new Promise((resolve) => {
            setTimeout(resolve, 1000)
          })
        }
        controller.enqueue(new Uint8Array(sent < 65_536 ? 65_536 : 10_000))
        sent += 65_536
      }
    })
    const chunks = inBrowser.streamChunks(slow, { stallMs: 60_000 })
    expect((await chunks.next()).value).toHaveLength(65_536)
    const next = chunks.next()
    next.catch(() => {})
    await vi.advanceTimersByTimeAsync(150_000)
    expect((await next).value).toHaveLength(1024 * 1024)
    // from here on it is read byte by byte, and cancelled when it stalls
    const later = chunks.next()
    await vi.advanceTimersByTimeAsync(2000)
    expect((await later).value!.length).toBeLessThanOrEqual(10_000)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('throws the error of its source', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull (controller) {
        controller.error(new TypeError('the wire broke'))
      }
    })
    await expect(collectChunks(streamChunks(broken))).rejects.toThrow('the wire broke')
  })
})
