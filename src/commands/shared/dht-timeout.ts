import { durationError, parseGoDurationMs } from '../../go/time/parse-duration.ts'

/**
 * Parses the timeout of a record lookup, in milliseconds; 0 for none.
 *
 * @throws an Error with Kubo's message
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
