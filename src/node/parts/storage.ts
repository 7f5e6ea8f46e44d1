import type { CID } from 'multiformats/cid'
import { ReadWriteLock } from '../../async/locks/read-write-lock.ts'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import type { Logs } from '../../log/logs.ts'
import { Mfs } from '../../mfs/mfs.ts'
import { MountedFiles } from '../../mfs/mounted-files.ts'
import { PinIndex } from '../../pins/index/pin-index.ts'
import { DatastorePinStore } from '../../pins/store/datastore-pin-store.ts'
import type { PinMode, PinStore } from '../../pins/store/pin-store.ts'
import { GcRoots } from '../../repo/gc-roots.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { NodeStorage } from '../interface/node-storage.ts'
import { Repairs } from '../interface/repairs.ts'
import { countPins } from '../repo/count-pins.ts'
import { WatchedBlockstore } from '../repo/watched-blockstore.ts'
import type { OpenRepo } from './repo.ts'

export interface StorageInit {
  /** location of the repo, as `repo/stat` shows it */
  repoPath?: string
}

/** Dependencies of the storage on the rest of the node. */
export interface StorageDeps {
  logs: Logs
  isOffline: boolean
  /** called after blocks were added or removed */
  onChange: () => void
  /** called with added blocks; undefined if nothing waits for any */
  onBlocks: ((blocks: readonly Block[]) => void) | undefined
}

/** Creates pins, the pin index and the mutable files on the stores of a node. */
export function createStorage (
  { repoPath = '/swipfs' }: StorageInit,
  { config, datastore, blockstore, references, denylists, policy, isNew }: OpenRepo,
  { logs, isOffline, onChange, onBlocks }: StorageDeps
): Omit<NodeStorage, 'repairReport'> & { logs: Logs } {
  const pins = new DatastorePinStore(datastore)
  const repairs = new Repairs(datastore)
  const repo = {
    blockstore: new WatchedBlockstore(blockstore, { changed: onChange, arrived: onBlocks, policy }),
    datastore,
    config,
    gcLock: new ReadWriteLock(),
    gcRoots: pinRoots(pins),
    logs
  }
  let mfs: Mfs | undefined
  const openMfs = (): Mfs =>
    mfs ??= new Mfs(repo, {
      isOffline,
      onLost: async (lost, kept) => {
        logs.logger('mfs').error('the root of the mutable files is damaged', {
          lost: lost.toString(),
          replacedBy: kept?.toString() ?? 'an empty directory'
        })
        await repairs.add({
          at: new Date().toISOString(),
          what: kept == null ? 'files-lost' : 'files-older',
          pins: await countPins(pins),
          lost: lost.toString()
        })
      }
    })

  repo.gcRoots.add('present', async () => await openMfs().gcRoots())

  return {
    ...repo,
    references,
    pins,
    pinIndex: new PinIndex(pins, blockReader(blockstore, undefined)),
    get mfs () {
      return openMfs()
    },
    mountedFiles: new MountedFiles(datastore, { node: async (...args) => await openMfs().node(...args) }),
    repairs,
    policy,
    get denylists () {
      return denylists()
    },
    repoPath,
    isNew
  }
}

/** Protects the blocks of pins from garbage collection. */
function pinRoots (pins: PinStore): GcRoots {
  const roots = new GcRoots()
  roots.add('whole', () => pinnedCids(pins, 'recursive'))
  roots.add('alone', () => pinnedCids(pins, 'direct'))
  return roots
}

async function* pinnedCids (pins: PinStore, mode: PinMode): AsyncGenerator<CID> {
  for await (const { cid } of pins.list(mode, { names: false })) {
    yield cid
  }
}
