import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { CidFilter } from '../cid/cid-filter.ts'
import { DEFAULT_PUBLISHING } from '../names/default-publishing.ts'
import { parsePath } from '../path/content-path.ts'
import type { IpfsNode } from './ipfs-node.ts'

/** Says that a repo is not new. */
export const INIT_KEY = new Key('/local/initialised')

/** The empty UnixFS directory, which `ipfs init` stores, pins and lets the name of the node lead to. */
export const EMPTY_DIRECTORY = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
export const EMPTY_DIRECTORY_BYTES = Uint8Array.of(0x0a, 0x02, 0x08, 0x01)

/** Whether nothing has been kept in this repo before: `initRepo` is what makes it one that is not new. */
export async function isNewRepo (datastore: Datastore): Promise<boolean> {
  return !await datastore.has(INIT_KEY)
}

/** Gives a new repo what Kubo's has; does nothing to one that has been opened before, so that an unpinned directory stays unpinned. */
export async function initRepo ({ isNew, identity, datastore, blockstore, pins, names }: Pick<IpfsNode, 'isNew' | 'identity' | 'datastore' | 'blockstore' | 'pins' | 'names'>): Promise<void> {
  if (!isNew) {
    return
  }

  await blockstore.put(EMPTY_DIRECTORY, EMPTY_DIRECTORY_BYTES)
  await blockstore.flush()
  // nothing is below no pins: so of each that comes it is noted that it was not walked, and nobody has to go through all of them for those
  await pins.walks.save(() => new CidFilter())
  await pins.put({ cid: EMPTY_DIRECTORY, mode: 'recursive', name: '' }, { below: [] })
  await names.publish(identity.privateKey, parsePath(`/ipfs/${EMPTY_DIRECTORY}`), { ...DEFAULT_PUBLISHING, offline: true, signal: new AbortController().signal })
  await datastore.put(INIT_KEY, Uint8Array.of(1))
}
