import { expect, it } from 'vitest'
import { addedRoot } from './added-root.ts'
import type { AddEvent } from './added-root.ts'

/** Yields lines of one chunk, without waiting. */
async function* addEvents (count: number): AsyncGenerator<AddEvent> {
  for (let i = 0; i < count; i++) {
    yield { Name: `d/${i}`, Bytes: 1 }
    yield { Name: `d/${i}`, Hash: `H${i}` }
  }
  yield { Name: 'd', Hash: 'D' }
}

it('yields to the page while it reads thousands of lines that arrived together', async () => {
  let tasks = 0
  let done = false
  const count = (): void => {
    tasks++
    if (!done) {
      setTimeout(count)
    }
  }
  setTimeout(count)
  expect(
    await addedRoot(addEvents(100_000)).finally(() => {
      done = true
    })
  ).toEqual({ root: { cid: 'D', name: 'd' }, total: 100_000 })
  expect(tasks).toBeGreaterThan(0)
})
