import { expect } from 'vitest'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { CommitLog } from '../../store/blockstore/commit-log.ts'
import { IdbDatastore } from '../../store/datastore/idb-datastore.ts'
import { openPackedBlockstore } from '../../store/packed/open-packed-blockstore.ts'
import { TestNode } from '../test-node.ts'
import { killableDatastore } from './killable.ts'
import { KillSwitch } from './packed-store.ts'
import { newIndexedDB } from './store-fixtures.ts'

export interface KilledChange {
  /** creates the initial state */
  prepare: (node: IpfsNode) => Promise<void>
  run: (node: IpfsNode) => Promise<void>
  /** checks the node of the next worker, after a kill or a normal end */
  check: (next: TestNode, killed: boolean) => Promise<void>
}

/** Repeats a change on new databases until it completes, killing the worker one write later each time. */
export async function killAtEachStep ({ prepare, run, check }: KilledChange): Promise<void> {
  for (let step = 0, killed = true; killed; step++) {
    const indexedDB = newIndexedDB()
    const first = await openNode(indexedDB)
    await prepare(first.node)
    await first.node.stop()

    const kill = new KillSwitch()
    const victim = await openNode(indexedDB, kill)
    kill.arm(step)
    await run(victim.node).catch((err: Error) => {
      expect(err.message).toMatch(/killed$/)
    })
    killed = kill.killed

    const next = await openNode(indexedDB)
    await check(next, killed)
    await next.node.stop()
    expect(killed || step > 1, 'nothing was written').toBe(true)
  }
}

async function openNode (indexedDB: IDBFactory, kill?: KillSwitch): Promise<TestNode> {
  const data = await IdbDatastore.open('data', indexedDB)
  const blockstore = await openPackedBlockstore('blocks', {
    indexedDB,
    commitLog: new CommitLog(data),
    compactInBackground: false,
    onTransaction: kill?.hook
  })
  return await TestNode.start({ blockstore, datastore: killableDatastore(data, kill?.hook ?? (() => {})) })
}
