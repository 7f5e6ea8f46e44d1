import type { CID } from 'multiformats/cid'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { fetchDag } from '../../pins/fetch/fetch-dag.ts'
import { verifyPins } from '../../pins/query/verify-pins.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'

/** Timeout for the blocks of one pin: no peer may have them. */
const FETCH_TIMEOUT_MS = 60_000

/** The parts of a node that the search uses. */
export type PinnedBlocks = Pick<IpfsNode, 'blockstore' | 'exchange' | 'pins'>

/** Yields the pins with missing blocks. An online node first tries to fetch them from its exchange. */
export async function* incompletePins (node: PinnedBlocks, { signal }: { signal: AbortSignal }): AsyncGenerator<CID> {
  for await (const { cid, badNodes } of verifyPins(node, { signal })) {
    if (badNodes.length > 0 && !await fetchMissing(node, cid, signal)) {
      yield cid
    }
  }

  for await (const { cid } of node.pins.list('direct', { names: false })) {
    if (!await node.blockstore.has(cid, { signal }) && !await fetchMissing(node, cid, signal, true)) {
      yield cid
    }
  }
}

async function fetchMissing (node: PinnedBlocks, cid: CID, signal: AbortSignal, alone = false): Promise<boolean> {
  if (node.exchange == null) {
    return false
  }

  const blocks = blockReader(node.blockstore, node.exchange.session())
  const bounded = timeLimit(FETCH_TIMEOUT_MS, signal)

  try {
    await (alone ? blocks.get(cid, { signal: bounded }) : fetchDag([cid], { blocks, signal: bounded }))
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}
