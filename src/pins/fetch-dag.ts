import type { CID } from 'multiformats/cid'
import { multihashKey } from '../cid/multihash-key.ts'
import { walkDag } from '../dag/walk.ts'
import type { WalkOptions } from '../dag/walk.ts'

/** As many blocks below a root are told of: the leaves of a file of 4 MiB. */
const MAX_BELOW = 16

export interface FetchDagOptions extends Pick<WalkOptions, 'blocks' | 'signal' | 'visited'> {
  /** told of every block that is here now, with its size in bytes */
  onBlock?: (bytes: number) => void
}

/**
 * Makes sure that all blocks of DAGs are here, fetching them where the reader may. Leaves that are here are not loaded.
 *
 * @returns multihashes (`multihashKey`) of the blocks that were visited below the roots, where there are at most 16, else undefined
 * @throws what the reader throws for a block that cannot be had, and what `linksOf` throws
 */
export async function fetchDag (roots: Iterable<CID>, { onBlock, ...options }: FetchDagOptions): Promise<readonly string[] | undefined> {
  const below: string[] = []
  const all = [...roots]

  if (all.length === 1) {
    options.blocks.expectAll?.(all[0])
  }

  for await (const { cid, size = 0, depth } of walkDag(all, { ...options, leaves: 'check' })) {
    if (depth > 0 && below.length <= MAX_BELOW) {
      below.push(multihashKey(cid.multihash.bytes))
    }

    onBlock?.(size)
  }

  return below.length > MAX_BELOW ? undefined : below
}
