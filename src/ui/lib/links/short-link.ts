import { base58btc } from 'multiformats/bases/base58'
import { base64url } from 'multiformats/bases/base64'
import { CID } from 'multiformats/cid'
import { BASE } from '../../../client/protocol/base.ts'
import { safeFileName } from './file-name.ts'
import type { SharedItem } from './shared-item.ts'

/*
 * Short links
 *
 *   ORIGIN/#/s/DATA          the item
 *   ORIGIN/#/s/DATA/a/b.txt  an entry of a shared folder; each name is percent-encoded
 *
 * The fragment never leaves the browser, so the host learns neither the item nor its name. `ORIGIN/s/DATA` is accepted
 * too, where the host serves the start page for it.
 *
 * DATA is base64url without padding (RFC 4648, section 5) of these bytes:
 *
 *   version   1 byte: 1
 *   fields    tag (1 byte), length (1 byte, or 2 bytes as 0x80 | high, low), value. Tags ascend.
 *   check     2 bytes: Fletcher-16 of everything before. It detects truncated and mistyped links.
 *
 *   tag  field        value
 *   1    CID          binary CID; required
 *   2    name         UTF-8
 *   3    media type   ASCII, such as `video/mp4`
 *   4    size         bytes, big-endian without leading zeros
 *   5    flags        1 byte: 1 = folder, 2 = the relay leads to WebRTC
 *   6    relay        address of a relay without its peer ID, such as `/dns4/relay.example/tcp/443/wss`
 *   7    relay ID     peer ID: the 32 bytes of an Ed25519 key, or a multihash
 *   8    sender ID    likewise
 *
 * Tags 6 to 8 occur together, or not at all. Unknown tags are skipped, so that later versions can add fields.
 *
 * Links are untrusted. The parser limits all lengths, accepts only relay addresses that a browser can dial, removes
 * characters from names that could imitate other names, and drops a media type that is none.
 */

const PREFIX = '#/s/'
const VERSION = 1
/** Limit of DATA in characters. A usual link has about 250. */
const MAX_DATA = 2048
const MAX_CID_BYTES = 128
const MAX_RELAY = 253 + 64

const TAG = { cid: 1, name: 2, type: 3, size: 4, flags: 5, relay: 6, relayId: 7, senderId: 8 } as const
const IS_FOLDER = 1
const IS_WEBRTC = 2

const MEDIA_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,80}$/
const HOST =
  '/(?:dns[46]?/[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|ip4/\\d{1,3}(?:\\.\\d{1,3}){3}|ip6/[0-9a-fA-F:.]{2,45})'
const CERT = '(?:/certhash/u[A-Za-z0-9_-]{20,90}){1,2}'
/** Transports of a relay that browsers have. */
const RELAY = new RegExp(
  `^${HOST}(?:/tcp/\\d{1,5}(?:/tls(?:/sni/[A-Za-z0-9.-]{1,253})?/ws|/wss?)|/udp/\\d{1,5}/(?:quic-v1/webtransport|webrtc-direct)${CERT})$`
)
const RELAYED = /^(\/.+)\/p2p\/([^/]+)\/p2p-circuit(\/webrtc)?\/p2p\/([^/]+)$/

/** Multihash prefix of the peer ID of an Ed25519 key: identity, 36 bytes of protobuf. */
const ED25519 = [0, 0x24, 8, 1, 0x12, 0x20]
const KEY_BYTES = 32

const utf8 = new TextEncoder()
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Returns the short link of an item.
 *
 * @param item - its path must be `/ipfs/CID`; an address that leads over no relay is left out
 * @throws an Error if the path has no valid CID
 */
