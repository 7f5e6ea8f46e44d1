import type { References } from '../../blocks/references/references.ts'
import type { IpfsNode } from '../../node/ipfs-node.ts'
import type { AddInput } from './settings.ts'

/** Kubo's words for `nocopy` with the feature off (`core/coreapi/unixfs.go`). */
const NOCOPY_OFF = 'either the filestore or the urlstore must be enabled to use nocopy, see: https://github.com/ipfs/kubo/blob/master/docs/experimental-features.md#ipfs-filestore'

/** Where leaves are referred to; undefined when they are stored. @throws an Error when files are to be referred to and cannot be */
export function nocopyReferences ({ nocopy }: AddInput, { references }: IpfsNode): References | undefined {
  if (nocopy !== true) {
    return undefined
  }

  if (references == null) {
    throw new Error(NOCOPY_OFF)
  }

  return references
}
