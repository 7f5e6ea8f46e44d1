import { expect, it } from 'vitest'
import { ticksUntil } from './ticks-until.ts'

it('ticks until the job has settled', async () => {
  let finish: () => void = () => {}
  const job = new Promise<void>((resolve) => {
    finish = resolve
  })
  let ticks = 0

  for await (const _ of ticksUntil(job, 1)) {
    if (++ticks === 3) {
      finish()
    }
  }

  expect(ticks).toBe(3)
})

it('does not tick for a fast job, and does not throw for a failed one', async () => {
  for await (const _ of ticksUntil(Promise.resolve(), 1000)) {
    expect.unreachable()
  }
  for await (const _ of ticksUntil(Promise.reject(new Error('no')), 1000)) {
    expect.unreachable()
  }
})
