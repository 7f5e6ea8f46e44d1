import { durationError, parseGoDurationMs } from '../../go/time/parse-duration.ts'
import { string } from '../schema/primitives.ts'
import { checkedSchema } from '../schema/schema.ts'
import type { Schema } from '../schema/schema.ts'
import { parseBytes } from '../values/parse-bytes.ts'

/** A size in bytes as text, or an empty string. Kubo accepts any text and fails when it is read. */
export const byteSize: Schema = checkedSchema(string, (value) => {
  try {
    if (value !== '') {
      parseBytes(value as string)
    }
  } catch (err) {
    return `is no number of bytes: ${(err as Error).message}`
  }
})

/** A duration of Go as text, or an empty string. Kubo accepts any text and does not start with an invalid one. */
export const durationText: Schema = checkedSchema(string, (value) => {
  const error = value === '' ? undefined : durationError(value as string)
  return error == null ? undefined : `is no duration: ${error}`
})

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Interval at which records of names are renewed. Kubo does not start with a value outside these limits
 * (`core/node/ipns.go`).
 */
export const republishPeriod: Schema = checkedSchema(durationText, (value) => {
  const ms = value === '' ? 0 : parseGoDurationMs(value as string)

  if (ms === undefined) {
    return durationText.check?.(value)
  }

  return ms !== 0 && (ms < MINUTE_MS || ms > DAY_MS) ? 'is not between 1min and 1day' : undefined
})
