import { expect, test } from 'vitest'
import { delay } from './delay.ts'

const YEAR_MS = 365 * 24 * 3_600_000

test('a delay beyond the range of timers does not end at once', async () => {
  const leaving = new AbortController()
  const turn = new Promise((resolve) => {
    setTimeout(resolve, 20, 'waits')
  })
  const waiting = delay(YEAR_MS, leaving.signal)
  expect(await Promise.race([waiting, turn])).toBe('waits')
  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
})
