import { hasBytes, latin1 } from '../../bytes/signature.ts'

const DOC_TYPE = '\x42\x82'

/** Returns the type of WebM and Matroska files: EBML with the type in its header (RFC 8794, "DocType"). */
export function matroskaType (bytes: Uint8Array): string | undefined {
  if (!hasBytes(bytes, '\x1a\x45\xdf\xa3')) {
    return undefined
  }

  const head = latin1(bytes, 0, 4096)
  const at = head.indexOf(DOC_TYPE)

  if (at < 0) {
    return undefined
  }

  // The length of the name is a variable-size integer: its leading zero bits state its size in bytes.
  const name = at + DOC_TYPE.length + Math.min(8, Math.clz32(bytes[at + DOC_TYPE.length]) - 23)
  if (head.startsWith('webm', name)) {
    return 'video/webm'
  }

  return head.startsWith('matroska', name)
    ? 'video/x-matroska'
    : undefined
}
