import type { ConfigStore } from '../../config/config-store.ts'
import type { AddInput } from './settings.ts'

/** Kubo's words for `nocopy` with the feature off (`core/coreapi/unixfs.go`). */
const NOCOPY_OFF = 'either the filestore or the urlstore must be enabled to use nocopy, see: https://github.com/ipfs/kubo/blob/master/docs/experimental-features.md#ipfs-filestore'

/** @throws an Error when files are to be referred to where they lie; before anything is added */
export function refuseNocopy ({ nocopy }: AddInput, config: ConfigStore): void {
  if (nocopy !== true) {
    return
  }

  const enabled = config.get<boolean>('Experimental.FilestoreEnabled') === true || config.get<boolean>('Experimental.UrlstoreEnabled') === true
  throw new Error(enabled ? 'nocopy: the filestore is not part of this version' : NOCOPY_OFF)
}
