import { Key } from 'interface-datastore'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import { percentEncode } from '../../go/url/escape.ts'
import { percentDecode } from '../../go/url/query.ts'

/** The key prefix of datastore rows with private keys. */
export const KEYS_PREFIX = '/keys/'

/**
 * The maximum length of a name in Kubo's keystore. Its files are named in base32, and a file name has at most 255
 * bytes.
 */
const MAX_NAME_BYTES = 156

/**
 * Returns the datastore key of a private key. Escapes characters of the name that are special in a path.
 *
 * @throws an Error if the name is empty (message of boxo `keystore`) or too long
 */
export function keyRow (name: string): Key {
  if (name === '') {
    throw new Error('key name must be at least one character')
  }

  const bytes = encodeUtf8(name).length

  if (bytes > MAX_NAME_BYTES) {
    throw new Error(`key name is ${bytes} bytes (max ${MAX_NAME_BYTES} bytes)`)
  }

  return new Key(`${KEYS_PREFIX}${percentEncode(name)}`)
}

/** Returns the name of the private key in a row. */
export function keyNameOf (row: Key): string {
  const name = row.toString().slice(KEYS_PREFIX.length)
  return percentDecode(name) ?? name
}
