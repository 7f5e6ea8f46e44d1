import type { CID } from 'multiformats/cid'
import { markKept } from './gc-mark.ts'
import { sweep } from './gc-sweep.ts'
import type { Node } from './node.ts'

/** A step of a garbage collection: a block that is gone for good (as a raw CIDv1), or something that went wrong. */
export type GcResult = { removed: CID } | { error: Error }

export interface GcOptions {
  signal: AbortSignal
  /** The collection waits for it; what it waits for, all adders wait for. */
  report: (result: GcResult) => Promise<void> | void
}

/**
 * Removes all blocks that no pin and no root of `gcRoots` needs (Kubo `gc/gc.go`): marks what is kept, then sweeps. Adders
 * wait meanwhile, and those before are waited for, so that no block of an add in flight is lost.
 *
 * What cannot be read or removed is reported. When it is not known what must be kept, nothing is removed.
 * Memory: 45 bytes for each block that is kept.
 *
 * @throws the signal's reason; what was removed until then stays removed
 */
export async function collectGarbage (node: Pick<Node, 'store' | 'pins' | 'gcLock' | 'gcRoots'>, options: GcOptions): Promise<void> {
  const release = await node.gcLock.write(options.signal)

  try {
    const marked = await markKept(node, options)

    if (marked != null) {
      await sweep(node.store, marked, options)
    }
  } finally {
    release()
  }
}
