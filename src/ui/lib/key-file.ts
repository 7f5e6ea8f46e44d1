/** What of a file of a key can be told before the node is asked. */
export interface KeyFile {
  /** as of `key/import`; undefined for one that is behind a password, which no node takes */
  format: KeyFormat | undefined
  /** of the key, by that of the file */
  name: string
}

export type KeyFormat = 'libp2p-protobuf-cleartext' | 'pem-pkcs8-cleartext'

/** A key has less; so much is looked at. */
export const MAX_KEY_FILE_BYTES = 64 * 1024

/** What names of files say of it that was saved here, so that nobody takes it for one behind a password. Kept as it is in every language: it is read back. */
const UNPROTECTED = '-without-password'
const EXTENSIONS: Readonly<Record<KeyFormat, string>> = { 'libp2p-protobuf-cleartext': '.key', 'pem-pkcs8-cleartext': '.pem' }

/** The name of the file that a key is saved as. */
export function keyFileName (name: string, format: KeyFormat): string {
  return name + UNPROTECTED + EXTENSIONS[format]
}

/** @param start - of the file, `MAX_KEY_FILE_BYTES` at most */
export function readKeyFile (fileName: string, start: Uint8Array): KeyFile {
  const text = new TextDecoder().decode(start.subarray(0, 1024))
  const isPem = /^\s*-----BEGIN /.test(text)

  return {
    format: /-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(text) ? undefined : isPem ? 'pem-pkcs8-cleartext' : 'libp2p-protobuf-cleartext',
    // a second copy is called `blog-without-password (1).pem`
    name: fileName.replace(/\.(?:key|pem)$/i, '').replace(/-without-password(?: \(\d+\))?$/, '')
  }
}
