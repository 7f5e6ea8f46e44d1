import { UsageError } from './usage-error.ts'

const MAX_PORT = 65535

/**
 * Parses a port number.
 *
 * @throws UsageError that names the option
 */
export function parsePort (option: string, text: string): number {
  const number = Number(text)

  if (!/^\d+$/.test(text) || number > MAX_PORT) {
    throw new UsageError(`${option} must be a port from 0 to ${MAX_PORT}, and is '${text}'`)
  }

  return number
}
