import { privateKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { writePem } from './pem.ts'
import { writePkcs8 } from './pkcs8.ts'

/** Unencrypted formats for the export of a private key. */
export const KEY_FORMATS = { protobuf: 'libp2p-protobuf-cleartext', pem: 'pem-pkcs8-cleartext' } as const

/**
 * Encodes a private key like Kubo's `key export`.
 *
 * @param format - one of `KEY_FORMATS`
 * @throws an Error with Kubo's message
 */
export function writePrivateKey (key: PrivateKey, format: string): Uint8Array {
  switch (format) {
    case KEY_FORMATS.pem:
      return new TextEncoder().encode(writePem('PRIVATE KEY', writePkcs8(key)))
    case KEY_FORMATS.protobuf:
      return privateKeyToProtobuf(key)
    default:
      throw new Error(`unrecognized export format: ${format}`)
  }
}
