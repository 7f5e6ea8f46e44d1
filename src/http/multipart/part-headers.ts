import { defineError } from '../../errors/define-error.ts'
import { goQuote } from '../../go/text/quote.ts'
import { trimRight } from '../../go/text/trim-right.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'
import type { ChunkReader } from '../body/chunk-reader.ts'

/**
 * A malformed multipart body, or one that ends before its closing boundary. The messages are those of Go's
 * mime/multipart.
 */
export class MultipartError extends defineError('MultipartError') {}

/**
 * Limits of Go's mime/multipart for the header of a part, with its accounting (`net/textproto`): fixed costs, and a
 * cost for each name.
 */
const MAX_HEADER_BYTES = 10 * 1024 * 1024
const FIXED_COST_BYTES = 400
const NAME_COST_BYTES = 200
const MAX_LINES = 10_000

const SPACE = 32
const TAB = 9
const NAME = /^[!#$%&'*+.^_`|~\w -]+$/
const BAD_VALUE = /[\x00-\x08\x0a-\x1f\x7f]/

/**
 * Reads the header of a part up to its empty line. Names are in lower case; the first value of a repeated name counts.
 * Lines that start with white space continue the previous line.
 *
 * @throws MultipartError, even if the body ends within the header, which Go treats as the end of the parts
 */
export async function readPartHeaders (reader: ChunkReader): Promise<Map<string, string>> {
  const headers = new Map<string, string>()
  let budget = MAX_HEADER_BYTES - FIXED_COST_BYTES

  if (await startsWithSpace(reader)) {
    throw malformedHeader('initial line', await readLine(reader, budget))
  }

  for (let lines = 0;; lines++) {
    const line = await readContinuedLine(reader, budget)

    if (line === '') {
      return headers
    }

    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    const value = line.slice(colon + 1).replace(/^[ \t]+/, '')

    if (!NAME.test(name) || BAD_VALUE.test(value)) {
      throw malformedHeader('line', line)
    }

    // a name with a space is accepted but never matches
    const key = name.includes(' ') ? name : name.toLowerCase()
    budget -= value.length + (headers.has(key) ? 0 : key.length + NAME_COST_BYTES)

    if (budget < 0 || lines >= MAX_LINES) {
      throw new MultipartError('multipart: message too large')
    }

    if (!headers.has(key)) {
      headers.set(key, value)
    }
  }
}

async function readContinuedLine (reader: ChunkReader, maxBytes: number): Promise<string> {
  const first = await readLine(reader, maxBytes)

  if (first === '') {
    return ''
  }

  if (!first.includes(':')) {
    throw new MultipartError(`malformed MIME header: missing colon: ${goQuote(first)}`)
  }

  let line = trimBlanks(first)

  while (await startsWithSpace(reader)) {
    line += ` ${trimBlanks(await readLine(reader, maxBytes - line.length))}`
  }

  return line
}

async function startsWithSpace (reader: ChunkReader): Promise<boolean> {
  return await reader.atLeast(1) && (reader.buffer[0] === SPACE || reader.buffer[0] === TAB)
}

async function readLine (reader: ChunkReader, maxBytes: number): Promise<string> {
  const bytes = await reader.line(Math.max(1, maxBytes))

  if (bytes == null) {
    throw new MultipartError('multipart: message too large')
  }

  // Go accepts a truncated line
  if (bytes.length === 0) {
    throw new MultipartError('multipart: NextPart: EOF')
  }

  return decodeUtf8(bytes).replace(/\r?\n$/, '')
}

function trimBlanks (text: string): string {
  return trimRight(text.replace(/^[ \t]+/, ''), ' \t')
}

function malformedHeader (problem: string, line: string): MultipartError {
  return new MultipartError(`malformed MIME header ${problem}: ${goQuote(line)}`)
}
