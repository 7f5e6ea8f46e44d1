import type { MultibaseCodec } from 'multiformats/bases/interface'
import { CODEC } from '../codes/multiformat-codes.ts'
import { multibaseByName } from '../multibase/multibases.ts'
import { cidText } from './cid-text.ts'

/** How the CIDs of an answer are written. */
export interface CidEncoder {
  /** @param cid - or the bytes of one */
  encode: (cid: { bytes: Uint8Array }) => string
  /** the request named a base; left out where that does not matter */
  chosen?: boolean
}

/**
 * A multibase by its name or prefix.
 *
 * @throws an Error with Kubo's words for an unknown one
 */
export function multibaseEncoder (name: string): MultibaseCodec<string> {
  const base = multibaseByName(name)

  if (base == null) {
    throw new Error(name === '' ? 'empty multibase encoding' : `unsupported multibase encoding: ${name}`)
  }

  return base
}

/**
 * The encoder for the global options `cid-base` and `upgrade-cidv0-in-output` (Kubo `core/commands/cmdenv/cidbase.go`):
 * a base upgrades CIDv0, unless the second option says otherwise.
 *
 * @param upgradeByBase - false for commands of Kubo's low level, where a base alone upgrades nothing
 * @throws an Error for an unknown base
 */
export function cidEncoder (base: string | undefined, upgrade: boolean | undefined, upgradeByBase = true): CidEncoder {
  const encoder = base == null || base === '' ? undefined : multibaseEncoder(base).encoder
  const upgrades = upgrade ?? (encoder != null && upgradeByBase)

  return {
    chosen: encoder != null,

    encode (cid) {
      return cidText(upgrades ? upgraded(cid) : cid, encoder)
    }
  }
}

/** As a CID of version 1. */
function upgraded ({ bytes }: { bytes: Uint8Array }): { bytes: Uint8Array } {
  return { bytes: bytes[0] === 1 ? bytes : Uint8Array.of(1, CODEC.dagPb, ...bytes) }
}
