const CR = 13
const LF = 10
const PAD = 61
const NONE = 0xff
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function alphabetTable (alphabet: string): Uint8Array {
  const values = new Uint8Array(256).fill(NONE)
  for (let i = 0; i < alphabet.length; i++) {
    values[alphabet.charCodeAt(i)] = i
  }
  return values
}

const STANDARD = alphabetTable(`${LETTERS}+/`)
const URL = alphabetTable(`${LETTERS}-_`)

/** Decodes base64 as Go's `encoding/base64` does: accepts line ends anywhere, and ignores leftover bits. */
export function decodeBase64 (src: Uint8Array, url: boolean, padded: boolean): Uint8Array {
  const values = url ? URL : STANDARD
  const bytes = new Uint8Array(Math.ceil(src.length * 3 / 4))
  let at = 0
  let buffer = 0
  /** number of characters in the current group */
  let group = 0

  for (let i = 0; i < src.length; i++) {
    const value = values[src[i]]

    if (value !== NONE) {
      buffer = buffer << 6 | value
      group++

      if (group === 4) {
        bytes[at++] = buffer >> 16
        bytes[at++] = buffer >> 8
        bytes[at++] = buffer
        buffer = 0
        group = 0
      }
    } else if (padded && src[i] === PAD && group >= 2) {
      checkPadding(src, i, group)
      return bytes.subarray(0, flushGroup(bytes, at, buffer, group))
    } else if (src[i] !== CR && src[i] !== LF) {
      throw corruptInputError(i)
    }
  }

  if (group === 1 || (padded && group > 0)) {
    throw corruptInputError(src.length - group)
  }

  return bytes.subarray(0, flushGroup(bytes, at, buffer, group))
}

function flushGroup (bytes: Uint8Array, at: number, buffer: number, group: number): number {
  if (group === 2) {
    bytes[at++] = buffer >> 4
  } else if (group === 3) {
    bytes[at++] = buffer >> 10
    bytes[at++] = buffer >> 2
  }

  return at
}

/** Checks the text after the first `=`: a second `=` if the group has two characters, then only line ends. */
function checkPadding (src: Uint8Array, first: number, group: number): void {
  let next = skipLineEnds(src, first + 1)

  if (group === 2) {
    if (next === src.length) {
      throw corruptInputError(src.length)
    }

    if (src[next] !== PAD) {
      throw corruptInputError(next - 1)
    }

    next = skipLineEnds(src, next + 1)
  }

  if (next < src.length) {
    throw corruptInputError(next)
  }
}

function skipLineEnds (src: Uint8Array, at: number): number {
  while (at < src.length && (src[at] === CR || src[at] === LF)) {
    at++
  }
  return at
}

function corruptInputError (at: number): Error {
  return new Error(`illegal base64 data at input byte ${at}`)
}
