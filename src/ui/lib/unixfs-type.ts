/** What a UnixFS node is (https://specs.ipfs.tech/unixfs/#dag-pb-types), by the number of its type. */
const TYPES = ['raw', 'directory', 'file', 'metadata', 'symlink', 'hamt'] as const

export type UnixfsType = typeof TYPES[number]

const VARINT = 0
const BYTES = 2
const FIELD_TYPE = 1

/** As many characters of base64 are looked at: everybody writes the type first. */
const LOOKED_AT = 64

/** The type that the data of a dag-pb node says. @param base64 - without padding, as in dag-json; undefined for what is no UnixFS */
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
      if (byte < 0x80) break
    }

    return value
  }
}
