import type { OutputShape } from '../command/output.ts'

/**
 * Formats an answer without a text form like Go's `%s`: `&{a b}` for a struct, `[{a b} {c d}]` for a list of structs. A
 * value that is not a string shows its type.
 */
export function goText (value: unknown, output: OutputShape | undefined): string {
  if (Array.isArray(value)) {
    return `[${
      value.map((item) => output == null ? printedText(item, typeof item) : structText(item, output)).join(' ')
    }]`
  }

  return output == null || typeof value !== 'object' || value === null
    ? printedText(value, typeof value)
    : `&${structText(value, output)}`
}

function structText (value: unknown, { fields }: OutputShape): string {
  const members = value as Record<string, unknown>
  return `{${
    fields.map(({ name, type }) =>
      type === 'object' ? nestedText(members[name]) : printedText(members[name] ?? zeroValue(type), type)
    ).join(' ')
  }}`
}

/** Formats a struct that is a member of another one: its fields in their order. */
function nestedText (value: unknown): string {
  return value == null
    ? printedText(value, 'object')
    : `{${Object.values(value).map((member) => printedText(member, typeof member)).join(' ')}}`
}

function printedText (value: unknown, type: string): string {
  if (typeof value === 'string') {
    return value
  }

  if (Array.isArray(value)) {
    return `[${value.map((item) => printedText(item, typeof item)).join(' ')}]`
  }

  if (typeof value === 'object' && value !== null) {
    return `map[${
      Object.entries(value).sort().map(([key, item]) => `${key}:${printedText(item, typeof item)}`).join(' ')
    }]`
  }

  return value == null ? '%!s(<nil>)' : `%!s(${type === 'boolean' ? 'bool' : type}=${String(value)})`
}

function zeroValue (type: string): unknown {
  switch (type) {
    case 'string':
      return ''
    case 'bool':
      return false
    case 'list':
      return []
    case 'object':
      return null
    default:
      return type.startsWith('map[') ? {} : 0
  }
}
