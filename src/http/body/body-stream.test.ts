import { expect, it, vi } from 'vitest'
import { bodyStream } from './body-stream.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it('creates chunks on demand, and reports its end', async () => {
  const onEnd = vi.fn()
  const made: string[] = []
  const stream = bodyStream(
    (async function* () {
      for (const text of ['a', 'b', 'c', 'd']) {
        made.push(text)
        yield bytes(text)
      }
    })(),
    { onEnd }
  )
  const reader = stream.getReader()
  expect((await reader.read()).value).toEqual(bytes('a'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(made.length).toBeLessThanOrEqual(2)
  expect(onEnd).not.toHaveBeenCalled()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    rest += new TextDecoder().decode(next.value)
  }
  expect(rest).toBe('bcd')
  expect(onEnd).toHaveBeenCalledExactlyOnceWith()
})

it('cancels the source when the reader leaves', async () => {
  const onEnd = vi.fn()
  let closed = false
  const stream = bodyStream(
    (async function* () {
      try {
        for (;;) {
          yield bytes('a')
        }
      } finally {
        closed = true
      }
    })(),
    { onEnd }
  )
  const reader = stream.getReader()
  await reader.read()
  await reader.cancel(new Error('gone'))
  expect(closed).toBe(true)
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(new Error('gone'))
})

it('fails when the source fails', async () => {
  const onEnd = vi.fn()
  const stream = bodyStream(
    (async function* () {
      yield bytes('a')
      throw new Error('lost')
    })(),
    { onEnd }
  )
  await expect(new Response(stream).text()).rejects.toThrow('lost')
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(new Error('lost'))
})

it('reports when it waits', async () => {
  const heard: string[] = []
  await new Response(bodyStream(
    (async function* () {
      heard.push('made')
      yield bytes('a')
    })(),
    { onWait: () => heard.push('wait'), onChunk: () => heard.push('chunk') }
  )).text()
  expect(heard).toEqual(['wait', 'made', 'chunk', 'wait', 'chunk'])
})
