import { Key } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { decode } from 'multiformats/hashes/digest'
import { base32Text } from '../cid/multibase/base32-text.ts'
import type { Pin, PinMode } from './pin-store.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * All pins of a mode lie below this key, those of one block next to each other: mode, multihash, then version and codec of the
 * CID. So one look finds what pins a block, and a list of one mode reads nothing of the other.
 */
export function modePrefix (mode: PinMode): string {
  return `/pinned/${mode}/`
}

/** All pins of a mode and of a block, whatever CID names it, lie below this key. */
export function blockPrefix ({ multihash }: CID, mode: PinMode): string {
  return `${modePrefix(mode)}${base32Text(multihash.bytes)}/`
}

/** The key of a CID's pin; of each version and codec its own. */
export function pinKey (cid: CID, mode: PinMode): Key {
  return new Key(`${blockPrefix(cid, mode)}${cid.version}-${cid.code}`, false)
}

/** The value of a pin in the datastore; the rest of it is in the key. */
export function encodePin ({ name, since, hosted }: Pin): Uint8Array {
  return encoder.encode(JSON.stringify({ name, since, hosted }))
}

/** The pin of a key and its value in the datastore. */
export function decodePin (key: Key, value: Uint8Array): Pin {
  return { ...decodePinKey(key), ...JSON.parse(decoder.decode(value)) as Pick<Pin, 'name' | 'since' | 'hosted'> }
}

/** What the key of a pin says: all but its name. */
export function decodePinKey (key: Key): Pin {
  const [, , mode, multihash, kind] = key.toString().split('/')
  const [version, code] = kind.split('-').map(Number)
  return { cid: CID.create(version as 0 | 1, code, decode(base32.baseDecode(multihash))), mode: mode as PinMode, name: '' }
}
