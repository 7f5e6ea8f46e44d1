import { concatBytes } from '../../../src/bytes/concat-bytes.ts'

/** A section longer than this has a damaged length. */
const MAX_VARINT_BYTES = 9

/** Where a part of a CAR ends. */
export interface SectionEnd {
  /** bytes of the part */
  bytes: number
  /** whether the content ended with it */
  isLast: boolean
}

/**
 * Passes on the sections of a CARv1 up to a number of bytes. The part ends after a whole section, unless the content is
 * cut.
 *
 * @param ended - called with the end of the part
 */
export async function* wholeSections (
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  ended: (end: SectionEnd) => void
): AsyncGenerator<Uint8Array> {
  let passed = 0
  /** bytes of the section that follow, and the digits of its length */
  let left = 0
  let [length, digits] = [0, 0]

  for await (const chunk of chunks) {
    let at = 0

    while (at < chunk.byteLength) {
      if (left > 0) {
        const taken = Math.min(left, chunk.byteLength - at)
        at += taken
        left -= taken
      } else {
        const byte = chunk[at++]
        length += (byte & 0x7f) * 2 ** (7 * digits++)

        if (byte < 0x80 || digits === MAX_VARINT_BYTES) {
          left = length
          length = digits = 0
        }
      }

      if (left === 0 && digits === 0 && passed + at >= maxBytes) {
        ended({ bytes: passed + at, isLast: false })
        yield chunk.subarray(0, at)
        return
      }
    }

    passed += chunk.byteLength
    yield chunk
  }

  ended({ bytes: passed, isLast: true })
}

/** Returns the first section of a CARv1, with its length. */
export async function firstSection (
  read: (offset: number, length: number) => Promise<Uint8Array>
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const chunks = (async function* () {
    for (let at = 0, next = await read(0, FIRST_READ); next.byteLength > 0; next = await read(at, FIRST_READ)) {
      at += next.byteLength

      if (at > MAX_HEADER_BYTES) {
        throw new Error('invalid header: it is too long')
      }

      yield next
    }
  })()

  for await (const part of wholeSections(chunks, 1, () => {})) {
    parts.push(part)
  }

  return concatBytes(parts)
}

const FIRST_READ = 64 * 1024
const MAX_HEADER_BYTES = 1024 * 1024
