import type { OutputShape } from '../command/output.ts'

/**
 * Formats an answer without a text form like Go's `%s`: `&{a b}` for a struct, `[{a b} {c d}]` for a list of structs. A
 * value that is not a string shows its type.
 */
export function goText (value: unknown, output: OutputShape | undefined): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => output == null ? printed(item, typeof item) : struct(item, output)).join(' ')}]`
  }

  return output == null || typeof value !== 'object' || value === null
    ? printed(value, typeof value)
    : `&${struct(value, output)}`
}

function struct (value: unknown, { fields }: OutputShape): string {
  const members = value as Record<string, unknown>
  return `{${
    fields.map(({ name, type }) =>
      type === 'object' ? nested(members[name]) : printed(members[name] ?? zero(type), type)
    ).join(' ')
  }}`
}

/** Formats a struct that is a member of another one: its fields in their order. */
function nested (value: unknown): string {
  return value == null
    ? printed(value, 'object')
    : `{${Object.values(value).map((member) => printed(member, typeof member)).join(' ')}}`
}

function printed (value: unknown, type: string): string {
  if (typeof value === 'string') {
    return value
  }

  if (Array.isArray(value)) {
    return `[${value.map((item) => printed(item, typeof item)).join(' ')}]`
  }

  if (typeof value === 'object' && value !== null) {
    return `map[${Object.entries(value).sort().map(([key, item]) => `${key}:${printed(item, typeof item)}`).join(' ')}]`
  }

  return value == null ? '%!s(<nil>)' : `%!s(${type === 'boolean' ? 'bool' : type}=${String(value)})`
}

function zero (type: string): unknown {
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
