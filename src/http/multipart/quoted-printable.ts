const CR = 13
const LF = 10
const EQUALS = 61

/** The maximum length of a line with its end: the size of Go's line buffer. */
const MAX_LINE_BYTES = 4096

/**
 * Decodes the quoted-printable content of a part (RFC 2045, section 6.7), as leniently as Go's `mime/quotedprintable`.
 * An `=` without two hexadecimal digits is literal. White space at the end of a line is dropped.
 *
 * @throws an Error with Go's message for a control character or a line over 4096 bytes
 */
export async function* quotedPrintable (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0)

  for await (const chunk of content) {
    const bytes = new Uint8Array(rest.length + chunk.length)
    bytes.set(rest)
    bytes.set(chunk, rest.length)

    const end = bytes.lastIndexOf(LF) + 1
    rest = bytes.slice(end)
    yield* decodeLines(bytes.subarray(0, end))
    checkLine(rest.length)
  }

  yield* decodeLines(rest)
}

function* decodeLines (bytes: Uint8Array): Generator<Uint8Array> {
  const decoded: number[] = []

  for (let at = 0; at < bytes.length;) {
    const lineFeed = bytes.indexOf(LF, at)
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1
    checkLine(end - at)
    decodeLine(bytes.subarray(at, end), decoded)
    at = end
  }

  if (decoded.length > 0) {
    yield Uint8Array.from(decoded)
  }
}

function checkLine (length: number): void {
  if (length > MAX_LINE_BYTES) {
    throw new Error('bufio: buffer full')
  }
}

function decodeLine (line: Uint8Array, decoded: number[]): void {
  let length = line.length
  while (length > 0 && isSpace(line[length - 1])) {
    length--
  }

  const soft = line[length - 1] === EQUALS

  if (soft) {
    length--
  }

  for (let i = 0; i < length; i++) {
    const byte = line[i]
    const escaped = byte === EQUALS ? parseHex(line.subarray(i + 1, Math.min(i + 3, length))) : undefined

    if (escaped != null) {
      decoded.push(escaped)
      i += 2
    } else if (byte < 0x20 && byte !== 9 && byte !== CR) {
      throw new Error(`quotedprintable: invalid unescaped byte 0x${byte.toString(16).padStart(2, '0')} in body`)
    } else {
      decoded.push(byte)
    }
  }

  if (!soft && line[line.length - 1] === LF) {
    decoded.push(...line[line.length - 2] === CR ? [CR, LF] : [LF])
  }
}

function parseHex (bytes: Uint8Array): number | undefined {
  const text = String.fromCharCode(...bytes)
  return /^[0-9a-fA-F]{2}$/.test(text) ? parseInt(text, 16) : undefined
}

function isSpace (byte: number): boolean {
  return byte === 32 || byte === 9 || byte === CR || byte === LF
}
