import { expect, test } from 'vitest'
import type { LogRecord } from './log-record.ts'
import { Logs } from './logs.ts'
import { tailLogs } from './tail-logs.ts'

test('emits the records that the levels allow', () => {
  const logs = new Logs({ now: () => 0 })
  const heard: string[] = []
  const stop = logs.listen(({ level, logger, msg }) => {
    heard.push(`${logger} ${level} ${msg}`)
  })
  const [a, b] = [logs.logger('a'), logs.logger('b')]

  a.warn('quiet')
  a.error('1')
  logs.setLevel('a', 'DEBUG')
  a.debug('2')
  b.debug('quiet')
  logs.setLevel('*', 'info')
  a.debug('quiet')
  b.info('3')
  logs.logger('c').info('4')
  stop()
  b.error('unheard')

  expect(heard).toEqual(['a error 1', 'a debug 2', 'b info 3', 'c info 4'])
  expect(logs.recent().map(({ msg }) => msg)).toEqual(['1', '2', '3', '4', 'unheard'])
  expect(logs.recent()[0]).toEqual({
    level: 'error',
    ts: '1970-01-01T00:00:00.000Z',
    logger: 'a',
    msg: '1',
    fields: {}
  })
  expect(logs.subsystems()).toEqual(['a', 'b', 'c'])
})

test('applies a level to loggers that are created later, and rejects unknown levels', () => {
  const logs = new Logs()
  logs.setLevel('later', 'info')
  logs.logger('later').info('told')
  expect(logs.recent()).toHaveLength(1)
  logs.setLevel('later', 'Warning')
  expect(logs.levels().get('later')).toBe('warn')
  expect(() => {
    logs.setLevel('later', 'loud')
  }).toThrow('unrecognized level: "loud"')
})

test('remembers a limited number of records', () => {
  const logs = new Logs()
  const logger = logs.logger('a')
  Array.from({ length: 2000 }, (_, i) => {
    logger.error(String(i))
  })
  expect(logs.recent()).toHaveLength(500)
  expect(logs.recent().at(-1)?.msg).toBe('1999')
})

test('a slow reader loses the oldest records and is told how many; it ends with its signal', async () => {
  const logs = new Logs()
  const logger = logs.logger('a')
  const controller = new AbortController()
  const tail = tailLogs(logs, { level: 'error', signal: controller.signal })
  const first = tail.next()
  logger.error('first')
  expect((await first).value).toMatchObject({ msg: 'first' })

  Array.from({ length: 1003 }, (_, i) => {
    logger.error(String(i))
  })
  expect((await tail.next()).value).toMatchObject({ msg: '3 records were dropped, since they were not read' })
  expect((await tail.next()).value).toMatchObject({ msg: '3' })

  controller.abort()
  const rest: LogRecord[] = []
  for await (const record of tail) {
    rest.push(record)
  }
  expect(rest).toEqual([])
})
