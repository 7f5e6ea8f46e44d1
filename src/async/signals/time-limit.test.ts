import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { timeLimit } from './time-limit.ts'

const SIGNALS = 100

/** Garbage is collected now. */
function collectGarbage (): void {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

test('a time limit fires although only its listener references it, even after garbage collection', async () => {
  const command = new AbortController()
  const names: string[] = []

  for (let i = 0; i < SIGNALS; i++) {
    const signal = timeLimit(200, command.signal)
    signal.addEventListener('abort', () => {
      names.push((signal.reason as Error).name)
    })
  }

  await new Promise((resolve) => setTimeout(resolve, 10))
  collectGarbage()
  await expect.poll(() => names).toEqual(Array.from({ length: SIGNALS }, () => 'TimeoutError'))
})

test('other signals abort it earlier, with their reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const signal = timeLimit(60_000, one.signal, undefined, other.signal)
  other.abort(new Error('enough'))
  expect(signal.reason).toEqual(new Error('enough'))
})

test('a time limit without other signals fires alone', async () => {
  const signal = timeLimit(1)
  await expect.poll(() => signal.aborted).toBe(true)
})
