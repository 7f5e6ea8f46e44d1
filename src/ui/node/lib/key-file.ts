/** The data of a key file that the page can read without the node. */
export interface KeyFile {
  /** format for `key/import`; undefined for a password-protected file, which no node accepts */
  format: KeyFormat | undefined
  /** key name, derived from the file name */
  name: string
}

export type KeyFormat = 'libp2p-protobuf-cleartext' | 'pem-pkcs8-cleartext'

/** Limit of bytes that are read; a key is shorter. */
export const MAX_KEY_FILE_BYTES = 64 * 1024

/**
 * Suffix of saved files that warns about the missing password. The same in every language, because it is parsed on
 * import.
 */
const UNPROTECTED = '-without-password'
const EXTENSIONS: Readonly<Record<KeyFormat, string>> = {
  'libp2p-protobuf-cleartext': '.key',
  'pem-pkcs8-cleartext': '.pem'
}

/** Returns the file name of an exported key. */
export function keyFileName (name: string, format: KeyFormat): string {
  return name + UNPROTECTED + EXTENSIONS[format]
}

/** @param start - beginning of the file, at most `MAX_KEY_FILE_BYTES` */
export function readKeyFile (fileName: string, start: Uint8Array): KeyFile {
  const text = new TextDecoder().decode(start.subarray(0, 1024))

  return {
    format: formatOf(text),
    // A browser names a second download `blog-without-password (1).pem`.
    name: fileName.replace(/\.(?:key|pem)$/i, '').replace(/-without-password(?: \(\d+\))?$/, '')
  }
}

function formatOf (text: string): KeyFormat | undefined {
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(text)) {
    return undefined
  }

  return /^\s*-----BEGIN /.test(text) ? 'pem-pkcs8-cleartext' : 'libp2p-protobuf-cleartext'
}
