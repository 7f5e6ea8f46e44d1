import { isLogged } from './log-level.ts'
import type { LogLevel } from './log-level.ts'
import type { LogRecord } from './log-record.ts'
import type { Logs } from './logs.ts'

/**
 * Maximum records that wait for a slow reader. Older ones are then dropped and counted; Kubo blocks the node instead.
 */
const MAX_WAITING = 1000

/** Yields the records logged after the first `next`, until the signal aborts. Then it ends without an error. */
export async function* tailLogs (
  logs: Logs,
  { level = 'debug', signal }: { level?: LogLevel; signal: AbortSignal }
): AsyncGenerator<LogRecord> {
  const waiting: LogRecord[] = []
  let dropped = 0
  let wake = (): void => {}

  const unlisten = logs.listen((record) => {
    if (isLogged(record.level, level)) {
      waiting.push(record)

      if (waiting.length > MAX_WAITING) {
        waiting.shift()
        dropped++
      }

      wake()
    }
  })

  const aborted = (): void => {
    wake()
  }
  signal.addEventListener('abort', aborted)

  try {
    while (!signal.aborted) {
      if (dropped > 0) {
        const msg = `${dropped} records were dropped, since they were not read`
        dropped = 0
        yield { level: 'warn', ts: waiting[0].ts, logger: 'log', msg, fields: {} }
      }

      const record = waiting.shift()

      if (record != null) {
        yield record
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    unlisten()
    signal.removeEventListener('abort', aborted)
  }
}
