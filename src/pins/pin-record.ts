import { Key } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import type { Pin, PinMode } from './pin-store.ts'

/** All pins lie below this key. */
export const PINS_PREFIX = '/pins/'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface PinRecord { mode: PinMode, name: string }

/** The key of a CID's pin; of each version its own. */
export function pinKey (cid: CID): Key {
  return new Key(PINS_PREFIX + base32.baseEncode(cid.bytes), false)
}

/** The value of a pin in the datastore; its CID is in the key. */
export function encodePin ({ mode, name }: Pin): Uint8Array {
  return encoder.encode(JSON.stringify({ mode, name } satisfies PinRecord))
}

/** The pin of a key and its value in the datastore. */
export function decodePin (key: Key, value: Uint8Array): Pin {
  const { mode, name } = JSON.parse(decoder.decode(value)) as PinRecord
  return { cid: CID.decode(base32.baseDecode(key.baseNamespace())), mode, name }
}
