import type { StagingSession } from '../store/blockstore/capabilities.ts'
import 'fake-indexeddb/auto'

import { expect, it } from 'vitest'
import { multihashKey } from '../cid/hash/multihash-key.ts'
import { PackedContent } from '../http/upload/packed-content.ts'
import { openPackedBlockstore } from '../store/packed/open-packed-blockstore.ts'
import { encodeCar } from '../testing/dag/car-fixtures.ts'
import { inconsistencies, storedBlocks } from '../testing/store/packed-store.ts'
import { newIndexedDB, testBlocks } from '../testing/store/store-fixtures.ts'
import { importCar } from './import-car.ts'

const blocks = [...testBlocks(80, 200_000), ...testBlocks(40, 500, 1000)]

it('does not move the blocks of a CAR that was stored as a Blob', async () => {
  const indexedDB = newIndexedDB()
  const store = await openPackedBlockstore('test', { indexedDB, compactInBackground: false })
  const session = store.session()
  const kept = new Set<ArrayBufferLike>()
  let inPlace = 0
  const stage: StagingSession['stage'] = async (blob) => {
    const read = await session.capabilities.staging!.stage(blob)

    return async () => {
      const bytes = await read!()
      kept.add(bytes.buffer)
      return bytes
    }
  }
  const file = await encodeCar([blocks[0].cid], blocks) as Uint8Array<ArrayBuffer>
  const totals = { roots: new Map(), blocks: 0, bytes: 0, emptyFiles: 0, cars: 0 }

  await importCar(new PackedContent(new Blob([file])).next(file.length), {
    put: async ({ cid, bytes }) => {
      inPlace += kept.has(bytes.buffer) ? 1 : 0
      await session.put(cid, bytes)
    },
    stage,
    totals,
    allowBigBlock: false,
    signal: new AbortController().signal
  })

  await session.commit()
  expect(totals).toMatchObject({ blocks: 120, cars: 1 })
  // all but one for each end of a slice
  expect(inPlace).toBeGreaterThanOrEqual(118)
  const found = await storedBlocks(store)
  expect(found.size).toBe(120)
  blocks.forEach(({ cid, bytes }) => {
    expect(Buffer.compare(found.get(multihashKey(cid.multihash.bytes))!, bytes)).toBe(0)
  })
  await store.close()
  expect(await inconsistencies(indexedDB, 'test')).toEqual([])
})
