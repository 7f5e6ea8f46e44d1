import { Key } from 'interface-datastore'
import { CID } from 'multiformats/cid'
import { DEFAULT_PUBLISHING } from '../names/default-publishing.ts'
import { parsePath } from '../path/content-path.ts'
import type { IpfsNode } from './ipfs-node.ts'

const INIT_KEY = new Key('/local/initialised')

/** The empty UnixFS directory, which `ipfs init` stores, pins and lets the name of the node lead to. */
export const EMPTY_DIRECTORY = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
const EMPTY_DIRECTORY_BYTES = Uint8Array.of(0x0a, 0x02, 0x08, 0x01)

/** Gives a new repo what Kubo's has; does nothing to one that has been opened before, so that an unpinned directory stays unpinned. */
export async function initRepo (node: IpfsNode): Promise<void> {
  if (await node.datastore.has(INIT_KEY)) {
    return
  }

  await node.blockstore.put(EMPTY_DIRECTORY, EMPTY_DIRECTORY_BYTES)
  await node.blockstore.flush()
  await node.pins.put({ cid: EMPTY_DIRECTORY, mode: 'recursive', name: '' })
  await node.names.publish(node.identity.privateKey, parsePath(`/ipfs/${EMPTY_DIRECTORY}`), { ...DEFAULT_PUBLISHING, offline: true, signal: new AbortController().signal })
  await node.datastore.put(INIT_KEY, Uint8Array.of(1))
}
