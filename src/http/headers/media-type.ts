import { decodeUtf8 } from '../../go/text/utf8.ts'
import { percentBytes } from '../../go/url/query.ts'

/** A media type or a disposition, with its parameters. */
export interface MediaType {
  /** in lower case; empty if the value is malformed */
  type: string
  /** names in lower case; empty if one of the parameters is malformed */
  params: Map<string, string>
  /** Go's error for a malformed value; the type may be valid nevertheless */
  error?: string
}

const TOKEN = /[!#$%&'*+\-.^_`|~\w]+/y
const SPACE = /\s*/y
const SPECIAL = '()<>@,;:\\"/[]?='

/**
 * Parses `type; name=value; name="quoted"; name*=utf-8''encoded; name*0=continued` as Go's `mime.ParseMediaType` does
 * (RFC 9110 section 5.6.6, RFC 2231). A backslash in a quoted value is literal unless it precedes a character that
 * needs escaping.
 */
export function parseMediaType (value: string): MediaType {
  const type = value.split(';', 1)[0]
  const name = type.trim().toLowerCase()

  const error = typeError(name)

  if (error != null) {
    return { type: '', params: new Map(), error }
  }

  const params = new Map<string, string>()
  const starred = new Map<string, Map<string, string>>()

  for (let at = skipSpace(value, type.length); at < value.length; at = skipSpace(value, at)) {
    const param = takeParam(value, at)

    if (param == null) {
      if (value.slice(at).trim() === ';') {
        break
      }

      return { type: name, params: new Map(), error: 'mime: invalid media parameter' }
    }

    const star = param.name.indexOf('*')
    const target = star < 0 ? params : continuationsOf(starred, param.name.slice(0, star))

    if ((target.get(param.name) ?? param.value) !== param.value) {
      return { type: '', params: new Map(), error: 'mime: duplicate parameter name' }
    }

    target.set(param.name, param.value)
    at = param.next
  }

  for (const [base, parts] of starred) {
    const joined = join2231(base, parts)

    if (joined != null) {
      params.set(base, joined)
    }
  }

  return { type: name, params }
}

function typeError (name: string): string | undefined {
  const main = takeToken(name, 0)
  const slash = name[main.next] === '/'
  const sub = takeToken(name, main.next + 1)

  if (main.token === '') {
    return 'mime: no media type'
  }
  if (main.next === name.length) {
    return undefined
  }
  if (!slash) {
    return 'mime: expected slash after first token'
  }
  if (sub.token === '') {
    return 'mime: expected token after slash'
  }
  return sub.next === name.length ? undefined : 'mime: unexpected content after media subtype'
}

function takeParam (value: string, start: number): { name: string; value: string; next: number } | undefined {
  if (value[start] !== ';') {
    return undefined
  }

  const name = takeToken(value, skipSpace(value, start + 1))

  if (name.token === '') {
    return undefined
  }

  const equals = skipSpace(value, name.next)

  if (value[equals] !== '=') {
    return undefined
  }

  const from = skipSpace(value, equals + 1)
  const { token, next } = value[from] === '"' ? takeQuoted(value, from) : takeToken(value, from)
  return next === from ? undefined : { name: name.token.toLowerCase(), value: token, next }
}

function takeToken (value: string, at: number): { token: string; next: number } {
  TOKEN.lastIndex = at
  const token = TOKEN.exec(value)?.[0] ?? ''
  return { token, next: at + token.length }
}

/** Consumes a quoted string. Consumes nothing if the string has no end or contains a line end. */
function takeQuoted (value: string, start: number): { token: string; next: number } {
  let token = ''

  for (let at = start + 1; at < value.length; at++) {
    const char = value[at]

    if (char === '"') {
      return { token, next: at + 1 }
    }

    if (char === '\r' || char === '\n') {
      break
    }

    token += char === '\\' && at + 1 < value.length && SPECIAL.includes(value[at + 1]) ? value[++at] : char
  }

  return { token: '', next: start }
}

function continuationsOf (starred: Map<string, Map<string, string>>, base: string): Map<string, string> {
  const parts = starred.get(base) ?? new Map<string, string>()
  starred.set(base, parts)
  return parts
}

/**
 * Joins the pieces of an RFC 2231 value: one encoded value (`name*`), or numbered pieces in order (`name*0`,
 * `name*1*`).
 */
function join2231 (base: string, parts: Map<string, string>): string | undefined {
  const single = parts.get(`${base}*`)

  if (single != null) {
    const bytes = decodeCharset(single)
    return bytes == null ? undefined : decodeUtf8(bytes)
  }

  const encoder = new TextEncoder()
  const joined: number[] = []
  let found = false

  for (let n = 0;; n++) {
    const plain = parts.get(`${base}*${n}`)
    const encoded = parts.get(`${base}*${n}*`)

    if (plain == null && encoded == null) {
      return found ? decodeUtf8(Uint8Array.from(joined)) : undefined
    }

    found = true
    joined.push(
      ...plain != null
        ? encoder.encode(plain)
        : (n === 0 ? decodeCharset(encoded as string) : percentBytes(encoded as string)) ?? []
    )
  }
}

/**
 * Decodes `charset'language'percent-encoded`; undefined for a charset that Go does not support or a malformed escape.
 */
function decodeCharset (value: string): Uint8Array | undefined {
  const match = /^([^']*)'[^']*'(.*)$/s.exec(value)
  return match != null && ['us-ascii', 'utf-8'].includes(match[1].toLowerCase()) ? percentBytes(match[2]) : undefined
}

function skipSpace (value: string, at: number): number {
  SPACE.lastIndex = at
  return at + (SPACE.exec(value)?.[0].length ?? 0)
}
