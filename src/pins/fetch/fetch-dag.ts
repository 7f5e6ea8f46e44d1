import type { CID } from 'multiformats/cid'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { walkDag } from '../../dag/walk.ts'
import type { WalkOptions } from '../../dag/walk.ts'

/** Largest number of blocks below a root that are returned: the leaves of a file of 4 MiB. */
const MAX_BELOW = 16

export interface FetchDagOptions extends Pick<WalkOptions, 'blocks' | 'signal' | 'visited'> {
  /** called for every block that is here now, with its size in bytes */
  onBlock?: (bytes: number) => void
}

/**
 * Ensures that all blocks of DAGs are here, and fetches missing ones if the reader may. Leaves that are here are not
 * loaded.
 *
 * @returns multihashes (`multihashKey`) of the blocks below the roots if there are at most 16, otherwise undefined
 * @throws the errors of the reader for an unavailable block, and of `linksOf`
 */
export async function fetchDag (
  roots: Iterable<CID>,
  { onBlock, ...options }: FetchDagOptions
): Promise<readonly string[] | undefined> {
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
