import { Key } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import type { Pin } from './pin-store.ts'

const decoder = new TextDecoder()

/** Prefix of legacy pins: the key contains the bytes of the CID, the value the mode. */
export const OLD_PINS_PREFIX = '/pins/'

export function oldPinKey (cid: CID): Key {
  return new Key(OLD_PINS_PREFIX + base32.baseEncode(cid.bytes), false)
}

/** Returns the bytes of the CID of a pin. */
export function oldPinBytes (key: Key): Uint8Array {
  return base32.baseDecode(key.baseNamespace())
}

export function decodeOldPin (key: Key, value: Uint8Array): Pin {
  const { mode, name } = JSON.parse(decoder.decode(value)) as Pick<Pin, 'mode' | 'name'>
  return { cid: CID.decode(oldPinBytes(key)), mode, name }
}
