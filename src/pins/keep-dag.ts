import type { CID } from 'multiformats/cid'
import { walkDag } from '../dag/walk.ts'
import { blockReader } from '../node/block-reader.ts'
import type { BlockReader } from '../node/block-reader.ts'
import type { Node } from '../node/node.ts'
import { fetchDag } from './fetch-dag.ts'

const IDENTITY = 0x00

export interface KeepDagOptions {
  /** what `fetch` reads with */
  blocks: BlockReader
  signal: AbortSignal
  /** Brings all blocks of the DAG to this machine. May take days; is called `again` when blocks are missing after it, and has to look at all of them then. */
  fetch: (again: boolean) => Promise<void>
  /** Writes the pin. All blocks of the DAG are here then, durable, and stay until it resolves. */
  record: () => Promise<void>
}

/**
 * Fetches a DAG and then pins it, in this order, so that there is never a pin without its blocks.
 *
 * Kubo holds off the garbage collector from beginning to end; one block that nobody has then stops the collector, and all
 * adders behind it. Here the lock is taken when everything has come. What may have gone until then is looked for again:
 * - a collection ran: it keeps what was here of the DAG (`gcRoots`), the rest is fetched again
 * - blocks were here only because of an add that is not finished: they are put once more, so that they stay when it fails
 *
 * @throws what `fetch` and `record` throw
 */
export async function keepDag (node: Node, root: CID, { blocks, signal, fetch, record }: KeepDagOptions): Promise<void> {
  const dropRoot = node.gcRoots.add(() => [root])

  try {
    for (let kept = false, again = false; !kept; again = true) {
      const before = node.gcLock.census()
      await fetch(again)
      const release = await node.gcLock.read(signal)

      try {
        const { reads, writes } = node.gcLock.census()

        if (before.readers > 0 || reads > before.reads + 1) {
          await putAgain(node, root, signal)
        } else if (writes > before.writes) {
          await fetchDag([root], { blocks: blockReader(node.store, undefined), signal })
        }

        await node.store.flush()
        await record()
        kept = true
      } catch (err) {
        if (blocks.offline || (err as Error).name !== 'BlockNotFoundError') {
          throw err
        }
      } finally {
        release()
      }
    }
  } finally {
    dropRoot()
  }
}

/** A session that puts a block which another open session brought holds it too. */
async function putAgain ({ store }: Node, root: CID, signal: AbortSignal): Promise<void> {
  const session = store.session()

  try {
    for await (const { cid, bytes } of walkDag([root], { blocks: blockReader(store, undefined), signal })) {
      if (bytes != null && cid.multihash.code !== IDENTITY) {
        await session.put(cid, bytes)
      }
    }

    await session.commit()
  } catch (err) {
    await session.rollback()
    throw err
  }
}
