import { expect, it } from 'vitest'
import { isTimerScript, timerScript } from './timer-script-response.ts'

const scope = { registration: { scope: 'http://app.test/folder/' } }

it.each(
  [
    ['http://app.test/folder/swipfs-timer.js', 'worker', true],
    ['http://app.test/folder/swipfs-timer.js', 'document', false],
    ['http://app.test/folder/swipfs-timer.js', '', false],
    ['http://app.test/swipfs-timer.js', 'worker', false],
    ['http://app.test/folder/other.js', 'worker', false],
    ['http://other.test/folder/swipfs-timer.js', 'worker', false]
  ] as const
)('%s as %s: %s', (url, destination, expected) => {
  expect(isTimerScript({ url, destination }, scope)).toBe(expected)
})

it('may be used by cross-origin isolated pages', async () => {
  const { headers } = timerScript()
  expect(headers.get('Content-Type')).toBe('text/javascript')
  expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp')
})
