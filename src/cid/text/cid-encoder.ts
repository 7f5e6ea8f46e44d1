import type { MultibaseCodec } from 'multiformats/bases/interface'
import { CODEC } from '../codes/multiformat-codes.ts'
import { multibaseByName } from '../multibase/multibases.ts'
import { cidText } from './cid-text.ts'

/** Formats the CIDs of a response. */
export interface CidEncoder {
  /** @param cid - a CID, or an object with its bytes */
  encode: (cid: { bytes: Uint8Array }) => string
  /** whether the request named a base; undefined if that is irrelevant */
  chosen?: boolean
}

/**
 * Returns a multibase by its name or prefix.
 *
 * @throws an Error with Kubo's message if it is unknown
 */
export function multibaseEncoder (name: string): MultibaseCodec<string> {
  const base = multibaseByName(name)

  if (base == null) {
    throw new Error(name === '' ? 'empty multibase encoding' : `unsupported multibase encoding: ${name}`)
  }

  return base
}

/**
 * Returns the encoder for the global options `cid-base` and `upgrade-cidv0-in-output` (Kubo 0.41
 * `core/commands/cmdenv/cidbase.go`). A base other than base58btc, the only one of CIDv0, upgrades CIDv0 unless the
 * second option disables that.
 *
 * @throws an Error for an unknown base
 */
export function cidEncoder (base: string | undefined, upgrade: boolean | undefined): CidEncoder {
  const encoder = base == null || base === '' ? undefined : multibaseEncoder(base).encoder
  const upgrades = upgrade ?? (encoder != null && encoder.name !== 'base58btc')

  return {
    chosen: encoder != null,

    encode (cid) {
      return cidText(upgrades ? upgradeToV1(cid) : cid, encoder)
    }
  }
}

/** Converts a CID to version 1. */
function upgradeToV1 ({ bytes }: { bytes: Uint8Array }): { bytes: Uint8Array } {
  return { bytes: bytes[0] === 1 ? bytes : Uint8Array.of(1, CODEC.dagPb, ...bytes) }
}
