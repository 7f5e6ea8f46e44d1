import { defineError } from '../../errors/define-error.ts'
import { goQuoteChar } from '../text/quote.ts'

/** Invalid JSON. The messages are those of Go's encoding/json. */
export class JsonSyntaxError extends defineError('JsonSyntaxError') {}

/**
 * Parses a JSON text like Go's `json.Unmarshal`, with Go's error messages.
 *
 * @throws JsonSyntaxError
 */
export function parseGoJson (text: string): unknown {
  const end = valueEnd(text, 0)
  const rest = skipSpace(text, end)

  if (rest < text.length) {
    throw invalidSyntax(text, rest, 'after top-level value')
  }

  return JSON.parse(text)
}

/** Parses the first value of a text like `parseGoJson`, and ignores the rest (Go's `json.Decoder`). */
export function firstGoJson (text: string): unknown {
  return JSON.parse(text.slice(0, valueEnd(text, 0)))
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERALS: Record<string, string> = { t: 'true', f: 'false', n: 'null' }

/** The maximum nesting of lists and objects (Go `encoding/json`, `maxNestingDepth`). */
const MAX_DEPTH = 10_000

/**
 * Checks the value that starts at a position, after white space. Uses an explicit stack of open lists and objects: the
 * call stack is too small for this depth in some browsers.
 *
 * @returns the position after the value
 */
function valueEnd (text: string, start: number): number {
  /** The closing brackets of the open lists and objects. */
  const open: Array<'}' | ']'> = []

  for (let at = skipSpace(text, start);;) {
    const char = text[at]

    if (char === '{' || char === '[') {
      if (open.length >= MAX_DEPTH) {
        throw invalidSyntax(text, at, 'exceeded max depth')
      }

      const first = skipSpace(text, at + 1)
      const close = char === '{' ? '}' : ']'

      if (text[first] !== close) {
        open.push(close)
        at = close === '}' ? keyEnd(text, first) : first
        continue
      }

      at = first + 1
    } else {
      at = scalarEnd(text, at)
    }

    // After a value, close all lists and objects that end here, up to the next value.
    for (;;) {
      const close = open.at(-1)

      if (close == null) {
        return at
      }

      at = skipSpace(text, at)

      if (text[at] === ',') {
        at = skipSpace(text, at + 1)
        at = close === '}' ? keyEnd(text, at) : at
        break
      }

      if (text[at] !== close) {
        throw invalidSyntax(text, at, close === '}' ? 'after object key:value pair' : 'after array element')
      }

      open.pop()
      at++
    }
  }
}

function scalarEnd (text: string, at: number): number {
  const char = text[at]

  switch (char) {
    case '"':
      return stringEnd(text, at + 1)
    case 't':
    case 'f':
    case 'n':
      return literalEnd(text, at, LITERALS[char])
  }

  if (char === '-' || (char >= '0' && char <= '9')) {
    return numberEnd(text, at)
  }

  throw invalidSyntax(text, at, 'looking for beginning of value')
}

/** Returns the position of the value of an object's key. */
function keyEnd (text: string, start: number): number {
  if (text[start] !== '"') {
    throw invalidSyntax(text, start, 'looking for beginning of object key string')
  }

  const at = skipSpace(text, stringEnd(text, start + 1))

  if (text[at] !== ':') {
    throw invalidSyntax(text, at, 'after object key')
  }

  return skipSpace(text, at + 1)
}

function stringEnd (text: string, start: number): number {
  for (let at = start;; at++) {
    const char = text[at]

    if (char === '"') {
      return at + 1
    }

    if (char === undefined || char < ' ') {
      throw invalidSyntax(text, at, 'in string literal')
    }

    if (char === '\\') {
      at = escapeEnd(text, at + 1)
    }
  }
}

/** Returns the position of the last character of an escape sequence. */
function escapeEnd (text: string, at: number): number {
  if (text[at] !== 'u') {
    if (text[at] === undefined || !'bfnrt\\/"'.includes(text[at])) {
      throw invalidSyntax(text, at, 'in string escape code')
    }

    return at
  }

  for (let i = at + 1; i <= at + 4; i++) {
    if (!/[0-9a-fA-F]/.test(text[i] ?? '')) {
      throw invalidSyntax(text, i, 'in \\u hexadecimal character escape')
    }
  }

  return at + 4
}

function literalEnd (text: string, start: number, literal: string): number {
  for (let i = 1; i < literal.length; i++) {
    if (text[start + i] !== literal[i]) {
      throw invalidSyntax(text, start + i, `in literal ${literal} (expecting ${goQuoteChar(literal[i])})`)
    }
  }

  return start + literal.length
}

function numberEnd (text: string, start: number): number {
  NUMBER.lastIndex = start
  const length = NUMBER.exec(text)?.[0].length ?? 1
  const end = start + length
  const next = text[end]

  if (text[end - 1] === '-') {
    throw invalidSyntax(text, end, 'in numeric literal')
  }

  if (next === '.' && !/[.eE]/.test(text.slice(start, end))) {
    throw invalidSyntax(text, end + 1, 'after decimal point in numeric literal')
  }

  if ((next === 'e' || next === 'E') && !/[eE]/.test(text.slice(start, end))) {
    throw invalidSyntax(text, /[+-]/.test(text[end + 1] ?? '') ? end + 2 : end + 1, 'in exponent of numeric literal')
  }

  return end
}

function skipSpace (text: string, at: number): number {
  while (at < text.length && ' \t\r\n'.includes(text[at])) {
    at++
  }
  return at
}

/** States in which Go reads a space after the end of the text instead of the end. */
const WITHIN_TOKEN = /^in literal|numeric literal|escape/

function invalidSyntax (text: string, at: number, where: string): JsonSyntaxError {
  if (at >= text.length && !WITHIN_TOKEN.test(where)) {
    return new JsonSyntaxError('unexpected end of JSON input')
  }

  // Go reports bytes.
  const [byte] = new TextEncoder().encode(Array.from(text.slice(at, at + 2))[0] ?? ' ')
  return new JsonSyntaxError(`invalid character ${goQuoteChar(String.fromCharCode(byte))} ${where}`)
}
