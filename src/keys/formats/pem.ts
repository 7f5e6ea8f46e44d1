import { base64pad } from 'multiformats/bases/base64'

const BLOCK = /-----BEGIN ([^\n]*?)-----\r?\n([\s\S]*?)-----END \1-----/
const LINE_CHARS = 64

/** Returns type and bytes of the first block of a PEM text; undefined if there is none (Go's `pem.Decode`). */
export function readPem (text: string): { type: string; bytes: Uint8Array } | undefined {
  const [, type, body] = BLOCK.exec(text) ?? []

  if (type == null) {
    return undefined
  }

  // Lines with a colon are headers.
  const content = body.split('\n').filter((line) => !line.includes(':')).join('')

  try {
    return { type, bytes: base64pad.baseDecode(content.replace(/\s/g, '')) }
  } catch {
    return undefined
  }
}

/** Encodes a PEM block like Go's `pem.Encode`. */
export function writePem (type: string, bytes: Uint8Array): string {
  const lines = base64pad.baseEncode(bytes).match(new RegExp(`.{1,${LINE_CHARS}}`, 'g')) ?? []
  return [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n')
}
