import { expect, test } from 'vitest'
import { delay } from './delay.ts'

const YEAR_MS = 365 * 24 * 3_600_000

test('a time beyond what a timer takes is not over at once', async () => {
  const leaving = new AbortController()
  const turn = new Promise((resolve) => {
    setTimeout(resolve, 20, 'waits')
  })
  const waiting = delay(YEAR_MS, leaving.signal)
  expect(await Promise.race([waiting, turn])).toBe('waits')
  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
})
