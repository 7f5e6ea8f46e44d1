import { SPEC_KEY } from '../../store/open/open-blockstore.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import { countPins } from './count-pins.ts'
import { EMPTY_DIRECTORY, EMPTY_DIRECTORY_BYTES } from './init-repo.ts'

/**
 * Records that a browser has evicted the blocks: there are pins, and no blocks. Then it stores the empty directory
 * again, so that the loss is recorded only once.
 */
export async function recordLostBlocks (
  { datastore, blockstore, pins, repairs }: Pick<IpfsNode, 'datastore' | 'blockstore' | 'pins' | 'repairs'>
): Promise<void> {
  if (await blockstore.has(EMPTY_DIRECTORY) || !await datastore.has(SPEC_KEY)) {
    return
  }

  for await (const _ of blockstore.keys()) {
    return
  }

  const count = await countPins(pins)

  if (count > 0) {
    await repairs.add({ at: new Date().toISOString(), what: 'blocks-lost', pins: count })
    await blockstore.put(EMPTY_DIRECTORY, EMPTY_DIRECTORY_BYTES)
  }
}
