/**
 * The Go type of a value, for XML (Go `encoding/xml`):
 *
 * - `scalar`: the Go name of the type decides the zero and the form of the value
 * - `any`: an interface; lists and scalars in it are written by their own types, an object in it is a Go map
 * - `object`: a struct with the names and the order of the JSON value for its fields, and nothing left out
 */
export type XmlType =
  | { kind: 'scalar'; name: string }
  | { kind: 'any' | 'object' }
  | { kind: 'map'; name: string }
  | { kind: 'list' | 'pointer'; of: XmlType }
  | { kind: 'struct'; fields: readonly XmlField[] }

/** A field of a Go struct. */
export interface XmlField {
  /** The name in Go, which is the name of the element. */
  name: string
  /** the name in JSON */
  member: string
  type: XmlType
}

const NAME = /[^\s:={}]+/y
const SCALAR = /[^\s{}]+/y

/**
 * Parses a list of fields, for example `Name:string Peers=peers:[]{ID:string Seen:*time}`: `Peers` is the field that
 * JSON calls `peers`, a list of structs with a string and a pointer to a time.
 */
export function parseXmlFields (text: string): XmlField[] {
  const [fields, end] = readFields(text, 0)

  if (end !== text.length) {
    throw new Error(`unexpected ${text.slice(end)} in the fields of an answer`)
  }

  return fields
}

/** Parses the text of a Go type, for example `[]{ID:string}` or `map[string]string`. */
export function parseXmlType (text: string): XmlType {
  return readType(text, 0)[0]
}

function readFields (text: string, start: number): [fields: XmlField[], end: number] {
  const fields: XmlField[] = []
  let at = start

  for (;;) {
    while (text[at] === ' ') {
      at++
    }

    if (at >= text.length || text[at] === '}') {
      return [fields, at]
    }

    const name = matchAt(NAME, text, at)
    at += name.length
    const member = text[at] === '=' ? matchAt(NAME, text, at + 1) : name
    at += text[at] === '=' ? member.length + 1 : 0
    const [type, end] = text[at] === ':' ? readType(text, at + 1) : [{ kind: 'object' } as const, at]
    fields.push({ name, member, type })
    at = end
  }
}

function readType (text: string, at: number): [type: XmlType, end: number] {
  if (text[at] === '*') {
    const [of, end] = readType(text, at + 1)
    return [{ kind: 'pointer', of }, end]
  }

  if (text.startsWith('[]', at)) {
    const [of, end] = readType(text, at + 2)
    return [{ kind: 'list', of }, end]
  }

  if (text[at] === '{') {
    const [fields, end] = readFields(text, at + 1)
    return [{ kind: 'struct', fields }, end + 1]
  }

  const name = matchAt(SCALAR, text, at)
  return [parseNamedType(name), at + name.length]
}

function parseNamedType (name: string): XmlType {
  if (name.startsWith('map[')) {
    // Go's name of `any`
    return { kind: 'map', name: name.replace(/\bany$/, 'interface {}') }
  }

  if (name === 'any') {
    return { kind: 'any' }
  }

  return isScalar(name) ? { kind: 'scalar', name } : { kind: 'object' }
}

function isScalar (name: string): boolean {
  return /^(u?int\d*|float\d+|string|bool|time|octal|cid\.Cid)$/.test(name)
}

function matchAt (pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  const found = pattern.exec(text)?.[0]

  if (found == null) {
    throw new Error(`unexpected ${text.slice(at)} in the fields of an answer`)
  }

  return found
}
