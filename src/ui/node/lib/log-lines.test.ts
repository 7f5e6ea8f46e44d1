import { expect, test } from 'vitest'
import { logLine, withLogLines } from './log-lines.ts'

test('a record becomes a line, with its fields after the message', () => {
  expect(
    logLine({
      ts: '2026-01-02T03:04:05.678Z',
      level: 'info',
      logger: 'gc',
      msg: 'garbage collected',
      removed: 1,
      by: 'x'
    }, 7)
  )
    .toEqual({
      number: 7,
      time: '2026-01-02T03:04:05.678Z',
      level: 'info',
      logger: 'gc',
      text: 'garbage collected removed=1 by=x'
    })
  expect(logLine({ ts: 'some time', msg: { a: 1 } }, 0)).toEqual({
    number: 0,
    time: '',
    level: '',
    logger: '',
    text: '{"a":1}'
  })
})

test('only the latest lines are kept', () => {
  const lines = Array.from({ length: 600 }, (_, i) => logLine({ msg: String(i) }, i))
  expect(withLogLines(lines.slice(0, 400), lines.slice(400)).map(({ text }) => text)).toEqual(
    Array.from({ length: 500 }, (_, i) => String(i + 100))
  )
})
