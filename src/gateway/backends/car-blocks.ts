import { walkDag } from '../../dag/walk.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { ReadOptions } from '../../unixfs/read/sizes/read-options.ts'
import type { PathTarget } from '../request/backend.ts'
import type { CarParams } from '../request/backend.ts'
import { entityBlocks } from './entity-blocks.ts'
import { walkWithDuplicates } from './walk-with-duplicates.ts'

/**
 * Yields the blocks at the end of a path, as far as `scope` and `range` select them (boxo `walkGatewaySimpleSelector`).
 */
export async function* carBlocks (
  { cid, remainder }: PathTarget,
  { scope, range, duplicates }: CarParams,
  options: ReadOptions
): AsyncGenerator<Block> {
  switch (scope) {
    case 'block':
      yield { cid, bytes: await options.blocks.get(cid, options) }
      break

    case 'all':
      options.blocks.expectAll?.(cid)

      if (duplicates) {
        yield* walkWithDuplicates(cid, options)
        break
      }

      for await (const { cid: here, bytes } of walkDag([cid], options)) {
        // With leaves loaded every block has bytes.
        yield { cid: here, bytes: bytes as Uint8Array }
      }
      break

    case 'entity':
      yield* entityBlocks(cid, remainder.length > 0, range, { ...options, duplicates })
  }
}
