import type { CID } from 'multiformats/cid'
import { walkDag } from '../dag/walk.ts'
import type { WalkOptions } from '../dag/walk.ts'

export interface FetchDagOptions extends Pick<WalkOptions, 'blocks' | 'signal' | 'visited'> {
  /** told of every block that is here now, with its size in bytes */
  onBlock?: (bytes: number) => void
}

/**
 * Makes sure that all blocks of DAGs are here, fetching them where the reader may. Leaves that are here are not loaded.
 *
 * @throws what the reader throws for a block that cannot be had, and what `linksOf` throws
 */
export async function fetchDag (roots: Iterable<CID>, { onBlock, ...options }: FetchDagOptions): Promise<void> {
  const all = [...roots]

  if (all.length === 1) {
    options.blocks.expectAll?.(all[0])
  }

  for await (const { size = 0 } of walkDag(all, { ...options, leaves: 'check' })) {
    onBlock?.(size)
  }
}
