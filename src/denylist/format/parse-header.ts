import { DenylistError } from './denylist-error.ts'

/** The header of a denylist. Unknown fields are ignored. */
export interface DenylistHeader {
  name: string
  description: string
  author: string
  /** hints of all rules */
  hints: Record<string, string>
}

/** The only version of the format. */
const VERSION = '1'

const FIELD = /^( *)((?:"[^"]*"|'[^']*'|[^\s:#'"][^:#]*?))\s*:(?:\s+(.*))?$/
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
  const fields = readFields(lines)
  const field = (name: string): string => fields.get(name)?.text ?? ''
  const version = field('version')

  if (version !== '' && version !== '0' && version !== VERSION) {
    throw new DenylistError(`version ${version} of the denylist format is not supported`)
  }

  return {
    name: field('name'),
    description: field('description'),
    author: field('author'),
    hints: Object.fromEntries([...readFields(fields.get('hints')?.below ?? [])].map(([name, { text }]) => [name, text]))
  }
}

interface Field {
  text: string
  /** the indented lines below the field */
  below: string[]
}

function readFields (lines: readonly string[]): Map<string, Field> {
  const fields = new Map<string, Field>()
  let indent: number | undefined
  let last: Field | undefined

  for (const line of lines) {
    const isEmpty = line.trim() === '' || line.trim().startsWith('#')
    const own = line.length - line.trimStart().length

    if (!isEmpty && (indent == null || own <= indent)) {
      const [, spaces = '', name, text = ''] = FIELD.exec(line) ?? []

      if (name == null || (indent ?? spaces.length) !== spaces.length) {
        throw new DenylistError(`the header has a line that is no field: ${line.trim().slice(0, 100)}`)
      }

      indent = spaces.length
      last = { text: scalarOf(text), below: [] }
      fields.set(scalarOf(name), last)
    } else if (!isEmpty) {
      last?.below.push(line)
    }
  }

  fields.forEach((field) => {
    if (field.below.length > 0) {
      const more = field.below.map((line) => line.trim()).join(' ')
      field.text = BLOCK_SCALAR.test(field.text) ? more : `${field.text} ${more}`.trim()
    }
  })

  return fields
}

/** Returns the value of a scalar without its quotes or comment. */
function scalarOf (text: string): string {
  const trimmed = text.trim()
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(trimmed)

  if (quoted?.[1] != null) {
    return quoted[1].replace(/\\(.)/g, '$1')
  }

  return quoted?.[2]?.replaceAll("''", "'") ?? trimmed.replace(/(^|\s)#.*$/, '')
}
