import { base64 } from 'multiformats/bases/base64'
import { CID } from 'multiformats/cid'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { peerIdEncoder } from '../cid/peer-id/peer-id-encoder.ts'
import { defineError } from '../errors/define-error.ts'
import { embeddedPublicKey } from '../keys/formats/embedded-public-key.ts'

/**
 * The protocols of peers that announce here (specs.ipfs.tech/routing/http-routing-v1, "Known Transfer Protocols"): they
 * serve blocks.
 */
export const ANNOUNCED_PROTOCOLS: readonly string[] = ['transport-bitswap']

/** The maximum number of keys in one announcement. */
export const MAX_ANNOUNCED_KEYS = 10_000

/** The maximum number of addresses of a peer, and their maximum length in characters. */
const MAX_ADDRESSES = 64
const MAX_ADDRESS_LENGTH = 1024

/** The maximum length of a CID or an ID in characters: decoding base58 takes quadratic time, and IDs stay in memory. */
const MAX_TEXT_LENGTH = 256

/** Longer multihashes are identity hashes, which contain their content and need no provider. */
const MAX_MULTIHASH_BYTES = 128

/** Durations are in nanoseconds, as in Go (boxo `types.Duration`). */
export const NS_PER_MS = 1_000_000

const base58 = peerIdEncoder('b58mh')

/** The keys that a peer provides, and its addresses. */
export interface Announcement {
  /** The peer ID in base58. */
  peer: string
  cids: CID[]
  /** Multiaddrs. */
  addresses: string[]
  /** The time of the announcement, in milliseconds since 1970. */
  announcedMs: number
  /** The requested lifetime in milliseconds. */
  lifetimeMs: number
}

/** Thrown if an announcement is malformed, or not signed by its peer. `status` is that of the response. */
export class BadAnnouncementError extends defineError('BadAnnouncementError') {
  readonly status: 400 | 403 | 413

  constructor (message: string, status: 400 | 403 | 413) {
    super(message)
    this.status = status
  }
}

interface WriteRecord {
  Schema?: unknown
  Signature?: unknown
  Payload?: { Keys?: unknown; ID?: unknown; Addrs?: unknown; Timestamp?: unknown; AdvisoryTTL?: unknown }
}

/**
 * Parses a record of `PUT /routing/v1/providers` (IPIP-526, the only announcement format of delegated routing clients;
 * boxo `routing/http/types/record_bitswap.go`) and verifies that the peer itself has signed it.
 *
 * The signature covers the bytes of the payload. Serializing the parsed payload again reproduces them if the client
 * wrote JSON without spaces, as boxo and every `JSON.stringify` do.
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
  const addresses = Array.isArray(Addrs)
    ? Addrs.filter((address) => typeof address === 'string' && address.length <= MAX_ADDRESS_LENGTH)
    : []

  if (keys.length > MAX_ANNOUNCED_KEYS || addresses.length > MAX_ADDRESSES) {
    throw new BadAnnouncementError(
      `more than ${MAX_ANNOUNCED_KEYS} keys or ${MAX_ADDRESSES} addresses in one record`,
      400
    )
  }

  try {
    return {
      peer: base58(parsePeerId(checkTextLength(ID))),
      cids: keys.map((key) => CID.parse(checkTextLength(key))).filter(({ multihash }) =>
        multihash.bytes.byteLength <= MAX_MULTIHASH_BYTES
      ),
      addresses: addresses as string[],
      announcedMs: Number(Timestamp),
      lifetimeMs: Number(AdvisoryTTL) / NS_PER_MS
    }
  } catch (err) {
    throw new BadAnnouncementError(`invalid request: ${(err as Error).message}`, 400)
  }
}

function checkTextLength (text: unknown): string {
  if (typeof text !== 'string' || text.length > MAX_TEXT_LENGTH) {
    throw new Error(`a CID or ID must be a text of at most ${MAX_TEXT_LENGTH} characters`)
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
