import type { Json } from '../../config/values/config.ts'
import { escapeGoJson } from '../../go/json/write-json.ts'
import { sortKeys } from './sort-keys.ts'

/** Formats a value like Kubo's command line: a text as it is, all else as indented JSON (`config.HumanOutput`). */
export function humanOutput (value: Json): string {
  return typeof value === 'string'
    ? value.replace(/^\n+|\n+$/g, '')
    : escapeGoJson(JSON.stringify(sortKeys(value), null, 2))
}
