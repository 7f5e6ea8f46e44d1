import type { CID } from 'multiformats/cid'
import { multibaseByName } from '../dag/multibases.ts'
import { CommandError } from './errors.ts'

/** How the CIDs of an answer are written. */
export interface CidEncoder {
  encode: (cid: CID) => string
}

/**
 * The encoder for the global options `cid-base` and `upgrade-cidv0-in-output` (Kubo `core/commands/cmdenv/cidbase.go`):
 * a base other than base58btc upgrades CIDv0 unless the option says otherwise.
 *
 * @throws CommandError for an unknown base
 */
export function cidEncoder (base: string | undefined, upgrade: boolean | undefined): CidEncoder {
  if (base == null || base === '') {
    return { encode: (cid) => (upgrade === true && cid.version === 0 ? cid.toV1() : cid).toString() }
  }

  const encoder = multibaseByName(base)

  if (encoder == null) {
    throw new CommandError(`unsupported multibase encoding: ${base}`)
  }

  const upgrades = upgrade ?? encoder.name !== 'base58btc'

  return {
    encode (cid) {
      if (cid.version === 0) {
        return upgrades ? cid.toV1().toString(encoder.encoder) : cid.toString()
      }

      return cid.toString(encoder.encoder)
    }
  }
}
