import { Key } from 'interface-datastore'
import { percentEncode } from '../go/escape.ts'
import { percentDecode } from '../go/query.ts'
import { encodeUtf8 } from '../go/utf8.ts'

/** Rows of the keys in the datastore; all that lies below it are private keys. */
export const KEYS_PREFIX = '/keys/'

/** The names that Kubo's keystore can keep: its files are named after them in base32, and 255 bytes is what a file's name may have. */
const MAX_NAME_BYTES = 156

/**
 * The row of a key. A name may hold anything, a row's name is a path: what could be taken for a part of one is escaped.
 *
 * @throws an Error for a name that is empty (Kubo's words, boxo `keystore`) or too long
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

/** The name of the key in a row. */
export function keyNameOf (row: Key): string {
  const name = row.toString().slice(KEYS_PREFIX.length)
  return percentDecode(name) ?? name
}
