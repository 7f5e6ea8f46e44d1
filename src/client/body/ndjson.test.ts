import { describe, expect, it } from 'vitest'
import { ndjson } from './ndjson.ts'

const encoder = new TextEncoder()

function body (chunks: Array<string | Uint8Array | Error>, onCancel?: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull (controller) {
      const chunk = chunks.shift()
      if (chunk === undefined) {
        controller.close()
      } else if (chunk instanceof Error) {
        controller.error(chunk)
      } else {
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
      }
    },
    cancel: onCancel
  }, { highWaterMark: 0 })
}

async function all (stream: ReadableStream<Uint8Array>): Promise<unknown[]> {
  const values = []
  for await (const value of ndjson(stream)) {
    values.push(value)
  }
  return values
}

describe('ndjson', () => {
  it('joins lines across chunk boundaries', async () => {
    const text = '{"a":"ü€"}\n\n[1]\n"last"'
    const bytes = encoder.encode(text)
    for (let size = 1; size <= bytes.length; size++) {
      const chunks = []
      for (let i = 0; i < bytes.length; i += size) {
        chunks.push(bytes.slice(i, i + size))
      }
      expect(await all(body(chunks))).toEqual([{ a: 'ü€' }, [1], 'last'])
    }
  })

  it('yields nothing for an empty body', async () => {
    expect(await all(body([]))).toEqual([])
  })

  it('yields a value as soon as its line is complete', async () => {
    let asked = 0
    const stream = new ReadableStream<Uint8Array>({
      pull (controller) {
        controller.enqueue(encoder.encode(`${++asked}\n`))
      }
    }, { highWaterMark: 0 })
    const values = ndjson<number>(stream)
    expect((await values.next()).value).toBe(1)
    expect(asked).toBe(1)
    await values.return(undefined)
  })

  it('cancels the body when the loop is left', async () => {
    let cancelled = false
    for await (
      const value of ndjson(body(['1\n2\n', '3\n'], () => {
        cancelled = true
      }))
    ) {
      expect(value).toBe(1)
      break
    }
    expect(cancelled).toBe(true)
  })

  it('throws if the body breaks', async () => {
    await expect(all(body(['1\n', new TypeError('network error')]))).rejects.toMatchObject({ name: 'AnswerCutError' })
    await expect(all(body(['1\n{"a":']))).rejects.toMatchObject({ name: 'AnswerCutError' })
  })

  it('rethrows an abort unchanged', async () => {
    await expect(all(body([new DOMException('stop', 'AbortError')]))).rejects.toMatchObject({ name: 'AbortError' })
  })
})