export function shortLink (origin: string, { path, name, type, sizeBytes, isFolder, address }: SharedItem): string {
  const cid = CID.parse(path.replace(/^\/ipfs\//, '')).bytes
  const relayed = RELAYED.exec(address ?? '')
  const [, relay, relayId, webrtc, senderId] = relayed != null && RELAY.test(relayed[1]) ? relayed : []
  const safeName = safeFileName(name ?? '')
  const media = essence(type)
  const flags = (isFolder === true ? IS_FOLDER : 0) | (webrtc == null ? 0 : IS_WEBRTC)
  const bytes = [
    VERSION,
    ...field(TAG.cid, cid),
    ...safeName == null ? [] : field(TAG.name, utf8.encode(safeName)),
    ...media == null ? [] : field(TAG.type, utf8.encode(media)),
    ...sizeBytes == null ? [] : field(TAG.size, bigEndian(sizeBytes)),
    ...field(TAG.flags, [flags]),
    ...relay == null
      ? []
      : [
        ...field(TAG.relay, utf8.encode(relay)),
        ...field(TAG.relayId, peerBytes(relayId)),
        ...field(TAG.senderId, peerBytes(senderId))
      ]
  ]
  return `${origin}${BASE}${PREFIX}${base64url.baseEncode(Uint8Array.from([...bytes, ...fletcher16(bytes)]))}`
}

/**
 * Parses DATA of a short link.
 *
 * @returns undefined if it is damaged
 */
export function readShortLink (data: string): SharedItem | undefined {
  if (data.length > MAX_DATA) {
    return undefined
  }
  try {
    return itemOf(fieldsOf(base64url.baseDecode(data)))
  } catch {
    return undefined // Each decoder throws for malformed bytes.
  }
}

function itemOf (fields: ReadonlyMap<number, Uint8Array>): SharedItem | undefined {
  const flags = fields.get(TAG.flags)?.[0] ?? 0
  const cid = readCid(fields.get(TAG.cid))
  if (cid == null) {
    return undefined
  }
  return {
    path: `/ipfs/${cid}`,
    name: safeFileName(text(fields.get(TAG.name))),
    type: essence(text(fields.get(TAG.type))),
    sizeBytes: readBigEndian(fields.get(TAG.size)),
    isFolder: (flags & IS_FOLDER) !== 0,
    address: readAddress(fields, (flags & IS_WEBRTC) !== 0)
  }
}

/** @throws an Error if a relay is given that is none: the link was not made by this app */
function readAddress (fields: ReadonlyMap<number, Uint8Array>, isWebrtc: boolean): string | undefined {
  const [relay, relayId, senderId] = [TAG.relay, TAG.relayId, TAG.senderId].map((tag) => fields.get(tag))
  if (relay == null && relayId == null && senderId == null) {
    return undefined
  }
  const transport = text(relay)
  if (transport.length > MAX_RELAY || !RELAY.test(transport)) {
    throw new Error('not a relay')
  }
  return `${transport}/p2p/${peerText(relayId)}/p2p-circuit${isWebrtc ? '/webrtc' : ''}/p2p/${peerText(senderId)}`
}

function readCid (bytes: Uint8Array | undefined): string | undefined {
  return bytes == null || bytes.length > MAX_CID_BYTES ? undefined : CID.decode(bytes).toString()
}

function fieldsOf (bytes: Uint8Array): Map<number, Uint8Array> {
  const body = bytes.subarray(0, -2)
  const fields = new Map<number, Uint8Array>()
  if (body[0] !== VERSION || fletcher16(body).some((byte, i) => byte !== bytes[body.length + i])) {
    throw new Error('damaged')
  }
  let lastTag = 0
  for (let at = 1; at < body.length;) {
    const tag = body[at++]
    let length = body[at++]
    if (length >= 0x80) {
      length = (length & 0x7f) << 8 | body[at++]
    }
    // A missing byte makes the length NaN.
    if (tag <= lastTag || !(at + length <= body.length)) {
      throw new Error('damaged')
    }
    fields.set(tag, body.subarray(at, at += length))
    lastTag = tag
  }
  return fields
}

function field (tag: number, value: ArrayLike<number>): number[] {
  const { length } = value
  return [tag, ...length < 0x80 ? [length] : [0x80 | length >> 8, length & 0xff], ...Array.from(value)]
}

function text (bytes: Uint8Array | undefined): string {
  return strict.decode(bytes)
}

/** Returns a media type without its parameters. */
function essence (type = ''): string | undefined {
  const plain = type.split(';', 1)[0].trim().toLowerCase()
  return MEDIA_TYPE.test(plain) ? plain : undefined
}

function bigEndian (n: number): number[] {
  return n < 0x100 ? [n] : [...bigEndian(Math.floor(n / 0x100)), n % 0x100]
}

function readBigEndian (bytes: Uint8Array | undefined): number | undefined {
  const n = bytes?.reduce((sum, byte) => sum * 0x100 + byte, 0)
  return Number.isSafeInteger(n) ? n : undefined
}

/** Returns the bytes of a peer ID: those of the key for Ed25519, as nearly all are, otherwise its multihash. */
function peerBytes (id: string): Uint8Array {
  const hash = /^[1Q]/.test(id) ? base58btc.baseDecode(id) : CID.parse(id).multihash.bytes
  return hash.length === ED25519.length + KEY_BYTES && ED25519.every((byte, i) => hash[i] === byte)
    ? hash.subarray(ED25519.length)
    : hash
}

/** @throws an Error if it is no peer ID */
function peerText (bytes: Uint8Array | undefined): string {
  if (bytes?.length === KEY_BYTES) {
    return base58btc.baseEncode(Uint8Array.from([...ED25519, ...bytes]))
  }
  // Identity of another key, or SHA2-256.
  if (
    bytes == null || bytes.length < 34 || bytes.length > 64 || ![0, 0x12].includes(bytes[0]) ||
    bytes[1] !== bytes.length - 2
  ) {
    throw new Error('not a peer ID')
  }
  return base58btc.baseEncode(bytes)
}

function fletcher16 (bytes: ArrayLike<number>): [number, number] {
  let [a, b] = [0, 0]
  for (let i = 0; i < bytes.length; i++) {
    a = (a + bytes[i]) % 255
    b = (b + a) % 255
  }
  return [b, a]
}
