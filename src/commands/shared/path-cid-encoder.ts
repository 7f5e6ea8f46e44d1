import { cidEncoder } from '../../cid/cid-encoder.ts'
import { multibaseByPrefix } from '../../cid/multibase/multibases.ts'
import { parseCid } from '../../cid/parse-cid.ts'
import type { CidEncoder } from '../../cid/cid-encoder.ts'

/**
 * The encoder of a command that answers in the base of the path it was given, unless the request chose one (Kubo
 * `cmdenv.CidEncoderFromPath`): a CIDv1 in base36 gives CIDs in base36, and those of version 0 are upgraded.
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
    return chosen // what is wrong with the path is said by who resolves it
  }
}

function rootOf (path: string): string | undefined {
  const [first, , root] = path.split('/')
  return first === '' ? root : first
}
