import { DenylistError } from './denylist-error.ts'

/** The header of a denylist. Unknown fields are ignored. */
export interface DenylistHeader {
  name: string
  description: string
  author: string
  /** hints of all rules */
  hints: Record<string, string>
}

const FIELD = /^( *)(["']?)([^\s:#][^:#]*?)\2\s*:(?:\s+(.*))?$/
const BLOCK_SCALAR = /^[|>][+-]?\d?$/

/** Returns the header of a list without one. */
export function emptyHeader (): DenylistHeader {
  return { name: '', description: '', author: '', hints: {} }
}

/**
 * Parses the header of a denylist: the part of YAML that headers use. These are fields with plain, quoted and block
 * scalars, a map below `hints`, comments, and text that continues on indented lines.
 *
 * @throws DenylistError for lines that are no fields, and for another version
 */
export function parseHeader (lines: readonly string[]): DenylistHeader {
  const { version = '1', name = '', description = '', author = '', hints } = readFields(lines)

  if (version !== '1' && version !== '0') {
    throw new DenylistError(`version ${version} of the denylist format is not supported`)
  }

  return { name, description, author, hints: hints == null ? {} : readFields(belowField(lines, 'hints')) }
}

/** Returns the indented lines below a field. */
function belowField (lines: readonly string[], name: string): string[] {
  const start = lines.findIndex((line) => FIELD.exec(line)?.[3] === name) + 1
  const end = lines.findIndex((line, i) => i >= start && /^[^\s#]/.test(line))
  return lines.slice(start, end < 0 ? undefined : end)
}

/** Reads the fields with the least indent. */
function readFields (lines: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {}
  let indent: number | undefined
  let last = ''

  for (const line of lines) {
    const text = line.trim()
    const own = line.length - line.trimStart().length

    if (text === '' || text.startsWith('#')) {
      continue
    }

    if (indent != null && own > indent) {
      fields[last] = BLOCK_SCALAR.test(fields[last]) ? text : `${fields[last]} ${text}`.trim()
      continue
    }

    const [, spaces, , name, value = ''] = FIELD.exec(line) ?? []

    if (name == null || (indent ?? spaces.length) !== spaces.length) {
      throw new DenylistError(`the header has a line that is no field: ${text.slice(0, 100)}`)
    }

    indent = own
    last = name
    fields[name] = scalarOf(value.trim())
  }

  return fields
}

/** Returns the value of a scalar without its quotes or comment. */
function scalarOf (text: string): string {
  const [, double, single] = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(text) ?? []
  return double?.replace(/\\(.)/g, '$1') ?? single?.replaceAll("''", "'") ?? text.replace(/(^|\s)#.*$/, '')
}
