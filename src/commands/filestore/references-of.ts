import { FILESTORE_OFF } from '../../blocks/references/references.ts'
import type { References } from '../../blocks/references/references.ts'
import type { IpfsNode } from '../../node/ipfs-node.ts'

/** What filestore/* work on. @throws an Error with Kubo's words where neither the filestore nor the urlstore is on */
export function referencesOf ({ references }: IpfsNode): References {
  if (references == null) {
    throw new Error(FILESTORE_OFF)
  }

  return references
}
