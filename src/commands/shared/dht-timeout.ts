import { durationError, parseGoDurationMs } from '../../go/duration.ts'

/**
 * How long to look for records, in milliseconds; 0 for as long as it takes.
 *
 * @throws an Error with Kubo's words
 */
export function dhtTimeoutMs (text: string): number {
  const ms = parseGoDurationMs(text)

  if (ms === undefined) {
    throw new Error(durationError(text))
  }

  if (ms < 0) {
    throw new Error('DHT timeout value must be >= 0')
  }

  return ms
}
