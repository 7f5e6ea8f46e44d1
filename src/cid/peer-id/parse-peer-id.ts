import type { MultihashDigest } from 'multiformats/hashes/interface'
import { defineError } from '../../errors/define-error.ts'
import { goQuote } from '../../go/text/quote.ts'
import { codecName } from '../codes/codec-names.ts'
import { CODEC } from '../codes/multiformat-codes.ts'
import { readMultihash } from '../hash/read-multihash.ts'
import { BASE58_BTC, decodeBigBase } from '../multibase/decode-big-base.ts'
import { parseCid } from '../text/parse-cid.ts'

/** Returns whether a text is a peer ID, in any of its forms. */
export function isPeerId (text: string): boolean {
  try {
    parsePeerId(text)
    return true
  } catch {
    return false
  }
}

/** A malformed peer ID. The messages are go-libp2p's (`core/peer/peer.go`). */
export class InvalidPeerIdError extends defineError('InvalidPeerIdError') {
  /** the codec of the CID, if it is not the codec of keys */
  readonly codec: number | undefined

  constructor (message: string, codec?: number) {
    super(message)
    this.codec = codec
  }
}

/**
 * Parses a peer ID: a base58 multihash (`12D3Koo…`, `Qm…`) or a CID with the codec of keys.
 *
 * @throws InvalidPeerIdError
 */
export function parsePeerId (text: string): MultihashDigest {
  return text.startsWith('Qm') || text.startsWith('1') ? fromMultihash(text) : fromCid(text)
}

function fromMultihash (text: string): MultihashDigest {
  let bytes: Uint8Array

  try {
    bytes = decodeBigBase(new TextEncoder().encode(text), BASE58_BTC)
  } catch {
    throw new InvalidPeerIdError("failed to parse peer ID: input isn't valid multihash")
  }

  const { multihash, next } = withPeerIdError(() => readMultihash(bytes))

  if (next !== bytes.length) {
    throw new InvalidPeerIdError(
      `failed to parse peer ID: multihash length inconsistent: expected ${multihash.size}; got ${next}`
    )
  }

  return multihash
}

function fromCid (text: string): MultihashDigest {
  const cid = withPeerIdError(() => parseCid(text))

  if (cid.code !== CODEC.libp2pKey) {
    throw new InvalidPeerIdError(
      `can't convert CID of type ${goQuote(codecName(cid.code) ?? `Code(${cid.code})`)} to a peer ID`,
      cid.code
    )
  }

  return cid.multihash
}

function withPeerIdError<T> (step: () => T): T {
  try {
    return step()
  } catch (err) {
    throw new InvalidPeerIdError(`failed to parse peer ID: ${(err as Error).message}`)
  }
}
