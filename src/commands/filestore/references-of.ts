import { FILESTORE_OFF } from '../../blocks/references/references.ts'
import type { References } from '../../blocks/references/references.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'

/**
 * Returns the references of the node.
 *
 * @throws an Error with Kubo's message if neither the filestore nor the urlstore is enabled
 */
export function referencesOf ({ references }: IpfsNode): References {
  if (references == null) {
    throw new Error(FILESTORE_OFF)
  }

  return references
}
