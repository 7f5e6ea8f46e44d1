import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { PinIndex } from '../../pins/index/pin-index.ts'
import type { Keeper } from '../../pins/index/pin-index.ts'
import { DatastorePinStore } from '../../pins/store/datastore-pin-store.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { watchedReads } from './watched-reads.ts'

const { signal } = new AbortController()

export interface PinWorker {
  pins: DatastorePinStore
  index: PinIndex
  keeper: (cid: CID) => Promise<Keeper | undefined>
  /** walks the remaining pins */
  catchUp: () => Promise<void>
}

/**
 * Opens the pins like a worker that has just started.
 *
 * @param onRead - called for each block that a walk reads
 */
export function pinWorker (store: Blockstore, data: Datastore, onRead: () => void): PinWorker {
  const pins = new DatastorePinStore(data)
  const index = new PinIndex(pins, watchedReads(store, onRead))

  return {
    pins,
    index,
    keeper: async (cid) => await index.keeper(cid, { signal }),
    catchUp: async () => {
      while (await index.catchUp({ signal, maxCids: 5000 }));
    }
  }
}
