import { base64 } from 'multiformats/bases/base64'
import { CID } from 'multiformats/cid'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { peerIdEncoder } from '../cid/peer-id/peer-id-encoder.ts'
import { embeddedPublicKey } from '../keys/embedded-public-key.ts'

/** Keys that one announcement may hold. */
export const MAX_ANNOUNCED_KEYS = 10_000

/** Addresses of one peer, and characters of one of them. */
const MAX_ADDRESSES = 64
const MAX_ADDRESS_LENGTH = 1024

/** Characters of a CID or an ID: the time that base58 takes grows with the square, and an ID stays in memory. */
const MAX_TEXT_LENGTH = 256

/** Longer ones hold their content themselves: nobody has to be asked for it. */
const MAX_MULTIHASH_BYTES = 128

/** Durations are written as Go counts them (boxo `types.Duration`). */
export const NS_PER_MS = 1_000_000

const base58 = peerIdEncoder('b58mh')

/** What a peer says that it has, and where it is to be found. */
export interface Announcement {
  /** the peer's ID in base58 */
  peer: string
  cids: CID[]
  /** multiaddrs */
  addresses: string[]
  /** when it was said, in milliseconds since 1970 */
  saidMs: number
  /** for how long it is to be told, as the peer would like it, in milliseconds */
  lifetimeMs: number
}

/** It cannot be read, or is signed by nobody who may say it. `status` is that of the answer. */
export class BadAnnouncementError extends Error {
  static override name = 'BadAnnouncementError'
  override name = 'BadAnnouncementError'
  readonly status: 400 | 403 | 413

  constructor (message: string, status: 400 | 403 | 413) {
    super(message)
    this.status = status
  }
}

interface WriteRecord {
  Schema?: unknown
  Signature?: unknown
  Payload?: { Keys?: unknown, ID?: unknown, Addrs?: unknown, Timestamp?: unknown, AdvisoryTTL?: unknown }
}

/**
 * Reads a record of `PUT /routing/v1/providers` (IPIP-526, the one form of announcing that clients of delegated routing have; boxo
 * `routing/http/types/record_bitswap.go`) and checks that the peer itself has signed it.
 *
 * The signature is over the bytes of the payload; they are written again here, which gives the same bytes where the sender wrote
 * JSON without spaces, as boxo and every `JSON.stringify` do.
 *
 * @throws BadAnnouncementError
 */
export async function readAnnouncement (record: unknown): Promise<Announcement> {
  const { Schema, Signature, Payload } = Object(record) as WriteRecord

  if (Schema !== 'bitswap' || Payload == null) {
    throw new BadAnnouncementError('provider record is not bitswap', 400)
  }

  const announcement = readPayload(Payload)

  if (typeof Signature !== 'string' || !await isSigned(announcement.peer, Payload, Signature)) {
    throw new BadAnnouncementError('signature verification failed', 403)
  }

  return announcement
}

function readPayload ({ Keys, ID, Addrs, Timestamp, AdvisoryTTL }: NonNullable<WriteRecord['Payload']>): Announcement {
  const keys = Array.isArray(Keys) ? Keys : []
  const addresses = Array.isArray(Addrs) ? Addrs.filter((address) => typeof address === 'string' && address.length <= MAX_ADDRESS_LENGTH) : []

  if (keys.length > MAX_ANNOUNCED_KEYS || addresses.length > MAX_ADDRESSES) {
    throw new BadAnnouncementError(`more than ${MAX_ANNOUNCED_KEYS} keys or ${MAX_ADDRESSES} addresses in one record`, 400)
  }

  try {
    return { peer: base58(parsePeerId(short(ID))), cids: keys.map((key) => CID.parse(short(key))).filter(({ multihash }) => multihash.bytes.byteLength <= MAX_MULTIHASH_BYTES), addresses: addresses as string[], saidMs: Number(Timestamp), lifetimeMs: Number(AdvisoryTTL) / NS_PER_MS }
  } catch (err) {
    throw new BadAnnouncementError(`invalid request: ${(err as Error).message}`, 400)
  }
}

function short (text: unknown): string {
  if (typeof text !== 'string' || text.length > MAX_TEXT_LENGTH) {
    throw new Error(`a CID or ID has to be a text of ${MAX_TEXT_LENGTH} characters at most`)
  }

  return text
}

async function isSigned (peer: string, payload: unknown, signature: string): Promise<boolean> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(payload)))
    return await embeddedPublicKey(parsePeerId(peer)).verify(new Uint8Array(hash), base64.decode(signature))
  } catch {
    return false
  }
}
