import type { OutputShape } from '../command/output.ts'
import { parseXmlType } from '../command/xml-type.ts'
import type { XmlField, XmlType } from '../command/xml-type.ts'

/**
 * Encodes a struct, a list of structs, a number or a string like Go's encoding/xml.
 *
 * @throws an Error for values that it cannot encode (a map)
 */
export function goXml (value: unknown, output: OutputShape | undefined): string {
  if (Array.isArray(value)) {
    return value.map((item) => goXml(item, output)).join('')
  }

  if (typeof value === 'number') {
    return xmlElement('int', String(value))
  }

  if (typeof value === 'string') {
    return xmlElement('string', escapeXml(value))
  }

  if (output == null || typeof value !== 'object' || value === null) {
    throw unsupportedType(ANY_MAP)
  }

  const fields = output.xmlFields ??
    output.fields.map(({ name, type }) => ({ name, member: name, type: parseXmlType(type) }))
  return xmlElement(output.name, fieldsXml(fields, value))
}

/** Go's type of an object of JSON that has no struct. */
const ANY_MAP = 'map[string]interface {}'

function unsupportedType (type: string): Error {
  return new Error(`xml: unsupported type: ${type}`)
}

function fieldsXml (fields: readonly XmlField[], value: object): string {
  const members = value as Record<string, unknown>
  return fields.map(({ name, member, type }) => typedXml(name, members[member], type)).join('')
}

/**
 * Writes a field by its Go type. A list becomes repeated elements. JSON omits zeros that XML has. Nil pointers and
 * interfaces are omitted, and a map is an error even if it is nil.
 */
function typedXml (name: string, member: unknown, type: XmlType): string {
  switch (type.kind) {
    case 'map':
      throw unsupportedType(type.name)
    case 'list':
      return Array.isArray(member) ? member.map((item) => typedXml(name, item, type.of)).join('') : ''
    case 'pointer':
      return member == null ? '' : typedXml(name, member, type.of)
    case 'struct':
      return fieldElement(name, fieldsXml(type.fields, typeof member === 'object' && member !== null ? member : {}))
    case 'scalar':
      return Array.isArray(member) ? memberXml(name, member) : fieldElement(name, scalarXml(member, type.name))
    case 'any':
      return anyXml(name, member)
    case 'object':
      return memberXml(name, member)
  }
}

function anyXml (name: string, member: unknown): string {
  if (Array.isArray(member)) {
    return member.map((item) => anyXml(name, item)).join('')
  }

  if (member != null && typeof member === 'object') {
    throw unsupportedType(ANY_MAP)
  }

  // Numbers in JSON are floats in Go.
  return member == null ? '' : fieldElement(name, scalarXml(member, typeof member === 'number' ? 'float64' : 'string'))
}

/** Zeros of types other than numbers. `cid.Cid` prints its zero as an empty base32 text. */
const ZEROS: Record<string, string> = { string: '', bool: 'false', time: '0001-01-01T00:00:00Z', 'cid.Cid': 'b' }

function scalarXml (value: unknown, type: string): string {
  if (value == null) {
    return ZEROS[type] ?? '0'
  }

  if (typeof value === 'object' && '/' in value) {
    return escapeXml(String(value['/']))
  }

  if (type === 'octal') {
    return String(parseInt(String(value), 8))
  }

  return typeof value === 'number' && type.startsWith('float') ? goFloat(value) : escapeXml(String(value))
}

/**
 * Formats a number like Go's `strconv.FormatFloat(value, 'g', -1, 64)`, with an exponent below 0.0001 and from a
 * million on.
 */
function goFloat (value: number): string {
  if (value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e6)) {
    return String(value)
  }

  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
}

/** Writes a member. A nested struct becomes its fields in their order; a link becomes its CID. */
function memberXml (name: string, member: unknown): string {
  if (Array.isArray(member)) {
    return member.map((item) => memberXml(name, item)).join('')
  }

  if (member == null) {
    return ''
  }

  if (typeof member !== 'object') {
    return fieldElement(name, escapeXml(String(member)))
  }

  const fields = Object.entries(member)
  return fieldElement(
    name,
    fields.length === 1 && fields[0][0] === '/'
      ? escapeXml(String(fields[0][1]))
      : fields.map(([key, value]) => memberXml(key, value)).join('')
  )
}

/**
 * Writes the element of a field. Names in JSON may differ from names in Go, where each word begins with a capital
 * letter: `Deleted` is `deleted` in JSON, `NextReprovideAt` is `next_reprovide_at`.
 */
function fieldElement (name: string, content: string): string {
  return xmlElement(name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()), content)
}

function xmlElement (name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}

const XML: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;'
}

/** Characters that XML 1.0 does not allow (section 2.2). */
const NO_XML =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Escapes text like Go's `xml.EscapeText`: characters that XML cannot contain become U+FFFD. */
export function escapeXml (text: string): string {
  return text.replace(NO_XML, '\uFFFD').replace(/[&<>"'\t\n\r]/g, (char) => XML[char])
}
