import { chunksOf } from '../../../client/index.ts'

/** Size limit of a part of a text, in bytes. */
export const TEXT_PART_BYTES = 256 * 1024

/** The requested part of a text: from a position on, or up to a position. */
export type TextPlace = { from: number } | { before: number }

export interface TextPart {
  /** undefined if the file is no text */
  text: string | undefined
  /** position of the part in the file, in bytes */
  start: number
  end: number
  /** bytes of the file */
  of: number
}

const LINE_FEED = 0x0A

/**
 * Reads a part of a text file. Parts begin and end at line ends where lines are shorter than half a part, and otherwise
 * between two characters.
 *
 * @param href - the worker's URL of the file
 * @throws Error with the HTTP status
 */
export async function readTextPart (
  href: string,
  place: TextPlace,
  { signal }: { signal: AbortSignal }
): Promise<TextPart> {
  const from = 'from' in place ? place.from : Math.max(0, place.before - TEXT_PART_BYTES)
  const to = 'from' in place ? place.from + TEXT_PART_BYTES : place.before
  const response = await fetch(href, { headers: { Range: `bytes=${from}-${to - 1}` }, signal })
  if (!response.ok) {
    throw new Error(`HTTP ${response.status}`)
  }

  const bytes = await firstBytes(response, to - from)
  const of = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? bytes.length)
  const [skipped, end] = 'from' in place
    ? [0, from + bytes.length < of ? endOfPart(bytes) : bytes.length]
    : [from === 0 ? 0 : startOfPart(bytes), bytes.length]
  const part = bytes.subarray(skipped, end)

  return {
    text: part.includes(0) ? undefined : new TextDecoder().decode(part),
    start: from + skipped,
    end: from + end,
    of
  }
}

async function firstBytes ({ body }: Response, limit: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(limit)
  let length = 0

  for await (const chunk of chunksOf(body)) {
    const part = chunk.subarray(0, limit - length)
    bytes.set(part, length)
    length += part.length
    if (length === limit) {
      break
    }
  }

  return bytes.subarray(0, length)
}

/** Returns the length of the part that ends with a line, or else with a character. */
function endOfPart (bytes: Uint8Array): number {
  const line = bytes.lastIndexOf(LINE_FEED) + 1
  if (line > bytes.length / 2) {
    return line
  }
  const last = bytes.findLastIndex(startsCharacter)
  return last > 0 ? last : bytes.length
}

/** Returns the start of the first whole line, or else of the first whole character. */
function startOfPart (bytes: Uint8Array): number {
  const line = bytes.indexOf(LINE_FEED) + 1
  return line > 0 && line < bytes.length / 2 ? line : Math.max(0, bytes.findIndex(startsCharacter))
}

/** Returns whether a byte of UTF-8 starts a character. */
function startsCharacter (byte: number): boolean {
  return (byte & 0xC0) !== 0x80
}
