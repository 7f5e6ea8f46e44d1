/** Types of UnixFS nodes (https://specs.ipfs.tech/unixfs/#dag-pb-types), by their number. */
const TYPES = ['raw', 'directory', 'file', 'metadata', 'symlink', 'hamt'] as const

export type UnixfsType = typeof TYPES[number]

const VARINT = 0
const BYTES = 2
const FIELD_TYPE = 1

/** Characters of base64 that are decoded: all implementations write the type first. */
const LOOKED_AT = 64

/**
 * Returns the UnixFS type in the data of a dag-pb node; undefined if it is no UnixFS.
 *
 * @param base64 - without padding, as in dag-json
 */
export function unixfsType (base64: string): UnixfsType | undefined {
  const bytes = Uint8Array.from(atob(base64.slice(0, LOOKED_AT)), (char) => char.charCodeAt(0))
  let at = 0

  while (at < bytes.length) {
    const tag = varint()
    const value = varint()

    if (tag === (FIELD_TYPE << 3 | VARINT)) {
      return TYPES[value]
    }

    if ((tag & 7) === BYTES) {
      at += value
    } else if ((tag & 7) !== VARINT) {
      return undefined
    }
  }

  return undefined

  function varint (): number {
    let value = 0

    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++]
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) {
        break
      }
    }

    return value
  }
}
