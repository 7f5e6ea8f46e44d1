import type { OutputField, OutputShape } from '../output.ts'

/**
 * What Go's encoding/xml writes of a struct, or of a list of such, or of a number or a string.
 *
 * @throws an Error for what it does not write (a map)
 */
export function goXml (value: unknown, output: OutputShape | undefined): string {
  if (Array.isArray(value)) {
    return value.map((item) => goXml(item, output)).join('')
  }

  if (typeof value === 'number') {
    return element('int', String(value))
  }

  if (typeof value === 'string') {
    return element('string', escapeXml(value))
  }

  if (output == null || typeof value !== 'object' || value === null) {
    throw new Error('xml: unsupported type: map[string]interface {}')
  }

  const members = value as Record<string, unknown>
  return element(output.name, (output.xmlFields ?? output.fields.map((field) => ({ ...field, member: field.name }))).map((field) => fieldXml(field, members[field.member])).join(''))
}

/** A list is as many elements; what is missing is the zero of its type, where that is no pointer or list. */
function fieldXml ({ name, type }: OutputField, member: unknown): string {
  if (member != null && type.startsWith('map[')) {
    throw new Error(`xml: unsupported type: ${type}`)
  }

  if (member != null) {
    return memberXml(name, member)
  }

  return type === 'string' ? fieldElement(name, '') : type === 'bool' ? fieldElement(name, 'false') : /^u?int|^float/.test(type) ? fieldElement(name, '0') : ''
}

/** A struct within is its fields in their order; a link is its CID. */
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
  return fieldElement(name, fields.length === 1 && fields[0][0] === '/' ? escapeXml(String(fields[0][1])) : fields.map(([key, value]) => memberXml(key, value)).join(''))
}

/** JSON may have other names for fields than Go, where they begin with a capital letter, as each word in them: `Deleted` is `deleted` there, `NextReprovideAt` is `next_reprovide_at`. */
function fieldElement (name: string, content: string): string {
  return element(name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()), content)
}

function element (name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}

const XML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;', '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' }

/** Characters that are none in XML 1.0, section 2.2. */
const NO_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** As Go's `xml.EscapeText`: what XML has no place for is written as U+FFFD. */
export function escapeXml (text: string): string {
  return text.replace(NO_XML, '\uFFFD').replace(/[&<>"'\t\n\r]/g, (char) => XML[char])
}
