import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'

const PREFIX = '/ipns/'

/**
 * Parses a name in any form, with or without a leading `/ipns/` (boxo `ipns.NameFromString`).
 *
 * @returns the peer ID of its key
 * @throws InvalidPeerIdError
 */
export function parseIpnsName (text: string): MultihashDigest {
  return parsePeerId(text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text)
}

/**
 * Formats a name in its canonical form: a CID in base36 (specs.ipfs.tech/ipns/ipns-record, "String Representation").
 */
export function ipnsNameText (id: MultihashDigest): string {
  return CID.createV1(CODEC.libp2pKey, id).toString(base36)
}

const MAX_NAME_BYTES = 255
const MAX_LABEL_BYTES = 63

/** Returns whether a text is a valid domain name: labels of at most 63 bytes, 255 in all (miekg/dns `IsDomainName`). */
export function isDomainName (text: string): boolean {
  const labels = text.replace(/\.$/, '').split('.').map((label) => new TextEncoder().encode(label).length)
  const bytes = labels.reduce((sum, label) => sum + label + 1, 1)
  return text !== '' && bytes <= MAX_NAME_BYTES && labels.every((label) => label > 0 && label <= MAX_LABEL_BYTES)
}
