/** Encodings of documents, as far as inserted ASCII depends on them: UTF-16, or a superset of ASCII. */
export type DocumentEncoding = 'ascii' | 'utf-16le' | 'utf-16be'

/**
 * Returns the encoding in which a browser decodes a document: by byte order mark, else by the `charset` of its media
 * type, else by an XML declaration in UTF-16 (HTML standard, section 13.2.3.2). A `<meta charset>` never means UTF-16.
 *
 * @param start - the first bytes
 */
export function documentEncoding (start: Uint8Array, contentType: string): DocumentEncoding {
  const mark = [...start.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

  if (mark.startsWith('efbbbf')) {
    return 'ascii'
  }

  if (mark.startsWith('fffe') || mark.startsWith('feff')) {
    return mark.startsWith('fffe') ? 'utf-16le' : 'utf-16be'
  }

  const [, charset = ''] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType) ?? []

  if (charset !== '') {
    if (/^(?:utf-16be|unicodefffe)$/i.test(charset)) {
      return 'utf-16be'
    }

    return /^(?:utf-16(?:le)?|unicode(?:feff)?|ucs-2|csunicode|iso-10646-ucs-2)$/i.test(charset)
      ? 'utf-16le'
      : 'ascii'
  }

  if (mark === '3c003f00') {
    return 'utf-16le'
  }

  return mark === '003c003f' ? 'utf-16be' : 'ascii'
}

/**
 * Decodes the beginning of a document to one character per byte, or per code unit of UTF-16, so that text offsets can
 * be mapped to bytes.
 */
export function decodeUnits (bytes: Uint8Array, encoding: DocumentEncoding): string {
  return new TextDecoder(encoding === 'ascii' ? 'latin1' : encoding, { ignoreBOM: true }).decode(bytes)
}

/** Encodes ASCII text for a document. */
export function encodeAscii (text: string, encoding: DocumentEncoding): Uint8Array {
  const size = unitBytes(encoding)
  const bytes = new Uint8Array(text.length * size)

  for (let i = 0; i < text.length; i++) {
    bytes[i * size + (encoding === 'utf-16be' ? 1 : 0)] = text.charCodeAt(i)
  }

  return bytes
}

/** Returns the bytes per code unit. */
export function unitBytes (encoding: DocumentEncoding): number {
  return encoding === 'ascii' ? 1 : 2
}
