import 'fake-indexeddb/auto'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ReadWriteLock } from '../async/locks/read-write-lock.ts'
import { pinCommitRecord } from '../pins/change/pin-commit-record.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { smallDag, storeKey } from '../testing/dag/small-dag.ts'
import { killableBlockstore } from '../testing/store/killable.ts'
import type { WriteHook } from '../testing/store/killable.ts'
import { newIndexedDB } from '../testing/store/store-fixtures.ts'
import { BLOCKS_NAME, openRepo, PERSISTENT_STORES } from '../testing/store/two-database-repo.ts'
import type { TestNode } from '../testing/test-node.ts'
import { collectGarbage } from './gc/gc.ts'
import { withWriteSession } from './with-write-session.ts'
import type { RepoWrites } from './with-write-session.ts'

const { signal } = new AbortController()
const { root, blocks } = smallDag('a')
const stored = blocks.map(storeKey).sort()

async function putAll ({ put }: RepoWrites): Promise<void> {
  await Promise.all(blocks.map(async ({ cid, bytes }) => {
    await put(cid, bytes)
  }))
}

async function pinAll ({ node }: TestNode): Promise<void> {
  await withWriteSession(node, signal, async (writes) => {
    await putAll(writes)
    writes.record(pinCommitRecord(node.pins, [{ cid: root, mode: 'recursive', name: '' }]))
  })
}

describe.each(PERSISTENT_STORES)('over the %s store', (store) => {
  let failing: string[]
  let app: TestNode
  let before: string[]

  let onWrite: WriteHook

  const open = async (): Promise<TestNode> =>
    await openRepo(store, (what) => {
      onWrite(what)
      if (failing.includes(what)) {
        throw new Error(`${what} failed`)
      }
    })

  /** Without the empty directory. */
  const kept = async (): Promise<string[]> => (await app.blocks()).filter((cid) => !before.includes(cid))

  const reopen = async (): Promise<void> => {
    failing = []
    await app.node.stop()
    app = await open()
  }

  beforeEach(async () => {
    vi.stubGlobal('indexedDB', newIndexedDB())
    failing = []
    onWrite = () => {}
    app = await open()
    before = await app.blocks()
  })

  afterEach(async () => {
    failing = []
    await app.node.stop()
    vi.unstubAllGlobals()
  })

  it('commits blocks and pins', async () => {
    await pinAll(app)
    await reopen()
    expect(await kept()).toEqual(stored)
    expect(await app.pins()).toEqual([`recursive ${root}`])
  })

  it('commits blocks without a record', async () => {
    await withWriteSession(app.node, signal, putAll)
    await reopen()
    expect(await kept()).toEqual(stored)
  })

  it('rolls back if the pins cannot be written, and throws the reason', async () => {
    app.node.pins.change = async () => {
      throw new Error('no room for pins')
    }
    await expect(pinAll(app)).rejects.toThrow('no room for pins')
    expect(await kept()).toEqual([])
    await reopen()
    expect([await kept(), await app.pins()]).toEqual([[], []])
  })

  it('throws the reason and releases the lock if the rollback fails, which the next opening repeats', async () => {
    const change = app.node.pins.change.bind(app.node.pins)

    app.node.pins.change = async () => {
      failing = ['rollback']
      throw new Error('no room for pins')
    }
    await expect(pinAll(app)).rejects.toThrow('no room for pins')
    const release = await app.node.gcLock.write()
    release()
    expect(await kept()).toEqual(stored)

    app.node.pins.change = change
    await reopen()
    expect([await kept(), await app.pins()]).toEqual([[], []])
  })

  it('allows garbage collection after a failed rollback', async () => {
    failing = ['rollback']

    await expect(withWriteSession(app.node, signal, async (writes) => {
      await putAll(writes)
      await app.node.blockstore.flush()
      throw new Error('cut')
    })).rejects.toThrow('cut')

    failing = []
    const removed: string[] = []
    await collectGarbage(app.node, {
      signal,
      report: (result) => {
        if ('removed' in result) {
          removed.push(result.removed.toString())
        }
      }
    })
    expect(removed.sort()).toEqual(stored)
    await reopen()
    expect(await kept()).toEqual([])
  })

  /** Loses the connection right before or after a batch is written. */
  async function pinAndLose (when: 'before' | 'after', lost: () => void = () => {}): Promise<void> {
    let batches = 0

    onWrite = (what) => {
      if (what === 'batch' && batches++ === (when === 'before' ? 0 : 1)) {
        lost()
        throw new Error('the connection was lost')
      }
    }

    await expect(pinAll(app)).rejects.toThrow('the connection was lost')
    onWrite = () => {}
  }

  it('keeps committed rows although the database reported an error', async () => {
    await pinAndLose('after')
    expect(await kept()).toEqual(stored)
    await reopen()
    expect([await kept(), await app.pins()]).toEqual([stored, [`recursive ${root}`]])
  })

  it.each<['before' | 'after', string[]]>([['after', stored], ['before', []]])(
    'leaves an unknown outcome to the next opening, with the database lost %s the batch',
    async (when, expected) => {
      const data = app.node.datastore as { has?: unknown }
      await pinAndLose(when, () => {
        data.has = async () => {
          throw new Error('the connection was lost')
        }
      })
      delete data.has
      expect(await kept()).toEqual(stored)
      await reopen()
      expect(await kept()).toEqual(expected)
      expect((await app.pins()).length).toBe(when === 'after' ? 1 : 0)
    }
  )

  it('rolls back a session of a store that was recreated, whatever rows are left of an earlier one', async () => {
    await pinAll(app)
    await app.node.stop()
    await new Promise((resolve) => {
      globalThis.indexedDB.deleteDatabase(BLOCKS_NAME).onsuccess = resolve
    })
    app = await open()
    const session = app.node.blockstore.session()
    await Promise.all(blocks.map(async ({ cid, bytes }) => {
      await session.put(cid, bytes)
    }))
    await session.prepare()
    // Killed before the batch.

    app = await open()
    expect(await app.blocks()).toEqual([])
  })
})

describe('in memory', () => {
  const repo = { blockstore: new MemoryBlockstore(), gcLock: new ReadWriteLock() }

  it('stops at the signal before anything is committed', async () => {
    const controller = new AbortController()

    await expect(withWriteSession(repo, controller.signal, async (writes) => {
      await putAll(writes)
      controller.abort(new Error('enough'))
    })).rejects.toThrow('enough')

    expect((await repo.blockstore.stat()).blocks).toBe(0)
    await expect(withWriteSession(repo, controller.signal, putAll)).rejects.toThrow('enough')
    const release = await repo.gcLock.write()
    release()
  })

  it('throws the error of the job and not that of the rollback', async () => {
    const blockstore = killableBlockstore(new MemoryBlockstore(), (what) => {
      if (what === 'rollback') {
        throw new Error('no rollback')
      }
    })
    await expect(withWriteSession({ ...repo, blockstore }, signal, async () => {
      throw new Error('the job')
    })).rejects.toThrow('the job')
    const release = await repo.gcLock.write()
    release()
  })

  it('returns the result of the job', async () => {
    expect(await withWriteSession(repo, signal, async () => 7)).toBe(7)
  })
})
