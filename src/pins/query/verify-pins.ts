import type { CID } from 'multiformats/cid'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { CidSet } from '../../cid/sets/cid-set.ts'
import { walkDag } from '../../dag/walk.ts'
import type { PinnedRepo } from '../index/pinned-repo.ts'

/** A block that a pin lacks, or that cannot be read. */
export interface BadNode {
  cid: CID
  error: Error
}

export interface PinStatus {
  cid: CID
  /** each once, in the order of the links; empty if the pin is complete */
  badNodes: BadNode[]
}

/**
 * Verifies that recursive pins are complete (Kubo `commands/pin`, `pinVerify`), with local blocks only. Unlike Kubo,
 * which assumes that raw leaves exist, it checks them too, without loading them. A DAG that was found complete is not
 * walked again below another pin. Memory: 45 bytes per block.
 */
export async function* verifyPins (
  { pins, blockstore }: Pick<PinnedRepo, 'pins' | 'blockstore'>,
  { signal }: { signal: AbortSignal }
): AsyncGenerator<PinStatus> {
  const blocks = blockReader(blockstore, undefined, { unchecked: true })
  let completed = new CidSet()

  for await (const { cid } of pins.list('recursive', { names: false })) {
    const seen = new CidSet()
    const badNodes: BadNode[] = []

    const visited = {
      has: (cid: CID) => completed.has(cid) || seen.has(cid),
      add: (cid: CID) => !completed.has(cid) && seen.add(cid)
    }

    const onError = (cid: CID, error: Error): void => {
      badNodes.push({ cid, error })
    }

    for await (const _ of walkDag([cid], { blocks, signal, visited, leaves: 'check', onError })) {
      // `onError` reports errors
    }

    if (badNodes.length === 0) {
      // Merges the smaller set into the larger one.
      const [large, small] = completed.size < seen.size ? [seen, completed] : [completed, seen]
      large.addAll(small)
      completed = large
    }

    yield { cid, badNodes }
  }
}
