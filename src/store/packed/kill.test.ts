import 'fake-indexeddb/auto'

import { describe, expect, it } from 'vitest'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { inconsistencies, KillSwitch, segmentCount, storedBlocks } from '../../testing/store/packed-store.ts'
import { newIndexedDB, testBlocks } from '../../testing/store/store-fixtures.ts'
import type { Block, WriteSession } from '../blockstore/blockstore.ts'
import { openPackedBlockstore } from './open-packed-blockstore.ts'
import type { PackedBlockstore } from './packed-blockstore.ts'

const NAME = 'test'
const before = [...testBlocks(6, 80_000, 100), ...testBlocks(6, 300, 200)]
const fresh = [...testBlocks(6, 90_000, 300), ...testBlocks(6, 400, 400)]

function keysOf (blocks: Block[]): string[] {
  return blocks.map(({ cid }) => multihashKey(cid.multihash.bytes)).sort()
}

/** The allowed contents after the kill, and without one. */
interface Scenario {
  run: (store: PackedBlockstore) => Promise<void>
  /** After a kill. */
  allowed: Block[][]
  /** Without a kill. */
  done: Block[]
}

const all = [...before, ...fresh]
const sparse = before.filter((_, i) => i === 0 || i > 5)

async function putAll (
  sink: { put: (cid: Block['cid'], bytes: Uint8Array) => Promise<unknown> },
  blocks: Block[]
): Promise<void> {
  await Promise.all(blocks.map(async ({ cid, bytes }) => await sink.put(cid, bytes)))
}

/** Stages blocks with a gap before each. */
async function putStaged (session: WriteSession, blocks: Block[]): Promise<void> {
  const read = await session.capabilities.staging!.stage(
    new Blob(blocks.flatMap(({ bytes }) => ['gap', bytes as Uint8Array<ArrayBuffer>]))
  )
  const kept = await read!()
  let at = 0

  for (const { cid, bytes } of blocks) {
    at += 3
    await session.put(cid, kept.subarray(at, at += bytes.length))
  }
}

const scenarios: Record<string, Scenario> = {
  'a committed write': {
    allowed: [before, all],
    done: all,
    run: async (store) => {
      const session = store.session()
      await putAll(session, fresh.slice(0, 4))
      await store.flush()
      await putAll(session, fresh.slice(4))
      await session.commit()
    }
  },
  'a write that is rolled back': {
    allowed: [before],
    done: before,
    run: async (store) => {
      const session = store.session()
      await putAll(session, [...fresh.slice(0, 5), ...before])
      await store.flush()
      await putAll(session, fresh.slice(5))
      await session.rollback()
    }
  },
  'a committed write of bytes that were kept before': {
    allowed: [before, all],
    done: all,
    run: async (store) => {
      const session = store.session()
      await putStaged(session, [...fresh.slice(0, 4), ...before.slice(0, 2)])
      await store.flush()
      await putStaged(session, before)
      await putStaged(session, fresh.slice(4))
      await session.commit()
    }
  },
  'a write of bytes that were kept before, which is rolled back': {
    allowed: [before],
    done: before,
    run: async (store) => {
      const session = store.session()
      await putStaged(session, [...fresh.slice(0, 5), ...before])
      await store.flush()
      await session.capabilities.staging!.stage(new Blob([new Uint8Array(100_000)]))
      await putStaged(session, fresh.slice(5))
      await session.rollback()
    }
  },
  'a delete': {
    allowed: [before, sparse],
    done: sparse,
    run: async (store) => {
      await store.remove(before.slice(1, 6).map(({ cid }) => cid))
    }
  },
  'a compaction': {
    allowed: [before, sparse],
    done: sparse,
    run: async (store) => {
      await store.remove(before.slice(1, 6).map(({ cid }) => cid))
      await store.compact()
    }
  }
}

describe.each(Object.entries(scenarios))('a kill during %s', (_, { run, allowed, done }) => {
  it('leaves all or nothing, at every step', async () => {
    for (let step = 0;; step++) {
      const indexedDB = newIndexedDB()
      const kill = new KillSwitch()
      const first = await openPackedBlockstore(NAME, { indexedDB })
      await putAll(first, before)
      await first.close()

      const store = await openPackedBlockstore(NAME, {
        indexedDB,
        compactInBackground: false,
        onTransaction: kill.hook
      })
      kill.arm(step)
      await run(store).catch((err: Error) => {
        expect(err.message).toBe('killed')
      })

      const next = await openPackedBlockstore(NAME, { indexedDB, compactInBackground: false })
      const found = await storedBlocks(next)
      await next.compact()
      expect([...(await storedBlocks(next)).keys()]).toEqual([...found.keys()])
      await next.close()

      expect((kill.killed ? allowed : [done]).map(keysOf)).toContainEqual([...found.keys()].sort())
      all.forEach(({ cid, bytes }) => {
        const read = found.get(multihashKey(cid.multihash.bytes))
        expect(read == null || Buffer.compare(read, bytes) === 0).toBe(true)
      })
      expect(await inconsistencies(indexedDB, NAME)).toEqual([])

      if (!kill.killed) {
        expect(step).toBeGreaterThan(5)
        break
      }
    }
  })
})

it('keeps a block of an interrupted session that a plain put added too', async () => {
  const indexedDB = newIndexedDB()
  const store = await openPackedBlockstore(NAME, { indexedDB })
  const session = store.session()
  await putAll(session, fresh)
  await store.flush()
  await store.put(fresh[0].cid, fresh[0].bytes)
  const other = store.session()
  await putAll(other, [fresh[1], fresh[7]])
  await other.commit()

  const next = await openPackedBlockstore(NAME, { indexedDB })
  expect([...(await storedBlocks(next)).keys()].sort()).toEqual(keysOf([fresh[0], fresh[1], fresh[7]]))
  await next.close()
  expect(await inconsistencies(indexedDB, NAME)).toEqual([])
})

it('compacts segments that an interrupted session left sparse, at the next opening', async () => {
  const indexedDB = newIndexedDB()
  const store = await openPackedBlockstore(NAME, { indexedDB, compactInBackground: false })
  await putAll(store, before)
  const segments = await segmentCount(indexedDB, NAME)
  await store.remove(before.slice(1, 6).map(({ cid }) => cid))
  const next = await openPackedBlockstore(NAME, { indexedDB })
  await next.compact()
  expect([...(await storedBlocks(next)).keys()].sort()).toEqual(keysOf(sparse))
  await next.close()
  expect(segments).toBeGreaterThan(0)
  expect(await inconsistencies(indexedDB, NAME)).toEqual([])
})
