import { multibaseByPrefix } from '../../cid/multibase/multibases.ts'
import { cidEncoder } from '../../cid/text/cid-encoder.ts'
import type { CidEncoder } from '../../cid/text/cid-encoder.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'

/**
 * Returns the encoder of a command that answers in the base of its path, unless the request chose a base (Kubo
 * `cmdenv.CidEncoderFromPath`). For a CIDv1 in base36 it encodes CIDs in base36, and upgrades CIDv0.
 */
export function pathCidEncoder (path: string, chosen: CidEncoder): CidEncoder {
  const root = rootOf(path)

  if (chosen.chosen === true || path.startsWith('/ipns/') || root == null) {
    return chosen
  }

  try {
    const base = parseCid(root).version === 0 ? undefined : multibaseByPrefix(root[0])
    return { encode: cidEncoder(base?.name, base != null).encode }
  } catch {
    return chosen // resolving the path reports its errors
  }
}

function rootOf (path: string): string | undefined {
  const [first, , root] = path.split('/')
  return first === '' ? root : first
}
