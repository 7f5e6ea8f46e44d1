import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import { StatusError } from '../../errors/status-error.ts'
import { MAX_LABEL_CHARS } from './max-label-chars.ts'

/**
 * Returns the text of a CID unchanged if it fits in a label, else in base36 (boxo `toDNSLabel`).
 *
 * @throws StatusError 400 if base36 is too long as well
 */
export function fitLabel (text: string, { code, multihash }: CID): string {
  if (text.length <= MAX_LABEL_CHARS) {
    return text
  }

  const shorter = CID.createV1(code, multihash).toString(base36)

  if (shorter.length > MAX_LABEL_CHARS) {
    throw new StatusError(400, `CID incompatible with DNS label length limit of ${MAX_LABEL_CHARS}: ${shorter}`)
  }

  return shorter
}
