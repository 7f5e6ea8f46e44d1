import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import type { IpfsNode } from './ipfs-node.ts'

const INIT_KEY = new Key('/local/initialised')

/** The empty UnixFS directory, which `ipfs init` stores and pins. */
export const EMPTY_DIRECTORY = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
export const EMPTY_DIRECTORY_BYTES = Uint8Array.of(0x0a, 0x02, 0x08, 0x01)

/** Whether nothing has been kept in this repo before: `initRepo` is what makes it one that is not new. */
export async function isNewRepo (datastore: Datastore): Promise<boolean> {
  return !await datastore.has(INIT_KEY)
}

/** Gives a new repo what Kubo's has; does nothing to one that has been opened before, so that an unpinned directory stays unpinned. */
export async function initRepo ({ isNew, datastore, blockstore, pins }: Pick<IpfsNode, 'isNew' | 'datastore' | 'blockstore' | 'pins'>): Promise<void> {
  if (!isNew) {
    return
  }

  await blockstore.put(EMPTY_DIRECTORY, EMPTY_DIRECTORY_BYTES)
  await blockstore.flush()
  await pins.put({ cid: EMPTY_DIRECTORY, mode: 'recursive', name: '' }, { keepsOthers: false })
  await datastore.put(INIT_KEY, Uint8Array.of(1))
}
