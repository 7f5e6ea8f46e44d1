import { expect, it } from 'vitest'
import { chunkStream } from './chunk-stream.ts'

interface Source {
  stream: ReadableStream<number>
  /** requested chunks, and the end of the source */
  state: { made: number; ends: number; left: boolean }
}

function source (count: number, failure?: Error): Source {
  const state = { made: 0, ends: 0, left: false }

  async function* chunks (): AsyncGenerator<number> {
    try {
      while (state.made < count) {
        yield state.made++
      }
      if (failure != null) {
        throw failure
      }
    } finally {
      state.left = true
    }
  }

  return {
    state,
    stream: chunkStream(chunks(), () => {
      state.ends++
    })
  }
}

it('yields all chunks, and reports their end once', async () => {
  const { stream, state } = source(3)
  const seen: number[] = []
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    seen.push(next.value)
  }
  expect(seen).toEqual([0, 1, 2])
  expect(state).toEqual({ made: 3, ends: 1, left: true })
})

it('has backpressure: reads nothing ahead', async () => {
  const { stream, state } = source(3)
  await new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
  expect(state.made).toBe(0)
  await stream.getReader().read()
  expect(state).toEqual({ made: 1, ends: 0, left: false })
})

it('fails with the error of the chunks', async () => {
  const { stream, state } = source(1, new Error('broken'))
  const reader = stream.getReader()
  await reader.read()
  await expect(reader.read()).rejects.toThrow('broken')
  expect(state.ends).toBe(1)
})

it('ends the generator when the reader cancels', async () => {
  const { stream, state } = source(3)
  const reader = stream.getReader()
  await reader.read()
  await reader.cancel()
  expect(state).toEqual({ made: 1, ends: 1, left: true })
})

it('reports the end once if the reader cancels while it waits', async () => {
  let come = (): void => {}
  let ends = 0

  async function* chunks (): AsyncGenerator<number> {
    await new Promise<void>((resolve) => {
      come = resolve
    })
  }

  const reader = chunkStream(chunks(), () => {
    ends++
  }).getReader()
  const read = reader.read()
  const left = reader.cancel()
  expect(await read).toEqual({ done: true, value: undefined })
  come()
  await left
  expect(ends).toBe(1)
})
