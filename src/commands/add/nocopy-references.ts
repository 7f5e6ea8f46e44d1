import type { References } from '../../blocks/references/references.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import type { AddInput } from './settings.ts'

/** Kubo's message for `nocopy` while the feature is disabled (`core/coreapi/unixfs.go`). */
const NOCOPY_OFF = 'either the filestore or the urlstore must be enabled to use nocopy, see: ' +
  'https://github.com/ipfs/kubo/blob/master/docs/experimental-features.md#ipfs-filestore'

/**
 * Returns the store of references for leaves; undefined if leaves are stored.
 *
 * @throws an Error if references are requested and not available
 */
export function nocopyReferences ({ nocopy }: AddInput, { references }: IpfsNode): References | undefined {
  if (nocopy !== true) {
    return undefined
  }

  if (references == null) {
    throw new Error(NOCOPY_OFF)
  }

  return references
}
