import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { CidFilter } from '../../cid/sets/cid-filter.ts'
import { DEFAULT_PUBLISHING } from '../../names/publish/publisher.ts'
import { parsePath } from '../../path/content-path.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'

/** Row that exists once a repo is initialized. */
export const INIT_KEY = new Key('/local/initialised')

/** The empty UnixFS directory. `ipfs init` stores and pins it, and publishes it under the name of the node. */
export const EMPTY_DIRECTORY = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
export const EMPTY_DIRECTORY_BYTES = Uint8Array.of(0x0a, 0x02, 0x08, 0x01)

/** Returns whether this repo was never initialized with `initRepo`. */
export async function isNewRepo (datastore: Datastore): Promise<boolean> {
  return !await datastore.has(INIT_KEY)
}

/**
 * Initializes a new repo like Kubo's. Does nothing to a repo that was opened before, so that an unpinned directory
 * stays unpinned.
 */
export async function initRepo (
  { isNew, identity, datastore, blockstore, pins, names }: Pick<
    IpfsNode,
    'isNew' | 'identity' | 'datastore' | 'blockstore' | 'pins' | 'names'
  >
): Promise<void> {
  if (!isNew) {
    return
  }

  await blockstore.put(EMPTY_DIRECTORY, EMPTY_DIRECTORY_BYTES)
  await blockstore.flush()
  // No blocks lie below zero pins. With this saved empty walk each added pin is recorded as unwalked, and no full scan
  // of the pins is needed.
  await pins.walks.save(() => new CidFilter())
  await pins.put({ cid: EMPTY_DIRECTORY, mode: 'recursive', name: '' }, { below: [] })
  await names.publish(identity.privateKey, parsePath(`/ipfs/${EMPTY_DIRECTORY}`), {
    ...DEFAULT_PUBLISHING,
    offline: true,
    signal: new AbortController().signal
  })
  await datastore.put(INIT_KEY, Uint8Array.of(1))
}
