import { Key } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { decode } from 'multiformats/hashes/digest'
import { base32Text } from '../../cid/multibase/base32-text.ts'
import type { Pin, PinMode } from './pin-store.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Returns the prefix of all pins of a mode. Keys are mode, multihash, then version and codec of the CID, so the pins of
 * one block are neighbours: one query finds what pins a block, and a list of one mode reads nothing of the other.
 */
export function modePrefix (mode: PinMode): string {
  return `/pinned/${mode}/`
}

/** Returns the prefix of all pins of a mode and block, for all CIDs of the block. */
export function blockPrefix ({ multihash }: CID, mode: PinMode): string {
  return `${modePrefix(mode)}${base32Text(multihash.bytes)}/`
}

/** Returns the key of a CID's pin; each version and codec has its own. */
export function pinKey (cid: CID, mode: PinMode): Key {
  return new Key(`${blockPrefix(cid, mode)}${cid.version}-${cid.code}`, false)
}

/** Encodes the value of a pin; its other fields are in the key. */
export function encodePin ({ name, since, hosted }: Pin): Uint8Array {
  return encoder.encode(JSON.stringify({ name, since, hosted }))
}

/** Decodes the pin of a key and value. */
export function decodePin (key: Key, value: Uint8Array): Pin {
  return { ...decodePinKey(key), ...JSON.parse(decoder.decode(value)) as Pick<Pin, 'name' | 'since' | 'hosted'> }
}

/** Decodes the fields of a pin that are in its key: all but the name. */
export function decodePinKey (key: Key): Pin {
  const [, , mode, multihash, kind] = key.toString().split('/')
  const [version, code] = kind.split('-').map(Number)
  return {
    cid: CID.create(version as 0 | 1, code, decode(base32.baseDecode(multihash))),
    mode: mode as PinMode,
    name: ''
  }
}
