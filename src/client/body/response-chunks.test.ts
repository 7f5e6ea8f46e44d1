import { describe, expect, it } from 'vitest'
import { chunksOf } from './response-chunks.ts'

/** Makes a body of one byte, followed by the given end. */
function body (
  end: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
  onCancel?: () => void
): ReadableStream<Uint8Array> {
  let begun = false

  return new ReadableStream({
    pull (controller) {
      if (begun) {
        end(controller)
      } else {
        controller.enqueue(Uint8Array.of(1))
      }
      begun = true
    },
    cancel: onCancel
  }, { highWaterMark: 0 })
}

async function all (stream: ReadableStream<Uint8Array> | null): Promise<number[]> {
  const bytes = []
  for await (const chunk of chunksOf(stream)) {
    bytes.push(...chunk)
  }
  return bytes
}

describe('chunksOf', () => {
  it('yields chunks as they arrive, and none without a body', async () => {
    expect(
      await all(body((controller) => {
        controller.close()
      }))
    ).toEqual([1])
    expect(await all(null)).toEqual([])
  })

  it('distinguishes broken and aborted bodies from complete ones', async () => {
    await expect(all(body((controller) => {
      controller.error(new TypeError('network error'))
    }))).rejects.toMatchObject({ name: 'AnswerCutError' })
    await expect(all(body((controller) => {
      controller.error(new DOMException('stopped', 'AbortError'))
    }))).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('cancels the body when the loop is left', async () => {
    let cancelled = false
    for await (
      const _ of chunksOf(body(() => {}, () => {
        cancelled = true
      }))
    ) {
      break
    }
    expect(cancelled).toBe(true)
  })
})
