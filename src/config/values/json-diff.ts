import { goJson } from '../../go/json/write-json.ts'
import type { Json } from './config.ts'

const INDENT = '    '
const RED = '\x1b[31m'
const GREEN = '\x1b[32m'
const YELLOW = '\x1b[33m'
const RESET = '\x1b[0m'

/**
 * Formats the differences of two objects with ANSI colours, as Kubo prints the change of a profile (elgris/jsondiff):
 * `<>` and `**` for a changed value, `<<` for an added one, `>>` for a removed one.
 */
export function jsonDiff (before: Json, after: Json): string {
  return diffBlock('', entriesOf(before), entriesOf(after))
}

type Entries = Map<string, Json>

function diffBlock (prefix: string, before: Entries, after: Entries): string {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort()
  const lines = keys.map((key, i) =>
    `\n${diffLine(prefix, key, before.get(key), after.get(key), i < keys.length - 1 ? ',' : '')}`
  )
  return `{${lines.join('')}\n${prefix}}`
}

function diffLine (
  prefix: string,
  key: string,
  before: Json | undefined,
  after: Json | undefined,
  comma: string
): string {
  // The names of list entries are their positions, and are not printed.
  const name = `"${key.startsWith(POSITION) ? '' : key}": `

  if (after === undefined) {
    return `${RED}${prefix}>> ${name}${goJson(before)}${comma}${RESET}`
  }

  if (before === undefined) {
    return `${GREEN}${prefix}<< ${name}${goJson(after)}${comma}${RESET}`
  }

  if (goJson(before) === goJson(after)) {
    return `${prefix}${name}${goJson(before)}${comma}`
  }

  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    return `${prefix}${name}${diffBlock(prefix + INDENT, entriesOf(before), entriesOf(after))}${comma}`
  }

  return `${YELLOW}${prefix}<> ${name}${goJson(before)}${comma}\n${prefix}** ${name}${goJson(after)}${comma}${RESET}`
}

const POSITION = '\0'

function entriesOf (value: Json): Entries {
  return Array.isArray(value)
    ? new Map(value.map((item, i) => [`${POSITION}${String(i).padStart(9, '0')}`, item]))
    : new Map(Object.entries(value as Record<string, Json>))
}

function isContainer (value: Json): boolean {
  return typeof value === 'object' && value !== null
}
