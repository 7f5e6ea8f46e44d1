import { base256emoji } from 'multiformats/bases/base256emoji'

const PREFIX_CHARS = base256emoji.prefix.length
let values: ReadonlyMap<string, number> | undefined

/** Returns the bytes of the emoji. Built at the first use, because few CIDs have them. */
function byteValues (): ReadonlyMap<string, number> {
  return values ??= new Map(
    Array.from({ length: 256 }, (_, byte) => [base256emoji.encode(Uint8Array.of(byte)).slice(PREFIX_CHARS), byte])
  )
}

/** Decodes one emoji per byte (go-multibase `base256emoji.go`). */
export function decodeEmoji (text: Uint8Array): Uint8Array {
  const encoder = new TextEncoder()
  const bytes: number[] = []
  let at = 0

  for (const char of new TextDecoder('utf-8', { ignoreBOM: true }).decode(text)) {
    const byte = byteValues().get(char)

    if (byte == null) {
      throw new Error(`illegal base256emoji data at input byte ${at}, char: '${char}'`)
    }

    bytes.push(byte)
    at += encoder.encode(char).length
  }

  return Uint8Array.from(bytes)
}
